// npm run prove [-- --full]: runs the proofs at full size or by the thousands, on both engines (sizes.ts).
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { URL, fileURLToPath } from 'node:url';
import marks from '../../jest.marks.js';

const PROOFS = process.argv.includes('--full') ? 'full' : 'prove';
const reporter = fileURLToPath(new URL('progress.cjs', import.meta.url));

/** What browsers and other programs make of answers that are the same on both engines. */
const OF_NO_ENGINE = [
  'attacks/(forms|framing|hostile-text)',
  'clients/',
  'console/',
  'container/',
  'docs/(?!production|point-in-time)',
  'examples/',
  'packages/',
  'pages/(?!walks/)',
  'pages/walks/redirect-targets',
  'support/',
];
const isOfNoEngine = (path) => new RegExp(`^test/(${OF_NO_ENGINE.join('|')})`).test(path);

/** Marked `@once`, so that `npm test` runs them on SQLite alone, but an engine could change the outcome. */
const OF_POSTGRES = [
  'account-command',
  'key-command',
  'master-key',
  'sign-in-limits',
  'operation/start-failures',
  'refresh-retry-processes',
  'authorize-state',
  'administration/(matrix|applications|keys)',
  'accounts/(shown-to-the-account|events|connections)',
  'own-claims',
  'test-token',
  'consent-decision-limits',
  'clients/consentry-client.e2e',
  'flows/clients/(application-fields|applications|developers|device-strangers|ended-documents|unapproved-documents)',
  'conformance/(client-id-metadata-document|oidc-(back-channel-logout|core|rp-initiated-logout)|rfc7523|rfc7591|rfc7592)',
  'conformance/(rfc7662|rfc8628|rfc8693|rfc9396|rfc9449|rfc9470|rfc9700)',
];

const marked = marks.marked('test', marks.PROVE);
const e2e = (...patterns) => ['-c', 'jest.e2e.config.js', ...patterns];
const ON_ONE_ENGINE = e2e(...marked.filter(isOfNoEngine));
const ON_EACH_ENGINE = e2e(
  'test/proofs/',
  'flows/postgres/database-killed',
  ...marked.filter((path) => !isOfNoEngine(path)),
);
const STEPS = [
  {
    title: 'simulations, properties and databases that fail',
    args: ['-c', 'jest.config.js', 'src/database/migration-rows', ...marks.marked('src', marks.PROVE)],
  },
  {
    title:
      'unmodified clients, packages, the container, pages and the console in browsers, documentation, and the tools of the tests',
    args: ON_ONE_ENGINE,
    env: { TEST_DATABASE: 'sqlite' },
  },
  { title: 'proofs on SQLite', args: ON_EACH_ENGINE, env: { TEST_DATABASE: 'sqlite' } },
  { title: 'proofs on PostgreSQL', args: [...ON_EACH_ENGINE, ...OF_POSTGRES], env: { TEST_DATABASE: 'postgres' } },
];

const results = mkdtempSync(join(tmpdir(), 'consentry-prove-'));

/** What a step's results say of the tests that failed, and of files that could not be run: nothing, if Jest was killed. */
function failuresIn(file) {
  if (!existsSync(file)) return [];
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'));
  return testResults.filter(({ status }) => status === 'failed').map(({ name, message }) => `${name}\n${message}`);
}

const failures = [];
for (const [at, { title, args, env }] of STEPS.entries()) {
  console.log(`\n${at + 1} of ${STEPS.length}: ${title}, sizes "${PROOFS}"`);
  const outputFile = join(results, `${at + 1}.json`);
  const { status } = spawnSync(
    'jest',
    [...args, '--verbose', '--reporters=default', `--reporters=${reporter}`, '--json', `--outputFile=${outputFile}`],
    { env: { ...process.env, ...env, PROOFS }, stdio: 'inherit' },
  );
  if (status !== 0) failures.push(`In step ${at + 1}, ${title}:`, ...failuresIn(outputFile));
}
rmSync(results, { recursive: true });

// Said again at the end, as hours of output may stand between a failure and the last line.
if (failures.length > 0) {
  console.log(`\n${failures.join('\n\n')}`);
  process.exitCode = 1;
}
