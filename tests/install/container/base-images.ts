import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ImageStore } from './image-store';

const execute = promisify(execFile);

const NODE = '24.18.1';
const SUITE = 'bookworm';

/** Stand in for the public images that the Dockerfile names: of the same distribution and Node, laid out alike. */
export async function makeBaseImages(store: ImageStore, folder: string): Promise<void> {
  const mirror = await findMirror();
  await store.make('localhost/debian', 'scratch', (_, root) =>
    execute('debootstrap', ['--variant=minbase', SUITE, root, mirror]),
  );
  const parts = await installNode(folder);
  // No compiler: nothing of ours needs one.
  await store.make('localhost/node', 'localhost/debian', async (_, root) => putNode(parts, join(root, 'usr/local')));
}

/** Debian's mirror of this machine, or else the public one. */
async function findMirror(): Promise<string> {
  const { stdout } = await execute('apt-get', ['indextargets', '--format', '$(CODENAME) $(REPO_URI)']);
  return new RegExp(`^${SUITE} (.+)$`, 'm').exec(stdout)?.[1] ?? 'http://deb.debian.org/debian';
}

/** @returns the folder of Node's package, and of npm's. */
async function installNode(folder: string): Promise<{ node: string; npm: string }> {
  const { stdout: npm } = await execute('npm', ['--version']);
  const name = `node-linux-${process.arch}`;
  const packages = [`${name}@${NODE}`, `npm@${npm.trim()}`];
  await execute('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', ...packages]);
  return { node: join(folder, 'node_modules', name), npm: join(folder, 'node_modules/npm') };
}

function putNode({ node, npm }: { node: string; npm: string }, local: string): void {
  mkdirSync(join(local, 'lib/node_modules'), { recursive: true });
  cpSync(join(node, 'bin/node'), join(local, 'bin/node'));
  cpSync(npm, join(local, 'lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name));
}
