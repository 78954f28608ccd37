import type { Tree } from '@angular-devkit/schematics';
import * as ts from 'typescript';

import { decoratorCall, sourceAt } from '../source/parse-source';
import { memberOf, valueOf } from '../source/value-of';
import { filesFrom } from './starts';

/** Calls that return calls, at most. */
const MOST_STEPS = 10;

export const isModule = (node: ts.Node): node is ts.ClassDeclaration =>
  ts.isClassDeclaration(node) && decoratorCall(node, 'Module') !== undefined;

/**
 * Finds the modules that an expression may be: a class, a dynamic module of it, either of two, what a function returns or
 * is given. Undefined where only running the code would tell.
 *
 * @param main the file that starts the app, for the calls of a function that is given its module.
 */
export function modulesIn(
  tree: Tree,
  node: ts.Node,
  main: string,
  steps = MOST_STEPS,
): ts.ClassDeclaration[] | undefined {
  const value = valueOf(tree, node);
  if (value === undefined || steps === 0) return undefined;
  const next = (one: ts.Node | undefined) => one && modulesIn(tree, one, main, steps - 1);
  if (ts.isClassDeclaration(value)) return [value];
  if (ts.isObjectLiteralExpression(value)) return next(memberOf(tree, value, 'module') ?? spreadIn(value));
  if (isOfClass(value)) return next(ts.findAncestor(value, ts.isClassDeclaration));
  if (ts.isConditionalExpression(value)) return ofAll([value.whenTrue, value.whenFalse].map(next));
  if (ts.isFunctionLike(value)) return ofAll(returnedBy(value).map(next));
  if (ts.isParameter(value)) return ofAll(argumentsFor(tree, value, main).map(next));
  return ts.isCallExpression(value) ? calledModules(tree, value, next) : undefined;
}

/** A static method that the class inherits, as of a ConfigurableModuleBuilder, returns the class itself. */
function calledModules(tree: Tree, { expression }: ts.CallExpression, next: (one: ts.Node) => Found): Found {
  const method = valueOf(tree, expression);
  if (method !== undefined) return next(method);
  return ts.isPropertyAccessExpression(expression) ? next(expression.expression) : undefined;
}

/** `{ ...super.register(options) }` */
const spreadIn = ({ properties }: ts.ObjectLiteralExpression) => properties.find(ts.isSpreadAssignment)?.expression;

const isOfClass = ({ kind }: ts.Node) => kind === ts.SyntaxKind.ThisKeyword || kind === ts.SyntaxKind.SuperKeyword;

type Found = ts.ClassDeclaration[] | undefined;

function ofAll(found: readonly Found[]): Found {
  const known = found.filter((one) => one !== undefined);
  return known.length > 0 && known.length === found.length ? known.flat() : undefined;
}

/** What a function returns, without the functions in it. */
function returnedBy(callee: ts.SignatureDeclaration): ts.Expression[] {
  const body = 'body' in callee ? callee.body : undefined;
  if (body === undefined) return [];
  if (!ts.isBlock(body)) return [body];
  const returned: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) && node.expression !== undefined) returned.push(node.expression);
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  };
  ts.forEachChild(body, visit);
  return returned;
}

/** What the calls of a function give it, in the files that start the app. */
function argumentsFor(tree: Tree, parameter: ts.ParameterDeclaration, main: string): (ts.Expression | undefined)[] {
  const at = parameter.parent.parameters.indexOf(parameter);
  const given: (ts.Expression | undefined)[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && valueOf(tree, node.expression) === parameter.parent)
      given.push(node.arguments[at] ?? parameter.initializer);
    ts.forEachChild(node, visit);
  };
  for (const path of filesFrom(tree, main)) visit(sourceAt(tree, path));
  return given;
}
