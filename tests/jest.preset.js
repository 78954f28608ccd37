const { existsSync } = require('node:fs');
const { join } = require('node:path');

/** The folder alone says which engine a test runs on: each of the two, whichever it is (once, on SQLite), or the one named. */
const FOLDERS = { sqlite: ['both', 'any', 'sqlite'], postgres: ['both', 'postgres'] };

/** The settings of a project of tests that start servers, for the engine in `TEST_DATABASE` (default SQLite). */
module.exports = (rootDir) => {
  const engine = process.env.TEST_DATABASE || 'sqlite';
  const folders = FOLDERS[engine];
  if (folders === undefined)
    throw new Error(`TEST_DATABASE is "${engine}"; it must be one of ${Object.keys(FOLDERS).join(', ')}`);
  return {
    ...require('../jest.preset.js'),
    rootDir,
    roots: folders.map((folder) => join(rootDir, folder)).filter(existsSync),
    testRegex: '\\.e2e-spec\\.ts$',
    testEnvironment: `${__dirname}/support/run/test-environment.ts`,
    setupFilesAfterEnv: [`${__dirname}/support/run/after-all.ts`],
    globalSetup: `${__dirname}/support/run/test-run.setup.ts`,
    globalTeardown: `${__dirname}/support/run/test-run.teardown.ts`,
    maxWorkers: 2,
  };
};
