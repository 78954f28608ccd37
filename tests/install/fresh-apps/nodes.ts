import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { run } from './commands.ts';

/** The versions of Node that the library supports. */
export const NODES = ['20.19.0', '22', '24', '26'] as const;
export type NodeVersion = (typeof NODES)[number];

const OWN = dirname(process.execPath);

/** Installs a version of Node from npm. @returns the folder of its executable. */
export async function nodeOf(version: NodeVersion, root: string): Promise<string> {
  const folder = join(root, `node-${version}`);
  const bin = join(folder, 'node_modules', 'node', 'bin');
  if (existsSync(join(bin, 'node'))) return bin;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  // The script of the package puts the executable in place.
  const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts=false', `node@${version}`];
  await run({ folder, node: OWN }, 'npm', ...install);
  return bin;
}
