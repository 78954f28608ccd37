import type { Tree } from '@angular-devkit/schematics';
import * as ts from 'typescript';

import { sourceFiles } from '../app/guarded';
import { decoratorCall, parseSource } from '../source/parse-source';

/** The controllers of the app that are not open as a whole, as `CatsController (src/cats/cats.controller.ts)`. */
export function closedControllers(tree: Tree, sourceRoot: string): string[] {
  return [...sourceFiles(tree.getDir(sourceRoot))].flatMap((path) => {
    const text = tree.readText(path);
    if (!text.includes('@Controller')) return [];
    return parseSource(path, text)
      .statements.filter(ts.isClassDeclaration)
      .filter((one) => decoratorCall(one, 'Controller') !== undefined && decoratorCall(one, 'Public') === undefined)
      .map((one) => nameOf(one, path));
  });
}

export const nameOf = ({ name }: ts.ClassDeclaration, path: string) => `${name?.text ?? 'a controller'} (${path})`;
