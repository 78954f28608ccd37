const { PROVE, leftOut } = require('./jest.marks.js');
const { roots, testPathIgnorePatterns, ...e2e } = require('./jest.e2e.config.js');

/** The flows that a change breaks first. */
const FLOWS = [
  'flows/authorize/(consent-decision|whole-flow)',
  'flows/sessions/session',
  'flows/token/(refresh-rotation|token-code)',
  'conformance/rfc7636',
].map((flow) => `/test/${flow}\\.e2e-spec\\.ts$`);

/** For the loop at the desk: the unit tests of all projects and some flows, on SQLite alone. */
module.exports = {
  ...e2e,
  roots: [
    ...roots,
    ...['.', '../demo', '../notes-api', '../../libs/client', '../../libs/guard'].map(
      (folder) => `<rootDir>/${folder}/src`,
    ),
  ],
  testRegex: ['/src/.*\\.spec\\.ts$', ...FLOWS],
  testPathIgnorePatterns: [...testPathIgnorePatterns, ...leftOut('src', PROVE), '/postgres/'],
};
