const { rmSync } = require('node:fs');

module.exports = () => rmSync(process.env.CONSENTRY_TEST_DIR, { recursive: true, force: true });
