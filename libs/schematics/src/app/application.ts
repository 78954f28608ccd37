import { dirname, posix } from 'node:path';

import type { Tree } from '@angular-devkit/schematics';
import { parse } from 'jsonc-parser';

import type { ModuleFile } from '../source/add-to-module';
import { Refusal } from '../source/refusal';
import { type Style, styleOf } from '../source/style';
import { majorOf, rangeOf, readManifest } from './manifest';
import { findRootModule } from './root-module';

/** What a schematic has to know of the app that it changes. Paths are those of the tree, without a slash in front. */
export interface Application {
  /** Its folder: empty but in a workspace of several apps. */
  readonly root: string;
  readonly sourceRoot: string;
  readonly nest: number;
  readonly rootModule: ModuleFile;
  readonly platform: 'express' | 'fastify';
  readonly runner: 'jest' | 'vitest';
  /** Of imports of its own files: ES modules name them with `.js`. */
  readonly extension: '' | '.js';
  readonly style: Style;
  has(packageName: string): boolean;
}

/** Where the Nest CLI says that the app is. */
export interface Location {
  readonly project?: string;
  readonly sourceRoot?: string;
}

const NEST = [11, 12];

/** Reads the app. Throws a Refusal for what is no Nest app that the guard supports. */
export function readApplication(tree: Tree, location: Location): Application {
  const manifest = readManifest(tree);
  const range = rangeOf(manifest, '@nestjs/core');
  if (range === undefined) throw new Refusal('package.json does not name @nestjs/core: this is no Nest app.');
  const nest = majorOf(range) ?? NEST[0]!;
  if (!NEST.includes(nest)) throw new Refusal(`The guard supports Nest 11 and 12; package.json names ${range}.`);

  const { sourceRoot, entry } = placeOf(tree, location);
  const main = `${sourceRoot}/${entry}.ts`;
  const start = tree.exists(main) ? tree.readText(main) : '';
  const rootModule = findRootModule(tree, sourceRoot, { path: main, text: start });
  return {
    root: dirname(sourceRoot) === '.' ? '' : dirname(sourceRoot),
    sourceRoot,
    nest,
    rootModule,
    platform: start.includes('FastifyAdapter') ? 'fastify' : 'express',
    runner: rangeOf(manifest, 'vitest') !== undefined ? 'vitest' : 'jest',
    extension: manifest.type === 'module' || /from '\.[^']*\.js'/.test(start) ? '.js' : '',
    style: styleOf(tree, rootModule.path),
    has: (name) => rangeOf(manifest, name) !== undefined,
  };
}

interface Project {
  readonly sourceRoot?: string;
  readonly entryFile?: string;
}

function placeOf(tree: Tree, { project, sourceRoot }: Location): { sourceRoot: string; entry: string } {
  const cli = (tree.exists('nest-cli.json') ? parse(tree.readText('nest-cli.json')) : {}) as Project & {
    projects?: Record<string, Project>;
  };
  const chosen = project === undefined ? undefined : cli.projects?.[project];
  if (project !== undefined && cli.projects !== undefined && chosen === undefined)
    throw new Refusal(`nest-cli.json has no project ${project}, but ${Object.keys(cli.projects).join(', ')}.`);
  const folder = sourceRoot ?? chosen?.sourceRoot ?? cli.sourceRoot ?? 'src';
  const own = chosen ?? Object.values(cli.projects ?? {}).find((one) => one.sourceRoot === folder) ?? cli;
  return { sourceRoot: posix.normalize(folder).replace(/^\/|\/$/g, ''), entry: own.entryFile ?? 'main' };
}
