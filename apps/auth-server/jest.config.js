module.exports = {
  ...require('../../jest.preset.js'),
  rootDir: __dirname,
  roots: ['<rootDir>/src'],
  testRegex: '\\.spec\\.ts$',
  globalSetup: '<rootDir>/test/support/test-dir.setup.cjs',
  globalTeardown: '<rootDir>/test/support/test-dir.teardown.cjs',
};
