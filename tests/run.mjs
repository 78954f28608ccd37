// npm test, and npm run prove [-- NAME … [--full]]: builds and tests by Nx, which has the results of what did not change.
// Prints a line when nothing else was printed for a while, repeats what failed, and closes with the counts of all runs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import process from 'node:process';
import { URL } from 'node:url';

const SILENCE = 9_000;
const root = new URL('../', import.meta.url);
const [mode, ...given] = process.argv.slice(2);
const began = Date.now();

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** `npm test` runs the targets `test`, `npm run prove` those whose names begin with `prove`. */
function runsIn(folder, name) {
  const file = new URL(`${folder}/${name}/package.json`, root);
  if (!existsSync(file)) return [];
  const { name: project, scripts = {} } = read(file);
  return Object.keys(scripts)
    .filter((target) => target === mode || target.startsWith(`${mode}-`))
    .map((target) => ({ name, project, target, counts: new URL(`.tests/${target}.json`, file) }));
}

const runs = ['apps', 'libs', 'tests'].flatMap((folder) =>
  readdirSync(new URL(`${folder}/`, root)).flatMap((name) => runsIn(folder, name)),
);
const names = given.filter((each) => !each.startsWith('--'));
const known = [...new Set(runs.map(({ name }) => name))];
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`${unknown.join(', ')}: no such project for npm run ${mode}; it takes ${known.join(', ')}.`);
  process.exit(2);
}
const chosen = runs.filter(({ name }) => names.length === 0 || names.includes(name));
for (const { counts } of chosen) rmSync(counts, { force: true });

const hasEnded = ({ counts }) => existsSync(counts);

function elapsed() {
  const seconds = Math.round((Date.now() - began) / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** @returns the exit code of Nx. */
async function runAll() {
  const targets = new Set(chosen.map(({ target }) => target));
  // What has no tests is built too: `npm test` leaves everything ready to start.
  const what = ['-t', ...(mode === 'test' ? ['build'] : []), ...targets];
  const where = names.length === 0 ? [] : ['-p', ...new Set(chosen.map(({ project }) => project))];
  const options = given.filter((each) => each.startsWith('--') && each !== '--full');
  const args = ['run-many', ...what, ...where, '--parallel=2', '--output-style=stream-without-prefixes', ...options];
  const sizes = mode === 'prove' && { PROOFS: given.includes('--full') ? 'full' : 'prove' };
  const nx = spawn('nx', args, { env: { ...process.env, ...sizes }, stdio: ['inherit', 'pipe', 'inherit'] });
  let printed = Date.now();
  nx.stdout.on('data', (text) => {
    printed = Date.now();
    process.stdout.write(text);
  });
  const pulse = setInterval(() => {
    if (Date.now() - printed < SILENCE) return;
    printed = Date.now();
    console.log(`… ${elapsed()}: ${chosen.filter(hasEnded).length} of ${chosen.length} runs have ended`);
  }, 1_000);
  const [status] = await once(nx, 'close');
  clearInterval(pulse);
  return status ?? 1;
}

process.exitCode = await runAll();
const ended = chosen.filter(hasEnded).map((run) => ({ ...run, ...read(run.counts) }));
// Repeated, as hours of output may stand between a failure and the last line.
for (const { project, target, failures } of ended)
  for (const failure of failures) console.log(`\nFailed in ${project}:${target}: ${failure}`);
const absent = chosen.filter((run) => !hasEnded(run)).map(({ project, target }) => `${project}:${target}`);
if (absent.length > 0) console.log(`\nNot run: ${absent.join(', ')}`);
console.log(`\nTook ${elapsed()}; what did not change came from the cache (--skip-nx-cache runs it again).`);
const sum = (count) => ended.reduce((total, run) => total + run[count], 0);
console.log(`Tests: ${sum('passed')} passed, ${sum('skipped')} skipped, ${sum('failed')} failed`);
