const { readFileSync, readdirSync } = require('node:fs');
const { join } = require('node:path');

const ENGINES = ['sqlite', 'postgres'];
const engine = process.env.TEST_DATABASE || 'sqlite';
if (!ENGINES.includes(engine)) throw new Error(`TEST_DATABASE is "${engine}"; it must be one of ${ENGINES.join(', ')}`);

// What is about one engine alone stands in a folder of its name.
const others = ENGINES.filter((other) => other !== engine).map((other) => `<rootDir>/test/flows/${other}/`);

/** A file that begins with this tests what no engine changes: it runs on SQLite alone, but in `npm run prove` on both. */
const ONCE = '/** @once */';
const test = join(__dirname, 'test');
const isOnce = (name) => name.endsWith('.e2e-spec.ts') && readFileSync(join(test, name), 'utf8').startsWith(ONCE);
const once = engine === 'sqlite' || process.env.PROOFS ? [] : readdirSync(test, { recursive: true }).filter(isOnce);

module.exports = {
  ...require('../../jest.preset.js'),
  rootDir: __dirname,
  testEnvironment: '<rootDir>/test/support/test-environment.ts',
  roots: ['<rootDir>/test'],
  testRegex: '\\.e2e-spec\\.ts$',
  testPathIgnorePatterns: ['/node_modules/', ...others, ...once.map((name) => `<rootDir>/test/${name}$`)],
  maxWorkers: 2,
  setupFilesAfterEnv: ['<rootDir>/test/support/after-all.ts'],
  globalSetup: '<rootDir>/test/support/test-run.setup.ts',
  globalTeardown: '<rootDir>/test/support/test-run.teardown.ts',
};
