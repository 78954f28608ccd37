const { ONCE, PROVE, leftOut } = require('./jest.marks.js');

const ENGINES = ['sqlite', 'postgres'];
const engine = process.env.TEST_DATABASE || 'sqlite';
if (!ENGINES.includes(engine)) throw new Error(`TEST_DATABASE is "${engine}"; it must be one of ${ENGINES.join(', ')}`);

// What is about one engine alone stands in a folder of its name.
const others = ENGINES.filter((other) => other !== engine).map((other) => `<rootDir>/test/flows/${other}/`);

const left = leftOut('test', PROVE, ...(engine === 'sqlite' ? [] : [ONCE]));

module.exports = {
  ...require('../../jest.preset.js'),
  rootDir: __dirname,
  testEnvironment: '<rootDir>/test/support/test-environment.ts',
  roots: ['<rootDir>/test'],
  testRegex: '\\.e2e-spec\\.ts$',
  testPathIgnorePatterns: ['/node_modules/', ...others, ...left],
  maxWorkers: 2,
  setupFilesAfterEnv: ['<rootDir>/test/support/after-all.ts'],
  globalSetup: '<rootDir>/test/support/test-run.setup.ts',
  globalTeardown: '<rootDir>/test/support/test-run.teardown.ts',
};
