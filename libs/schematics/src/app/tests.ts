import { posix } from 'node:path';

import type { Tree } from '@angular-devkit/schematics';
import { parse } from 'jsonc-parser';

import type { Place } from './place';

export type Runner = 'jest' | 'vitest';

/** Where an app has its e2e tests, and what runs them. */
export interface Tests {
  readonly runner: Runner;
  readonly folder: string;
  /** What stands before `.ts` in the names of their files. */
  readonly suffix: 'e2e-spec' | 'spec';
  /** To paste into a terminal, in the folder of package.json. */
  readonly command: string;
}

/**
 * Nx' tests of a service are a project of their own that must not import the app, and runs against a started one:
 * there tests that call the app's own module are among its other tests.
 */
export function testsOf(tree: Tree, place: Place, runner: Runner, moduleFolder: string): Tests {
  const folder = posix.join(place.root, 'test');
  const isBesideModule = place.isNx && !tree.getDir(folder).subfiles.some((name) => name.endsWith('.e2e-spec.ts'));
  if (isBesideModule) return { runner, folder: moduleFolder, suffix: 'spec', command: `npx nx test ${place.project}` };
  return { runner, folder, suffix: 'e2e-spec', command: commandOf(tree, place) };
}

/** In a workspace with Jest, `test:e2e` runs the tests of one app, which it names. */
function commandOf(tree: Tree, { root, project, isNx }: Place): string {
  if (isNx) return `npx nx e2e ${project}`;
  const config = posix.join(root, 'test/jest-e2e.json');
  const { scripts } = parse(tree.readText('package.json')) as { scripts?: Record<string, string> };
  const isOfAnother = root !== '' && tree.exists(config) && !scripts?.['test:e2e']?.includes(config);
  return isOfAnother ? `npx jest --config ${config}` : 'npm run test:e2e';
}
