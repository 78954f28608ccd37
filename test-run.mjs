// `npm test`: builds and tests everything by Nx, then sums up the tests, whether they ran or Nx had their results.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { URL } from 'node:url';

const TARGETS = ['test', 'e2e', 'e2e-postgres'];

/** One file a project and target, written by jest.counts.cjs and cached by Nx as an output. */
const files = ['apps', 'libs'].flatMap((folder) => {
  const projects = readdirSync(new URL(`${folder}/`, import.meta.url));
  return projects.flatMap((name) =>
    TARGETS.map((target) => new URL(`${folder}/${name}/.tests/${target}.json`, import.meta.url)),
  );
});
for (const file of files) rmSync(file, { force: true });

const run = ['run-many', '-t', 'build', ...TARGETS, '--parallel=2', ...process.argv.slice(2)];
const { status } = spawnSync('nx', run, { stdio: 'inherit' });

const runs = files.filter((file) => existsSync(file)).map((file) => JSON.parse(readFileSync(file, 'utf8')));
const sum = (name) => runs.reduce((total, counts) => total + counts[name], 0);
console.log(
  `Tests: ${sum('passed')} passed, ${sum('skipped')} skipped, ${sum('failed')} failed, in ${runs.length} runs.`,
);
console.log('Results come from the cache where nothing changed; to run all: NX_SKIP_NX_CACHE=true npm test');
process.exitCode = status ?? 1;
