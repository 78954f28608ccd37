module.exports = {
  ...require('../../jest.preset.js'),
  rootDir: __dirname,
  roots: ['<rootDir>/src'],
  testRegex: '\\.spec\\.ts$',
};
