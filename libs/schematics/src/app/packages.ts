import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { SchematicContext, Tree } from '@angular-devkit/schematics';
import { NodePackageInstallTask } from '@angular-devkit/schematics/tasks';

import type { Application } from './application';
import { addPackages, type Packages } from './manifest';

/** Packages that what was generated needs, by their ranges. */
export interface Needs {
  readonly dependencies: Packages;
  readonly devDependencies: Packages;
}

/** This package and the others of Consentry are released together. */
export const ownVersion = () =>
  (JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as { version: string }).version;

export const ownRange = () => `^${ownVersion()}`;

/** What e2e tests are written with. */
export const testPackages = ({ nest }: Application): Packages => ({
  '@nestjs/testing': `^${nest}.0.0`,
  '@types/supertest': '^7.0.0',
  supertest: '^7.0.0',
});

/** Adds the packages that the app does not have, and installs them unless it is not to. */
export function installPackages(
  tree: Tree,
  context: SchematicContext,
  needs: Needs,
  { skipInstall }: { readonly skipInstall?: boolean },
): void {
  const added = [
    ...addPackages(tree, 'dependencies', needs.dependencies),
    ...addPackages(tree, 'devDependencies', needs.devDependencies),
  ];
  if (added.length > 0 && !skipInstall) addInstallTask(tree, context);
}

/** Installs what package.json names, after the files are written, by the app's own package manager. */
export function addInstallTask(tree: Tree, context: SchematicContext): void {
  context.addTask(new NodePackageInstallTask({ packageManager: packageManagerOf(tree) }));
}

function packageManagerOf(tree: Tree): string {
  const locks = { 'pnpm-lock.yaml': 'pnpm', 'yarn.lock': 'yarn', 'bun.lock': 'bun', 'bun.lockb': 'bun' };
  return Object.entries(locks).find(([file]) => tree.exists(file))?.[1] ?? 'npm';
}
