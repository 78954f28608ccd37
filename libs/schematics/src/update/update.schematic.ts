import { chain, externalSchematic, type Rule, type SchematicContext, type Tree } from '@angular-devkit/schematics';

import { changeRange, type Packages, packagesOf, readManifest } from '../app/manifest';
import { addInstallTask, ownVersion } from '../app/packages';
import { Refusal } from '../source/refusal';
import { dueMigrations, MIGRATIONS } from './migrations';
import type { UpdateOptions } from './update.options';
import { compareVersions, isNewer, parseVersion, type Version } from './version';

/** Released together, each with the same version. */
const RELEASED = ['@consentry/guard', '@consentry/client', '@consentry/auth-server', '@consentry/schematics'];

/** Carries an app from the version that it has to that of this package, as `nx migrate` does in an Nx workspace. */
export const update = (options: UpdateOptions): Rule => updateTo(ownVersion(), options);

export function updateTo(version: string, { name, skipInstall }: UpdateOptions, collection = MIGRATIONS): Rule {
  return (tree, context) => {
    const to = parseVersion(version)!;
    const has = Object.entries(packagesOf(readManifest(tree))).filter(([one]) => RELEASED.includes(one));
    const from = versionOf(Object.fromEntries(has), name);
    if (isNewer(from, to))
      throw new Refusal(
        `The app has ${from.join('.')}, and these generators are from ${version}: npm install -D @consentry/schematics@latest`,
      );
    const due = dueMigrations(collection, from, to);
    context.logger.info(`From ${from.join('.')} to ${version}:${due.length === 0 ? ' nothing to migrate.' : ''}`);
    const before = tree.readText('package.json');
    return chain([
      ...due.flatMap(({ name: migration, description }) => [
        () => context.logger.info(`- ${description}`),
        externalSchematic(collection, migration, {}),
      ]),
      (migrated: Tree) => raiseRanges(migrated, context, has, version),
      (raised: Tree) => {
        if (raised.readText('package.json') !== before && !skipInstall) addInstallTask(raised, context);
      },
    ]);
  };
}

/** The oldest that package.json names. The generators do not count: the update begins with installing their new version. */
function versionOf(packages: Packages, given: string | undefined): Version {
  const stated = given === undefined ? undefined : parseVersion(given);
  if (stated !== undefined) return stated;
  if (given !== undefined) throw new Refusal(`${given} is not a version: use one such as 0.1.0.`);
  const used = Object.entries(packages).filter(([name]) => name !== '@consentry/schematics');
  if (used.length === 0)
    throw new Refusal(`package.json names none of ${RELEASED.slice(0, 3).join(', ')}: there is nothing to update.`);
  const versions = used.map(([name, range]) => {
    const version = parseVersion(range);
    if (version !== undefined) return version;
    throw new Refusal(
      `package.json has ${name} as ${range}, which is not a version. Give the version that you update from: nest g -c @consentry/schematics update 0.1.0`,
    );
  });
  return versions.toSorted(compareVersions)[0]!;
}

/** `^0.1.0` becomes `^0.2.0`; a path or an address with another version is left to people. */
function raiseRanges(
  tree: Tree,
  { logger }: SchematicContext,
  has: readonly [string, string][],
  version: string,
): void {
  for (const [name, range] of has) {
    const [, operator] = /^([\^~]?)\d+\.\d+\.\d+[\w.+-]*$/.exec(range) ?? [];
    const stated = parseVersion(range);
    if (operator !== undefined) changeRange(tree, name, operator + version);
    else if (stated !== undefined && compareVersions(stated, parseVersion(version)!) !== 0)
      logger.warn(`package.json has ${name} as ${range}: put ${version} there by hand.`);
  }
}
