const ENGINES = ['sqlite', 'postgres'];
const engine = process.env.TEST_DATABASE || 'sqlite';
if (!ENGINES.includes(engine)) throw new Error(`TEST_DATABASE is "${engine}"; it must be one of ${ENGINES.join(', ')}`);

// What is about one engine alone stands in a folder of its name.
const others = ENGINES.filter((other) => other !== engine).map((other) => `<rootDir>/test/flows/${other}/`);

// What is the same whatever database the server has runs once, with the flows on SQLite.
const ONCE = [
  '<rootDir>/test/clients/',
  '<rootDir>/test/support/',
  '<rootDir>/test/walls\\.',
  '<rootDir>/test/docs/decisions\\.',
  '<rootDir>/test/docs/conformance\\.',
  '<rootDir>/test/docs/install-scripts\\.',
  '<rootDir>/test/docs/security\\.',
  '<rootDir>/test/flows/http/openapi\\.',
  '<rootDir>/test/flows/http/connections\\.',
];
const once = engine === 'sqlite' ? [] : ONCE;

module.exports = {
  ...require('../../jest.preset.js'),
  rootDir: __dirname,
  testEnvironment: '<rootDir>/test/support/test-environment.ts',
  roots: ['<rootDir>/test'],
  testRegex: '\\.e2e-spec\\.ts$',
  testPathIgnorePatterns: ['/node_modules/', ...others, ...once],
  maxWorkers: 2,
  setupFilesAfterEnv: ['<rootDir>/test/support/after-all.ts'],
  globalSetup: '<rootDir>/test/support/test-run.setup.ts',
  globalTeardown: '<rootDir>/test/support/test-run.teardown.ts',
};
