import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const DIR = join(import.meta.dirname, 'peers');

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const installedVersion = (name) => {
  const file = join(DIR, 'node_modules', name, 'package.json');
  return existsSync(file) ? read(file).version : null;
};

const npm = (args) => execFileSync('npm', args, { cwd: DIR, stdio: ['ignore', 'inherit', 'inherit'] });

/**
 * Installs the peers of bench/peers/package.json into that folder.
 *
 * @returns the versions by name.
 */
export function installPeers() {
  const versions = read(join(DIR, 'package.json')).dependencies;
  const isComplete = Object.entries(versions).every(([name, version]) => installedVersion(name) === version);
  if (!isComplete) {
    console.error('Installing the peers into bench/peers/node_modules; this takes a minute or two …');
    const args = ['install', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
    npm(args);
    // The caller's npm disables install scripts by its environment; this one is needed.
    npm(['rebuild', '--ignore-scripts=false', '--loglevel=error', 'better-sqlite3']);
  }
  return versions;
}
