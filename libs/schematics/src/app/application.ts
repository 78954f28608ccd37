import { posix } from 'node:path';

import type { Tree } from '@angular-devkit/schematics';

import type { ModuleFile } from '../source/add-to-module';
import { Refusal } from '../source/refusal';
import { type Style, styleOf } from '../source/style';
import { majorOf, rangeOf, readManifest } from './manifest';
import { type Location, type Place, placeOf } from './place';
import { findRootModule } from './root-module';
import { type Tests, testsOf } from './tests';

/** What a schematic has to know of the app that it changes. */
export interface Application extends Place {
  /** Where folders for new code go: the sources, in Nx those of the root module. */
  readonly codeRoot: string;
  readonly nest: number;
  readonly rootModule: ModuleFile;
  readonly platform: 'express' | 'fastify';
  readonly tests: Tests;
  /** Of imports of its own files: ES modules name them with `.js`. */
  readonly extension: '' | '.js';
  readonly style: Style;
  has(packageName: string): boolean;
}

const NEST = [11, 12];

/** Reads the app. Throws a Refusal for what is no Nest app that the guard supports. */
export function readApplication(tree: Tree, location: Location): Application {
  const manifest = readManifest(tree);
  const range = rangeOf(manifest, '@nestjs/core');
  if (range === undefined) throw new Refusal('package.json does not name @nestjs/core: this is no Nest app.');
  const nest = majorOf(range) ?? NEST[0]!;
  if (!NEST.includes(nest)) throw new Refusal(`The guard supports Nest 11 and 12; package.json names ${range}.`);

  const place = placeOf(tree, location);
  const main = `${place.sourceRoot}/${place.entry}.ts`;
  const start = tree.exists(main) ? tree.readText(main) : '';
  const rootModule = findRootModule(tree, place.sourceRoot, { path: main, text: start });
  const moduleFolder = posix.dirname(rootModule.path);
  const has = (name: string) => rangeOf(manifest, name) !== undefined;
  return {
    ...place,
    codeRoot: place.isNx ? moduleFolder : place.sourceRoot,
    nest,
    rootModule,
    platform: start.includes('FastifyAdapter') ? 'fastify' : 'express',
    tests: testsOf(tree, place, has('vitest') ? 'vitest' : 'jest', moduleFolder),
    extension: manifest.type === 'module' || /from '\.[^']*\.js'/.test(start) ? '.js' : '',
    style: styleOf(tree, rootModule.path),
    has,
  };
}

/** The command that runs another generator on the same app. */
export function generatorCommand({ isNx, project }: Place, name: string): string {
  const command = isNx ? `npx nx g @consentry/schematics:${name}` : `npx nest g -c @consentry/schematics ${name}`;
  return project === undefined ? command : `${command} --project ${project}`;
}
