// Applications as users make them, with our packages from a registry of their own.
module.exports = {
  ...require('../../jest.preset.js'),
  rootDir: __dirname,
  roots: ['<rootDir>/fresh-apps'],
  testRegex: '\\.e2e-spec\\.ts$',
  globalSetup: '<rootDir>/fresh-apps/registry.ts',
  globalTeardown: '<rootDir>/fresh-apps/registry.stop.ts',
  // Each file mostly waits for npm.
  maxWorkers: 2,
  testTimeout: 1_800_000,
};
