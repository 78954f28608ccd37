// What the tests cost, and what makes them run again.
//   node tests/costs.mjs commits [N]     which runs each of the last N commits (100) would have had, by the inputs of today
//   node tests/costs.mjs times [STEP …]  wall and CPU time of each step, in a fresh clone with an empty cache (or the one
//                                        that NX_CACHE_DIRECTORY and NX_WORKSPACE_DATA_DIRECTORY name); steps are test,
//                                        prove, ci (both: with `check`) and changes (of a page, the console, a rule)
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, readdirSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [command, ...given] = process.argv.slice(2);

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 }).trim();

/** Every target that `npm test` or `npm run prove` runs, as Nx names it. */
const targets = ['apps', 'libs', 'tests'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .map((name) => join(root, folder, name, 'package.json'))
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')))
    .flatMap(({ name, scripts = {} }) =>
      Object.keys(scripts)
        .filter((script) => /^(test$|prove)/.test(script))
        .map((script) => `${name}:${script}`),
    ),
);

/** The files that decide whether a run comes from the cache. */
function inputsOf(target) {
  const shown = execFileSync('npx', ['nx', 'show', 'target', 'inputs', target, '--json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return new Set(JSON.parse(shown).files);
}

/** Of today for each path that a file had before. */
function renamed() {
  const names = new Map();
  for (const line of git('log', '--format=', '--name-status', '-M40', '--diff-filter=R').split('\n')) {
    const [, before, after] = line.split('\t');
    // Newest first: what became of `after` is known already.
    if (before !== undefined && !names.has(before)) names.set(before, names.get(after) ?? after);
  }
  return names;
}

function simulate(count = 100) {
  const names = renamed();
  const inputs = targets.map((target) => ({ target, files: inputsOf(target) }));
  const folders = new Map(
    inputs.map(({ target, files }) => [target, new Set([...files].map((file) => dirname(file)))]),
  );
  const times = new Map(targets.map((target) => [target, 0]));
  const commits = git('log', `-${count}`, '--no-merges', '--format=%h').split('\n');
  for (const commit of commits) {
    const paths = git('show', '--format=', '--name-only', commit).split('\n');
    const changed = paths.map((path) => names.get(path) ?? path);
    for (const { target, files } of inputs) {
      // A file that is gone counts where others of its folder do.
      const touches = (path) =>
        files.has(path) || (!existsSync(join(root, path)) && folders.get(target).has(dirname(path)));
      if (changed.some(touches)) times.set(target, times.get(target) + 1);
    }
  }
  console.log(`Of the last ${commits.length} commits, so many would have run:`);
  for (const [target, sum] of times) console.log(`${String(sum).padStart(4)}  ${target}`);
}

/** Runs a shell command. Prints a row: wall and CPU seconds, and what was not in the cache. */
function time(title, script, cwd, env) {
  const began = Date.now();
  const { stdout, stderr, status } = spawnSync('sh', ['-c', `${script}; status=$?; times >&2; exit $status`], {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  const wall = (Date.now() - began) / 1_000;
  // The last line: user and system time of all children.
  const cpu = [
    ...stderr
      .trim()
      .split('\n')
      .at(-1)
      .matchAll(/(\d+)m([\d.]+)s/g),
  ];
  const seconds = cpu.reduce((sum, [, minutes, rest]) => sum + 60 * Number(minutes) + Number(rest), 0);
  const lines = stripVTControlCharacters(stdout).split('\n');
  const ran = lines.flatMap((line) => /^> nx run (\S+)$/.exec(line.trimEnd())?.[1] ?? []);
  const counts = lines.filter((line) => line.startsWith('Tests: ') && /passed, \d+ skipped/.test(line));
  const row = [title, `${wall.toFixed(0)} s`, `${seconds.toFixed(0)} s CPU`, status === 0 ? 'green' : `exit ${status}`];
  console.log(
    `${row.join(' | ')} | ${ran.filter((each) => !each.endsWith(':build')).join(' ')} | ${counts.join('; ')}`,
  );
}

const CHANGES = {
  'a page of docs': ['docs/how-to/watch.md', '\nA sentence more.\n'],
  'a component of the console': ['apps/console/src/main.tsx', '\n// A comment more.\n'],
  'a rule in protocol/': ['apps/auth-server/src/protocol/request/pkce.ts', '\n// A comment more.\n'],
};

function measure(steps = ['test', 'prove', 'changes']) {
  const folder = mkdtempSync(join(tmpdir(), 'consentry-costs-'));
  const clone = join(folder, 'clone');
  execFileSync('git', ['clone', '-q', root, clone]);
  const cache = { NX_CACHE_DIRECTORY: join(folder, 'cache'), NX_WORKSPACE_DATA_DIRECTORY: join(folder, 'database') };
  const env = { ...cache, ...process.env, CI: 'true', NX_DAEMON: 'false' };
  time('npm ci', 'npm ci', clone, env);
  const ci = 'npm run check && npm test && npm run prove';
  if (steps.includes('test'))
    for (const title of ['npm test, from nothing', 'npm test, again']) time(title, 'npm test', clone, env);
  if (steps.includes('prove')) {
    const kinds = new Set(targets.filter((target) => /:prove/.test(target)).map((target) => target.split(':')[0]));
    for (const kind of kinds) {
      const name = kind.replace(/^@consentry\/(test-)?/, '');
      time(`npm run prove -- ${name}`, `npm run prove -- ${name}`, clone, env);
    }
  }
  if (steps.includes('ci')) time('check, test, prove', ci, clone, env);
  if (!steps.includes('changes')) return;
  time('check, test, prove: what is left', ci, clone, env);
  for (const [title, [file, text]] of Object.entries(CHANGES)) {
    appendFileSync(join(clone, file), text);
    time(`after a change of ${title}`, ci, clone, env);
  }
}

if (command === 'commits') simulate(given[0]);
else if (command === 'times') measure(given.length > 0 ? given : undefined);
else {
  console.error('node tests/costs.mjs commits [N] | times [test] [prove] [ci] [changes]');
  process.exitCode = 2;
}
