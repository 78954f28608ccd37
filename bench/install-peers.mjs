import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const PEERS = join(import.meta.dirname, 'peers');

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const installedVersion = (dir, name) => {
  const file = join(dir, 'node_modules', name, 'package.json');
  return existsSync(file) ? read(file).version : null;
};

const npm = (dir, args) => execFileSync('npm', args, { cwd: dir, stdio: ['ignore', 'inherit', 'inherit'] });

/**
 * Installs what a folder's package.json names into that folder.
 *
 * @returns the versions by name.
 */
export function installPeers(dir = PEERS) {
  const { dependencies: versions, allowScripts = {} } = read(join(dir, 'package.json'));
  const isComplete = Object.entries(versions).every(([name, version]) => installedVersion(dir, name) === version);
  if (!isComplete) {
    const place = join(relative(join(import.meta.dirname, '..'), dir), 'node_modules');
    console.error(`Installing the peers into ${place}; this may take a minute or two …`);
    npm(dir, ['install', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error']);
    // The caller's npm disables install scripts by its environment; these are needed.
    const built = Object.keys(allowScripts);
    if (built.length > 0) npm(dir, ['rebuild', '--ignore-scripts=false', '--loglevel=error', ...built]);
  }
  return versions;
}
