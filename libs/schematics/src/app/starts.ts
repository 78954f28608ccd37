import type { Tree } from '@angular-devkit/schematics';
import * as ts from 'typescript';

import { importedName } from '../source/declarations';
import { sourceAt } from '../source/parse-source';
import { resolveFile } from '../source/resolve-file';

/** A call of `NestFactory.create`, which starts an app that answers HTTP: contexts and microservices have other names. */
export interface Start {
  readonly path: string;
  readonly call: ts.CallExpression;
}

/** Finds every app that a file starts, itself or by the files that it imports. */
export function startsOf(tree: Tree, main: string): Start[] {
  const files = [...filesFrom(tree, main)].filter((path) => tree.readText(path).includes('NestFactory'));
  return files.flatMap((path) => startCalls(sourceAt(tree, path)).map((call) => ({ path, call })));
}

/** A file and all that it imports, each once, the nearest first. */
export function filesFrom(tree: Tree, main: string): Set<string> {
  const files = new Set([main].filter((path) => tree.exists(path)));
  for (const path of files)
    for (const { fileName } of ts.preProcessFile(tree.readText(path), true, true).importedFiles) {
      const imported = resolveFile(tree, path, fileName);
      if (imported !== undefined) files.add(imported);
    }
  return files;
}

function startCalls(source: ts.SourceFile): ts.CallExpression[] {
  const calls: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isStart(node.expression)) calls.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return calls;
}

/** `NestFactory.create`, also under another name, or as a member of all that `@nestjs/core` exports. */
function isStart(callee: ts.Expression): boolean {
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== 'create') return false;
  const factory = callee.expression;
  if (ts.isPropertyAccessExpression(factory)) return factory.name.text === 'NestFactory';
  if (!ts.isIdentifier(factory)) return false;
  const clauses = factory.getSourceFile().statements.filter(ts.isImportDeclaration);
  const imported = clauses.map(({ importClause }) => importClause && importedName(importClause, factory.text));
  return factory.text === 'NestFactory' || imported.includes('NestFactory');
}
