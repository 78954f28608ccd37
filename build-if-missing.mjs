// What the npm scripts run first: builds a clone in which nothing is built yet. Standard output is the command's.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { URL, fileURLToPath } from 'node:url';

const root = new URL('./', import.meta.url);
const built = [
  'apps/auth-server/dist/commands/consentry.js',
  'apps/auth-server/dist/console/manifest.json',
  'apps/notes-api/dist/main.js',
];
if (!built.every((file) => existsSync(new URL(file, root)))) {
  const stdio = ['ignore', process.stderr, process.stderr];
  const shell = process.platform === 'win32';
  process.exitCode =
    spawnSync('npm', ['run', '--silent', 'build'], { cwd: fileURLToPath(root), stdio, shell }).status ?? 1;
}
