import { posix } from 'node:path';

import type { Tree } from '@angular-devkit/schematics';
import * as ts from 'typescript';

import type { Application } from '../app/application';
import type { ModuleFile } from '../source/add-to-module';
import { decoratorCall, parseSource } from '../source/parse-source';

/** The module of a folder, else of the next one above it; at last the app's own. */
export function nearestModule(tree: Tree, { sourceRoot, rootModule }: Application, folder: string): ModuleFile {
  for (let at = folder; at.startsWith(`${sourceRoot}/`); at = posix.dirname(at)) {
    const files = tree.getDir(at).subfiles.filter((name) => name.endsWith('.module.ts'));
    const file = files.find((name) => name === `${posix.basename(at)}.module.ts`) ?? files[0];
    const found = file === undefined ? undefined : moduleIn(tree, `${at}/${file}`);
    if (found !== undefined) return found;
  }
  return rootModule;
}

function moduleIn(tree: Tree, path: string): ModuleFile | undefined {
  const classes = parseSource(path, tree.readText(path)).statements.filter(ts.isClassDeclaration);
  const className = classes.find((one) => decoratorCall(one, 'Module') !== undefined)?.name?.text;
  return className === undefined ? undefined : { path, className };
}
