import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { compareVersions, isNewer, parseVersion, type Version } from './version';

/** What `nx migrate` reads too. */
export const MIGRATIONS = join(__dirname, '../migrations.json');

export interface Migration {
  readonly name: string;
  readonly version: Version;
  readonly description: string;
}

/** Gives the migrations of a collection after one version, up to another, in the order of their versions. */
export function dueMigrations(collection: string, from: Version, to: Version): Migration[] {
  const { schematics } = JSON.parse(readFileSync(collection, 'utf8')) as {
    schematics: Record<string, { version: string; description: string }>;
  };
  return Object.entries(schematics)
    .map(([name, { version, description }]) => ({ name, version: parseVersion(version)!, description }))
    .filter(({ version }) => isNewer(version, from) && !isNewer(version, to))
    .toSorted((one, other) => compareVersions(one.version, other.version));
}
