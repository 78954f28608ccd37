// What `npm run prove` shows: the packages as they would be published, in applications of their users.
module.exports = {
  ...require('../../jest.preset.js'),
  rootDir: __dirname,
  roots: ['<rootDir>/test'],
  testRegex: '\\.prove-spec\\.ts$',
  globalSetup: '<rootDir>/test/fresh-apps/registry.ts',
  globalTeardown: '<rootDir>/test/fresh-apps/registry.stop.ts',
  // Each file mostly waits for npm.
  maxWorkers: 2,
  testTimeout: 1_800_000,
};
