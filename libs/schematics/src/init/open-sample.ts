import type { Tree } from '@angular-devkit/schematics';
import * as ts from 'typescript';

import { styleOf } from '../source/style';
import { editFile } from '../source/edit-file';
import { importEdits } from '../source/imports';
import { decoratorCall, parseSource } from '../source/parse-source';

/** Keeps the hello of `nest new` open, as the app's own e2e test calls it. @returns whether it is there. */
export function openSample(tree: Tree, sourceRoot: string): boolean {
  const path = `${sourceRoot}/app.controller.ts`;
  if (!tree.exists(path)) return false;
  const source = parseSource(path, tree.readText(path));
  const controller = source.statements.filter(ts.isClassDeclaration).find(({ name }) => name?.text === 'AppController');
  const hello = controller?.members.filter(ts.isMethodDeclaration).find(({ name }) => name.getText() === 'getHello');
  if (hello === undefined || decoratorCall(hello, 'Get')?.arguments.length !== 0) return false;
  if (decoratorCall(hello, 'Public') !== undefined) return true;
  const style = styleOf(tree, path);
  const start = hello.getStart();
  editFile(tree, path, [
    ...importEdits(source, [{ names: ['Public'], from: '@consentry/guard' }], style),
    { start, end: start, text: `@Public()${style.newline}${style.indent}` },
  ]);
  return true;
}
