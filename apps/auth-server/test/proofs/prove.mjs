// npm run prove [-- --full]: runs the proofs at full size or by the thousands, on both engines (sizes.ts).
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { URL, fileURLToPath } from 'node:url';

const PROOFS = process.argv.includes('--full') ? 'full' : 'prove';
const reporter = fileURLToPath(new URL('progress.cjs', import.meta.url));

/** Beside the proofs, files marked `@once` or `@prove` whose outcome an engine could change. */
const MARKED = ['docs/production', 'flows/limits/', 'sign-in-limits', 'account-command', 'key-command'];
const E2E = ['-c', 'jest.e2e.config.js', 'test/proofs/', 'flows/postgres/database-killed', ...MARKED];
const STEPS = [
  { title: 'simulations and properties', args: ['-c', 'jest.config.js', 'simulation', 'property'] },
  { title: 'proofs on SQLite', args: E2E, env: { TEST_DATABASE: 'sqlite' } },
  { title: 'proofs on PostgreSQL', args: E2E, env: { TEST_DATABASE: 'postgres' } },
];

for (const [at, { title, args, env }] of STEPS.entries()) {
  console.log(`\n${at + 1} of ${STEPS.length}: ${title}, sizes "${PROOFS}"`);
  const { status } = spawnSync('jest', [...args, '--verbose', '--reporters=default', `--reporters=${reporter}`], {
    env: { ...process.env, ...env, PROOFS },
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
