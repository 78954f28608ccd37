module.exports = {
  ...require('../jest.preset.js')(__dirname),
  roots: [`${__dirname}/packages`, `${__dirname}/container`],
};
