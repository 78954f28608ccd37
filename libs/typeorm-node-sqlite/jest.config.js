module.exports = {
  ...require('../../jest.preset.js'),
  rootDir: __dirname,
  roots: ['<rootDir>/test'],
  testRegex: '\\.e2e-spec\\.ts$',
};
