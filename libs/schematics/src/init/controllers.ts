import type { Tree } from '@angular-devkit/schematics';
import type * as ts from 'typescript';

import { sourceFiles } from '../app/guarded';
import { isController, reachOf } from '../app/reach';
import { moduleClass, type RootModule } from '../app/root-module';
import { decoratorCall, sourceAt } from '../source/parse-source';

/** Controllers as `CatsController (src/cats/cats.controller.ts)`, without those that are open as a whole. */
export interface Controllers {
  /** Those of the guarded module and of the modules that it imports. */
  readonly closed: readonly string[];
  /** Those that the sources have beside it: of other apps, of no module, or of one that only running the code would tell. */
  readonly beside: readonly string[];
}

export function controllersOf(tree: Tree, sourceRoot: string, rootModule: RootModule): Controllers {
  const root = moduleClass(tree, rootModule);
  const reached = root === undefined ? new Set<ts.ClassDeclaration>() : reachOf(tree, root).controllers;
  const all = [...sourceFiles(tree.getDir(sourceRoot))]
    .filter((path) => tree.readText(path).includes('@Controller'))
    .flatMap((path) => sourceAt(tree, path).statements.filter(isController));
  const namesOf = (controllers: Iterable<ts.ClassDeclaration>) =>
    [...controllers]
      .filter((one) => decoratorCall(one, 'Public') === undefined)
      .map(nameOf)
      .toSorted();
  return { closed: namesOf(reached), beside: namesOf(all.filter((one) => !reached.has(one))) };
}

export const nameOf = (one: ts.ClassDeclaration) =>
  `${one.name?.text ?? 'a controller'} (${one.getSourceFile().fileName})`;
