import type { Tree } from '@angular-devkit/schematics';
import * as ts from 'typescript';

import { sourceAt } from '../source/parse-source';
import type { Application } from './application';

/** What the file that starts an app, as `main.ts`, puts in front of every route, as `/api`; empty where it puts nothing, or only running it would tell. */
export function globalPrefix(tree: Tree, { start }: Application): string {
  if (start === undefined) return '';
  const constants = new Map<string, ts.Expression | undefined>();
  let prefix: ts.Expression | undefined;
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node)) constants.set(node.name.getText(), node.initializer);
    if (isPrefixCall(node)) prefix ??= node.arguments[0];
    ts.forEachChild(node, visit);
  };
  visit(sourceAt(tree, start.path));
  const value = prefix && ts.isIdentifier(prefix) ? constants.get(prefix.text) : prefix;
  const path = value && ts.isStringLiteralLike(value) ? value.text.replace(/^\/|\/$/g, '') : '';
  return path === '' ? '' : `/${path}`;
}

const isPrefixCall = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  node.expression.name.text === 'setGlobalPrefix';
