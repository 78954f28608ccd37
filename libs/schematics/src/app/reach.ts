import type { Tree } from '@angular-devkit/schematics';
import * as ts from 'typescript';

import { declarationOf } from '../source/declarations';
import { decoratorCall } from '../source/parse-source';
import { isModule } from './started-modules';

/** What a module serves. */
export interface Reach {
  /** The files of the module and of those that it imports. */
  readonly files: ReadonlySet<string>;
  readonly controllers: ReadonlySet<ts.ClassDeclaration>;
}

export const isController = (node: ts.Node): node is ts.ClassDeclaration =>
  ts.isClassDeclaration(node) && decoratorCall(node, 'Controller') !== undefined;

/** Follows the names in a module's metadata and static methods to modules, lists and functions, over any number of steps. */
export function reachOf(tree: Tree, root: ts.ClassDeclaration): Reach {
  const walked = new Set<ts.Node>([root]);
  const controllers = new Set<ts.ClassDeclaration>();
  for (const node of walked)
    for (const named of namesIn(node).map((name) => declarationOf(tree, name))) {
      if (named === undefined) continue;
      if (isController(named)) controllers.add(named);
      else if (isModule(named) || ts.isVariableDeclaration(named) || ts.isFunctionDeclaration(named)) walked.add(named);
    }
  return { files: new Set([...walked].map((node) => node.getSourceFile().fileName)), controllers };
}

function namesIn(node: ts.Node): ts.Identifier[] {
  const names: ts.Identifier[] = [];
  const visit = (child: ts.Node): void => {
    if (ts.isIdentifier(child) && !isLabel(child)) names.push(child);
    ts.forEachChild(child, visit);
  };
  ts.forEachChild(node, visit);
  return names;
}

/** `imports` of `{ imports: [] }`, `forRoot` of `CatsModule.forRoot()`: names that nothing declares. */
const isLabel = ({ parent, text }: ts.Identifier) =>
  (ts.isPropertyAccessExpression(parent) && parent.name.text === text) ||
  (ts.isPropertyAssignment(parent) && parent.name.getText() === text && parent.initializer.getText() !== text);
