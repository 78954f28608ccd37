// For the loop at the desk: the unit tests of all projects, and the flows that a change breaks first, on SQLite alone.
process.env.TEST_DATABASE = 'sqlite';
const { join } = require('node:path');

const root = join(__dirname, '..');
const UNITS = ['apps/auth-server', 'apps/demo', 'apps/notes-api', 'libs/client', 'libs/guard'];
const FLOWS = ['authorize/whole-flow', 'sessions/session', 'token/refresh-rotation'];

module.exports = {
  ...require('./jest.preset.js')(root),
  roots: [...UNITS.map((project) => `${root}/${project}/src`), `${root}/tests/flows/both`],
  testRegex: ['/src/.*\\.spec\\.ts$', ...FLOWS.map((flow) => `/flows/both/${flow}\\.e2e-spec\\.ts$`)],
  testPathIgnorePatterns: ['/node_modules/', '/postgres/'],
};
