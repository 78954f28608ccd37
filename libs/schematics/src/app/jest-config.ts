import { posix } from 'node:path';

import type { Tree } from '@angular-devkit/schematics';
import * as ts from 'typescript';

import { arrayText } from '../source/array-text';
import { editFile } from '../source/edit-file';
import { setInJson } from '../source/edit-json';
import { marginOf, parseSource } from '../source/parse-source';
import { styleOf } from '../source/style';

const FILES = ['cts', 'ts', 'cjs', 'js', 'mts', 'mjs'].map((ending) => `jest.config.${ending}`);

const IGNORED = 'transformIgnorePatterns';

/** A path of JavaScript that is installed. */
const INSTALLED = '/node_modules/package/index.js';

/**
 * Lets Jest transform installed packages in a project whose Jest settings are code, as Nx writes them. Nx evaluates the
 * settings too, and accepts only a path as the tsconfig of ts-jest: so JavaScript is allowed in that file.
 *
 * @param pattern a regular expression for the files that Jest leaves as they are.
 * @returns whether Jest transforms them, by this edit or already. If false, no file was changed.
 */
export function transformInCode(tree: Tree, root: string, pattern: string): boolean {
  const file = FILES.map((name) => posix.join(root, name)).find((path) => tree.exists(path));
  const config = file && exportedObject(parseSource(file, tree.readText(file)));
  const transform = config && valueOf(config, 'transform');
  if (!file || !config || !transform) return false;
  const ignored = valueOf(config, IGNORED);
  if (ignored !== undefined) return ignored.getText().includes(pattern);

  const transformer = transformerOf(transform, INSTALLED)?.getText();
  if (transformer === undefined) return false;
  if (transformer.includes('ts-jest')) {
    const tsconfig = /tsconfig: ['"]<rootDir>\/([^'"]+)['"]/.exec(transformer)?.[1];
    const path = tsconfig && posix.join(root, tsconfig);
    if (!path || !tree.exists(path)) return false;
    setInJson(tree, path, ['compilerOptions', 'allowJs'], true);
  }
  const { parent: property } = transform;
  const style = styleOf(tree, file);
  const margin = marginOf(property);
  const label = `${IGNORED}: `;
  const line = label + arrayText([], `'${pattern}'`, { margin, style, label });
  editFile(tree, file, [{ start: property.end, end: property.end, text: `,${style.newline}${margin}${line}` }]);
  return true;
}

/** The object literal of `module.exports = { … }` or `export default { … }`. */
function exportedObject({ statements }: ts.SourceFile): ts.ObjectLiteralExpression | undefined {
  const exported = statements.map(exportedBy).find((one) => one !== undefined);
  return exported && ts.isObjectLiteralExpression(exported) ? exported : undefined;
}

function exportedBy(statement: ts.Statement): ts.Expression | undefined {
  if (ts.isExportAssignment(statement)) return statement.expression;
  if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) return undefined;
  const { left, right } = statement.expression;
  return left.getText() === 'module.exports' ? right : undefined;
}

const assignmentsOf = (object: ts.Expression) =>
  ts.isObjectLiteralExpression(object) ? object.properties.filter(ts.isPropertyAssignment) : [];

const valueOf = (object: ts.Expression, name: string) =>
  assignmentsOf(object).find((one) => one.name.getText() === name)?.initializer;

/** Finds the value of `transform` for a path: the first pattern that fits it counts. */
const transformerOf = (transform: ts.Expression, path: string) =>
  assignmentsOf(transform).find(({ name }) => ts.isStringLiteral(name) && new RegExp(name.text).test(path))
    ?.initializer;
