import type { Tree } from '@angular-devkit/schematics';
import * as ts from 'typescript';

import type { Application } from '../app/application';
import { sourceFiles } from '../app/guarded';
import { editFile } from '../source/edit-file';
import { importEdits } from '../source/imports';
import { elementEdit } from '../source/module-metadata';
import { parseSource } from '../source/parse-source';
import { Refusal } from '../source/refusal';
import { styleOf } from '../source/style';

const ENTITY = { names: ['StoredTokens'], from: '@consentry/client/typeorm' };

/** Makes the table of tokens an entity of the app's database. @returns whether the app has TypeORM. */
export function addStoredTokens(tree: Tree, { sourceRoot }: Application): boolean {
  const path = [...sourceFiles(tree.getDir(sourceRoot))].find((one) =>
    /\bTypeOrmModule\.forRoot(Async)?\(/.test(tree.readText(one)),
  );
  if (path === undefined) return false;
  const text = tree.readText(path);
  if (/\bautoLoadEntities:\s*true\b|\bStoredTokens\b/.test(text)) return true;
  const source = parseSource(path, text);
  const options = connectionOptions(source);
  const edit = options && elementEdit(options, 'entities', 'StoredTokens', styleOf(tree, path));
  if (edit === undefined) {
    const lines = [`import { StoredTokens } from '${ENTITY.from}';`, 'entities: [StoredTokens],'];
    throw new Refusal(`${path} has no list of entities to which the table of tokens can be added.`, lines);
  }
  editFile(tree, path, [...importEdits(source, [ENTITY], styleOf(tree, path)), edit]);
  return true;
}

/** The object with `entities` within a call of `TypeOrmModule.forRoot` or `forRootAsync`. */
function connectionOptions(source: ts.SourceFile): ts.ObjectLiteralExpression | undefined {
  let found: ts.ObjectLiteralExpression | undefined;
  const visit = (node: ts.Node, isWithin: boolean): void => {
    const isCall = ts.isCallExpression(node) && /^TypeOrmModule\.forRoot/.test(node.expression.getText());
    if (isWithin && ts.isObjectLiteralExpression(node) && hasEntities(node)) found ??= node;
    ts.forEachChild(node, (child) => visit(child, isWithin || isCall));
  };
  visit(source, false);
  return found;
}

const hasEntities = ({ properties }: ts.ObjectLiteralExpression) =>
  properties.some(({ name }) => name?.getText() === 'entities');
