// Leaves how many tests ran, and what failed, beside the outputs that Nx caches: tests/run.mjs sums them up.
const { mkdirSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

module.exports = class Counts {
  constructor({ rootDir }) {
    this.rootDir = rootDir;
  }

  onRunComplete(_, results) {
    const target = process.env.NX_TASK_TARGET_TARGET;
    if (target === undefined) return;
    const file = join(this.rootDir, '.tests', `${target}.json`);
    mkdirSync(dirname(file), { recursive: true });
    const failed = results.testResults.filter(({ numFailingTests, testExecError }) => numFailingTests || testExecError);
    const counts = {
      passed: results.numPassedTests,
      skipped: results.numPendingTests + results.numTodoTests,
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      failures: failed.map(({ testFilePath, failureMessage }) => `${testFilePath}\n${failureMessage}`),
    };
    writeFileSync(file, JSON.stringify(counts));
  }
};
