const shared = '@consentry/test-support/run';

module.exports = {
  ...require('../../jest.preset.js'),
  rootDir: __dirname,
  roots: ['<rootDir>/src'],
  testRegex: '\\.spec\\.tsx?$',
  maxWorkers: 2,
  globalSetup: `${shared}/test-run.setup`,
  globalTeardown: `${shared}/test-run.teardown`,
};
