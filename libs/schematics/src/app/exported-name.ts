import type { Tree } from '@angular-devkit/schematics';
import * as ts from 'typescript';

import { exportOf } from '../source/declarations';
import { valueOf } from '../source/value-of';

/** The name by which its own file exports a class, `default` too; undefined where it does not. */
export function exportedName(tree: Tree, one: ts.ClassDeclaration): string | undefined {
  const source = one.getSourceFile();
  const clauses = source.statements.filter(ts.isExportDeclaration).map(({ exportClause }) => exportClause);
  const others = clauses.flatMap((clause) => (clause && ts.isNamedExports(clause) ? [...clause.elements] : []));
  return [one.name?.text ?? '', 'default', ...others.map(({ name }) => name.text)].find((name) => {
    const exported = exportOf(tree, source, name);
    return exported !== undefined && valueOf(tree, exported) === one;
  });
}
