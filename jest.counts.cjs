// Leaves how many tests ran beside the outputs that Nx caches: `npm test` closes with the sum (test-run.mjs).
const { mkdirSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

module.exports = class Counts {
  constructor({ rootDir }) {
    this.rootDir = rootDir;
  }

  onRunComplete(_, { numPassedTests, numPendingTests, numTodoTests, numFailedTests, numRuntimeErrorTestSuites }) {
    const target = process.env.NX_TASK_TARGET_TARGET;
    if (target === undefined) return;
    const file = join(this.rootDir, '.tests', `${target}.json`);
    mkdirSync(dirname(file), { recursive: true });
    const counts = {
      passed: numPassedTests,
      skipped: numPendingTests + numTodoTests,
      failed: numFailedTests + numRuntimeErrorTestSuites,
    };
    writeFileSync(file, JSON.stringify(counts));
  }
};
