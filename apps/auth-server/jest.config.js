const { PROVE, leftOut } = require('./jest.marks.js');

module.exports = {
  ...require('../../jest.preset.js'),
  rootDir: __dirname,
  roots: ['<rootDir>/src'],
  testRegex: '\\.spec\\.tsx?$',
  testPathIgnorePatterns: ['/node_modules/', ...leftOut('src', PROVE)],
  maxWorkers: 2,
  globalSetup: '<rootDir>/test/support/test-run.setup.ts',
  globalTeardown: '<rootDir>/test/support/test-run.teardown.ts',
};
