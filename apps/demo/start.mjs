// What `npm start` runs: builds without its log, then runs the demo in this process, so that signals reach it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { URL, fileURLToPath } from 'node:url';

const main = new URL('dist/main.js', import.meta.url);
const hasOwnLogin = process.argv.includes('--own-login');
const example = new URL('../../examples/own-login/dist/main.js', import.meta.url);
const projects = ['@consentry/demo', ...(hasOwnLogin ? ['@consentry/example-own-login'] : [])];
if (!existsSync(main) || (hasOwnLogin && !existsSync(example)))
  console.log('Building; the first time takes about 20 s.');
const cwd = fileURLToPath(new URL('../..', import.meta.url));
const build = spawnSync('npm', ['run', '--silent', 'build', '--', `--projects=${projects.join(',')}`], {
  cwd,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'pipe'],
});
if (build.status === 0) {
  await import(main);
} else {
  console.error(
    `${build.stdout ?? ''}${build.stderr ?? ''}The build failed${build.error ? `: ${build.error.message}` : ''}.`,
  );
  process.exitCode = 1;
}
