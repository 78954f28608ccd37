module.exports = {
  ...require('../../jest.preset.js'),
  rootDir: __dirname,
  roots: ['<rootDir>/test'],
  testRegex: '\\.e2e-spec\\.ts$',
  testTimeout: 60_000,
  maxWorkers: 2,
  setupFilesAfterEnv: ['<rootDir>/test/support/after-all.ts'],
  globalSetup: '<rootDir>/test/support/test-dir.setup.cjs',
  globalTeardown: '<rootDir>/test/support/test-dir.teardown.cjs',
};
