const { readFileSync, readdirSync } = require('node:fs');
const { join } = require('node:path');

const ENGINES = ['sqlite', 'postgres'];
const engine = process.env.TEST_DATABASE || 'sqlite';
if (!ENGINES.includes(engine)) throw new Error(`TEST_DATABASE is "${engine}"; it must be one of ${ENGINES.join(', ')}`);

// What is about one engine alone stands in a folder of its name.
const others = ENGINES.filter((other) => other !== engine).map((other) => `<rootDir>/test/flows/${other}/`);

/**
 * How a file begins that `npm test` does not run on each engine: `once` on SQLite alone, `prove` not at all. `npm run
 * prove` runs what it names on both.
 */
const MARKS = engine === 'sqlite' ? ['/** @prove */'] : ['/** @prove */', '/** @once */'];
const test = join(__dirname, 'test');
const isLeftOut = (name) => {
  if (!name.endsWith('.e2e-spec.ts')) return false;
  const text = readFileSync(join(test, name), 'utf8');
  return MARKS.some((mark) => text.startsWith(mark));
};
const leftOut = process.env.PROOFS ? [] : readdirSync(test, { recursive: true }).filter(isLeftOut);

module.exports = {
  ...require('../../jest.preset.js'),
  rootDir: __dirname,
  testEnvironment: '<rootDir>/test/support/test-environment.ts',
  roots: ['<rootDir>/test'],
  testRegex: '\\.e2e-spec\\.ts$',
  testPathIgnorePatterns: ['/node_modules/', ...others, ...leftOut.map((name) => `<rootDir>/test/${name}$`)],
  maxWorkers: 2,
  setupFilesAfterEnv: ['<rootDir>/test/support/after-all.ts'],
  globalSetup: '<rootDir>/test/support/test-run.setup.ts',
  globalTeardown: '<rootDir>/test/support/test-run.teardown.ts',
};
