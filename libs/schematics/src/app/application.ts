import { posix } from 'node:path';

import type { Tree } from '@angular-devkit/schematics';

import { Refusal } from '../source/refusal';
import { type Style, styleOf } from '../source/style';
import { majorOf, rangeOf, readManifest } from './manifest';
import { sourceFiles } from './guarded';
import { type Location, type Place, placeOf } from './place';
import { reachOf } from './reach';
import { findRoot, moduleClass, type Root, type RootModule } from './root-module';
import { type Tests, testsOf } from './tests';

/** What a schematic has to know of the app that it changes. */
export interface Application extends Place {
  /** Where folders for new code go: the sources, in Nx those of the root module. */
  readonly codeRoot: string;
  readonly nest: number;
  readonly rootModule: RootModule;
  /** How it is started; undefined where the app has no such file. */
  readonly start: Root['start'];
  /** The files of its modules: all sources, but where others are started beside it, those that it reaches. */
  readonly sources: readonly string[];
  readonly platform: 'express' | 'fastify';
  readonly tests: Tests;
  /** Of imports of its own files: ES modules name them with `.js`. */
  readonly extension: '' | '.js';
  readonly style: Style;
  has(packageName: string): boolean;
}

const NEST = [11, 12];

/** Reads the app. Throws a Refusal for what is no Nest app that the guard supports. */
export function readApplication(
  tree: Tree,
  location: Location & { readonly module?: string | undefined },
): Application {
  const manifest = readManifest(tree);
  const { place, nest } = readPlace(tree, location);
  const main = `${place.sourceRoot}/${place.entry}.ts`;
  const root = findRoot(tree, {
    ...{ sourceRoot: place.sourceRoot, main, module: location.module },
    // The Nest CLI hands a name on, and no option that it does not know.
    initFor: (module) => generatorCommand(place, place.isNx ? `init --module ${module}` : `init ${module}`),
  });
  const start = textsOf(tree, [main, ...(root.start ? [root.start.path] : [])]);
  const moduleFolder = posix.dirname(root.module.path);
  const has = (name: string) => rangeOf(manifest, name) !== undefined;
  return {
    ...place,
    codeRoot: place.isNx ? moduleFolder : place.sourceRoot,
    nest,
    rootModule: root.module,
    start: root.start,
    sources: root.isOneOfSeveral
      ? [...reachOf(tree, moduleClass(tree, root.module)!).files]
      : [...sourceFiles(tree.getDir(place.sourceRoot))],
    platform: isOnFastify(start, root) ? 'fastify' : 'express',
    tests: testsOf(tree, place, has('vitest') ? 'vitest' : 'jest', moduleFolder),
    extension: manifest.type === 'module' || /from '\.[^']*\.js'/.test(start) ? '.js' : '',
    style: styleOf(tree, root.module.path),
    has,
  };
}

/** Where the app is, and the major version of its Nest. Throws a Refusal for what is no Nest app that the guard supports. */
export function readPlace(tree: Tree, location: Location): { place: Place; nest: number } {
  const range = rangeOf(readManifest(tree), '@nestjs/core');
  if (range === undefined) throw new Refusal('package.json does not name @nestjs/core: this is not a Nest app.');
  const nest = majorOf(range) ?? NEST[0]!;
  if (!NEST.includes(nest)) throw new Refusal(`The guard supports Nest 11 and 12; package.json names ${range}.`);
  return { place: placeOf(tree, location), nest };
}

const textsOf = (tree: Tree, paths: readonly string[]) =>
  paths.map((path) => (tree.exists(path) ? tree.readText(path) : '')).join('\n');

/** Of several apps one may be started on Fastify: then its own call counts. */
const isOnFastify = (text: string, { start, isOneOfSeveral }: Root) =>
  (isOneOfSeveral ? (start?.call.getText() ?? '') : text).includes('FastifyAdapter');

/** The command that runs another generator on the same app. */
export function generatorCommand({ isNx, project }: Place, name: string): string {
  const command = isNx ? `npx nx g @consentry/schematics:${name}` : `npx nest g -c @consentry/schematics ${name}`;
  return project === undefined ? command : `${command} --project ${project}`;
}
