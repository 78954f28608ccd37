const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

/** One folder for all that a run writes, so that it goes with it. */
module.exports = () => {
  process.env.CONSENTRY_TEST_DIR = mkdtempSync(join(tmpdir(), 'consentry-e2e-'));
};
