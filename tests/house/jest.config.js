module.exports = { ...require('../../jest.preset.js'), rootDir: __dirname, testRegex: '\\.e2e-spec\\.ts$' };
