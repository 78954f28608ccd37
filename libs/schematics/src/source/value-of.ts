import type { Tree } from '@angular-devkit/schematics';
import * as ts from 'typescript';

import { declarationOf, exportOf, fileOf } from './declarations';

/** Names that mean names, at most. */
const MOST_STEPS = 30;

/**
 * Finds what an expression stands for, as far as the sources tell: constants, members, imports, `as` and `await` are
 * followed to a class, function, enum, file, parameter, or to an expression that only running the code would tell.
 */
export function valueOf(tree: Tree, node: ts.Node, steps = MOST_STEPS): ts.Node | undefined {
  if (steps === 0) return undefined;
  const next = followed(tree, node, steps);
  return next === undefined || next === node ? next : valueOf(tree, next, steps - 1);
}

function followed(tree: Tree, node: ts.Node, steps: number): ts.Node | undefined {
  if (isWrapper(node)) return node.expression;
  if (ts.isIdentifier(node)) return declarationOf(tree, node);
  if (ts.isVariableDeclaration(node))
    return ts.getCombinedNodeFlags(node) & ts.NodeFlags.Const ? node.initializer : undefined;
  if (ts.isBindingElement(node)) return boundMember(tree, node, steps);
  if (ts.isPropertyAccessExpression(node)) {
    const owner = valueOf(tree, node.expression, steps - 1);
    return owner && memberOf(tree, owner, node.name.text);
  }
  return isLoad(node) ? fileOf(tree, node.arguments[0]) : node;
}

const isWrapper = (node: ts.Node) =>
  ts.isAsExpression(node) ||
  ts.isSatisfiesExpression(node) ||
  ts.isParenthesizedExpression(node) ||
  ts.isNonNullExpression(node) ||
  ts.isAwaitExpression(node);

/** `import('./app.module')`, `require('./app.module')` */
const isLoad = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) &&
  (node.expression.kind === ts.SyntaxKind.ImportKeyword || node.expression.getText() === 'require');

/** `const { AppModule } = await import('./app.module')` */
function boundMember(tree: Tree, one: ts.BindingElement, steps: number): ts.Node | undefined {
  const variable = one.parent.parent;
  if (!ts.isVariableDeclaration(variable) || variable.initializer === undefined) return undefined;
  const owner = valueOf(tree, variable.initializer, steps - 1);
  return owner && memberOf(tree, owner, (one.propertyName ?? one.name).getText());
}

/** A member of an enum, of a constant object, of a class (static), or an export of a file. */
export function memberOf(tree: Tree, owner: ts.Node, name: string): ts.Node | undefined {
  if (ts.isSourceFile(owner)) return exportOf(tree, owner, name);
  if (ts.isEnumDeclaration(owner)) return owner.members.find((one) => nameOf(one.name) === name)?.initializer;
  if (ts.isClassDeclaration(owner)) {
    const member = owner.members.find((one) => one.name !== undefined && nameOf(one.name) === name);
    return member && ts.isPropertyDeclaration(member) ? member.initializer : member;
  }
  if (!ts.isObjectLiteralExpression(owner)) return undefined;
  const property = owner.properties.find((one) => one.name !== undefined && nameOf(one.name) === name);
  if (property === undefined || ts.isMethodDeclaration(property)) return property;
  if (ts.isPropertyAssignment(property)) return property.initializer;
  return ts.isShorthandPropertyAssignment(property) ? declarationOf(tree, property.name) : undefined;
}

const nameOf = (name: ts.PropertyName) =>
  ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : name.getText();
