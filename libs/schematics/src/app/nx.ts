import { posix } from 'node:path';

import type { DirEntry, Tree } from '@angular-devkit/schematics';
import { parse } from 'jsonc-parser';

import { startsOf } from './starts';

/** A project of an Nx workspace that is a Nest app. */
export interface NxApp {
  readonly name: string;
  readonly root: string;
  readonly sourceRoot: string;
}

interface ProjectFile {
  readonly name?: string;
  readonly sourceRoot?: string;
  readonly nx?: { readonly name?: string; readonly sourceRoot?: string };
}

/** The projects whose main.ts starts a Nest app, itself or by a file that it imports: by their project.json or, without one, package.json. */
export function nestAppsOfNx(tree: Tree): NxApp[] {
  return [...projectFiles(tree.root)]
    .map((path) => projectOf(path, parse(tree.readText(path)) as ProjectFile))
    .filter(({ sourceRoot }) => {
      const main = posix.join(sourceRoot, 'main.ts');
      return tree.exists(main) && (tree.readText(main).includes('NestFactory') || startsOf(tree, main).length > 0);
    });
}

function projectOf(path: string, { name, sourceRoot, nx }: ProjectFile): NxApp {
  const root = posix.dirname(path) === '.' ? '' : posix.dirname(path);
  return {
    name: nx?.name ?? name ?? posix.basename(root),
    root,
    sourceRoot: nx?.sourceRoot ?? sourceRoot ?? posix.join(root, 'src'),
  };
}

/** One file a project. What is built or installed is none. */
function* projectFiles(folder: DirEntry): Generator<string> {
  const file = ['project.json', 'package.json'].find((name) => folder.subfiles.some((one) => one === name));
  if (file !== undefined) yield posix.join(folder.path, file).slice(1);
  for (const name of folder.subdirs)
    if (!/^(\..*|node_modules|dist|tmp)$/.test(name)) yield* projectFiles(folder.dir(name));
}
