import { posix } from 'node:path';

import type { Tree } from '@angular-devkit/schematics';
import { parse } from 'jsonc-parser';

/** As Nx, then the Nest CLI, name those of an app, and those of a workspace. */
const CONFIGS = ['tsconfig.app.json', 'tsconfig.json', 'tsconfig.base.json'];
const MOST_PARENTS = 5;

interface Config {
  readonly extends?: string | readonly string[];
  readonly compilerOptions?: {
    readonly baseUrl?: string;
    readonly paths?: Readonly<Record<string, readonly string[]>>;
  };
}

/** Finds the file of the tree that an import means: relative, or by `paths` and `baseUrl` of a tsconfig above it. */
export function resolveFile(tree: Tree, importer: string, from: string): string | undefined {
  const folder = posix.dirname(importer);
  const paths = from.startsWith('.') ? [posix.join(folder, from)] : aliased(tree, folder, from);
  return paths.map((path) => fileAt(tree, path)).find((path) => path !== undefined);
}

/** ES modules name the file that is compiled. */
function fileAt(tree: Tree, named: string): string | undefined {
  const path = named.replace(/\.m?js$/, '');
  const files = [`${path}.ts`, path, `${path}/index.ts`];
  return files.find((one) => /(?<!\.d)\.ts$/.test(one) && tree.exists(one));
}

function aliased(tree: Tree, folder: string, from: string): string[] {
  const above = posix.dirname(folder);
  const here = CONFIGS.flatMap((name) => targets(tree, posix.join(folder, name), from, MOST_PARENTS));
  return above === folder ? here : [...here, ...aliased(tree, above, from)];
}

/** What an import may mean by one tsconfig, the longest pattern first, and by those that it extends. */
function targets(tree: Tree, file: string, from: string, steps: number): string[] {
  if (steps === 0 || !tree.exists(file)) return [];
  const { extends: parents = [], compilerOptions: options } = (parse(tree.readText(file)) ?? {}) as Config;
  const folder = posix.dirname(file);
  const base = posix.join(folder, options?.baseUrl ?? '.');
  const mapped = Object.entries(options?.paths ?? {})
    .toSorted(([one], [other]) => other.length - one.length)
    .flatMap(([pattern, paths]) => paths.flatMap((path) => fitted(pattern, path, from)))
    .map((path) => posix.join(base, path));
  const byBase = options?.baseUrl === undefined ? [] : [posix.join(base, from)];
  const inherited = [parents].flat().filter((one) => one.startsWith('.'));
  const files = inherited.map((one) => posix.join(folder, one.endsWith('.json') ? one : `${one}.json`));
  return [...mapped, ...byBase, ...files.flatMap((one) => targets(tree, one, from, steps - 1))];
}

/** A pattern has one `*` at most. */
function fitted(pattern: string, path: string, from: string): string[] {
  const [start = '', end] = pattern.split('*');
  if (end === undefined) return from === pattern ? [path] : [];
  const isFit = from.length >= start.length + end.length && from.startsWith(start) && from.endsWith(end);
  return isFit ? [path.replace('*', from.slice(start.length, from.length - end.length))] : [];
}
