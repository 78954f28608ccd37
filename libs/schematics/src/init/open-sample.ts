import type { Tree } from '@angular-devkit/schematics';
import * as ts from 'typescript';

import { styleOf } from '../source/style';
import { editFile } from '../source/edit-file';
import { importEdits } from '../source/imports';
import { decoratorCall, parseSource } from '../source/parse-source';
import { nameOf } from './controllers';

/** As the Nest CLI and Nx name the hello of a new app. */
const HELLO = ['getHello', 'getData'];

/** Keeps the hello of a new app open, as the app's own e2e test calls it. @returns its controller, as `controllersOf` does. */
export function openSample(tree: Tree, rootModule: string): string | undefined {
  const path = rootModule.replace(/\.module\.ts$/, '.controller.ts');
  if (path === rootModule || !tree.exists(path)) return undefined;
  const source = parseSource(path, tree.readText(path));
  for (const controller of source.statements.filter(ts.isClassDeclaration)) {
    const hello = controller.members.filter(ts.isMethodDeclaration).find((one) => isHello(one));
    if (hello === undefined || decoratorCall(controller, 'Controller') === undefined) continue;
    if (decoratorCall(hello, 'Public') === undefined) open(tree, path, source, hello);
    return nameOf(controller);
  }
  return undefined;
}

const isHello = (one: ts.MethodDeclaration) =>
  HELLO.includes(one.name.getText()) && decoratorCall(one, 'Get')?.arguments.length === 0;

function open(tree: Tree, path: string, source: ts.SourceFile, hello: ts.MethodDeclaration): void {
  const style = styleOf(tree, path);
  const start = hello.getStart();
  editFile(tree, path, [
    ...importEdits(source, [{ names: ['Public'], from: '@consentry/guard' }], style),
    { start, end: start, text: `@Public()${style.newline}${style.indent}` },
  ]);
}
