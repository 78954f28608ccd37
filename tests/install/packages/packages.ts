import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@consentry/test-support/run/root';

export interface Manifest {
  name: string;
  version: string;
  private?: boolean;
  description: string;
  files: string[];
  keywords: string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** What `nx release` publishes. */
export const PACKAGES = [
  'apps/auth-server',
  'libs/client',
  'libs/guard',
  'libs/schematics',
  'libs/typeorm-node-sqlite',
] as const;

export const manifestOf = (path: string) =>
  JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8')) as Manifest;

export interface Packed {
  /** The path of the tarball. */
  file: string;
  /** Bytes. */
  size: number;
  unpackedSize: number;
  files: { path: string }[];
}

/** Packs a package as it would be published. */
export function pack(path: string, into: string): Packed {
  const parameters = ['pack', '--json', '--pack-destination', into];
  const output = execFileSync('npm', parameters, {
    cwd: join(ROOT, path),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [packed] = JSON.parse(output) as [Packed & { filename: string }];
  return { ...packed, file: join(into, packed.filename) };
}
