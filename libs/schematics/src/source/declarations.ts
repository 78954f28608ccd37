import type { Tree } from '@angular-devkit/schematics';
import * as ts from 'typescript';

import { sourceAt } from './parse-source';
import { resolveFile } from './resolve-file';

/** Barrels of barrels, at most; as a circle of them has no end. */
const MOST_FILES = 20;

/**
 * Finds what a name means where it stands: a class, function, enum, variable or parameter, also of a file of the app that
 * it is imported from; a whole file for `import * as`. Undefined for what is of no file of the app.
 */
export function declarationOf(tree: Tree, name: ts.Identifier): ts.Node | undefined {
  for (let at: ts.Node = name.parent; !ts.isSourceFile(at); at = at.parent) {
    const found = declaredIn(at, name.text);
    if (found !== undefined) return found;
  }
  return ofFile(tree, name.getSourceFile(), name.text, MOST_FILES);
}

/** Finds what a file exports by a name, `default` too, through barrels. */
export function exportOf(tree: Tree, source: ts.SourceFile, name: string, steps = MOST_FILES): ts.Node | undefined {
  if (steps === 0) return undefined;
  for (const statement of source.statements) {
    const found = ts.isExportDeclaration(statement)
      ? exportedBy(tree, statement, name, steps)
      : exportedItself(statement, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The file of the app that an import or export names. */
export function fileOf(tree: Tree, specifier: ts.Node | undefined): ts.SourceFile | undefined {
  if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return undefined;
  const path = resolveFile(tree, specifier.getSourceFile().fileName, specifier.text);
  return path === undefined ? undefined : sourceAt(tree, path);
}

const ofFile = (tree: Tree, source: ts.SourceFile, name: string, steps: number) =>
  declaredAmong(source.statements, name) ?? importedAs(tree, source, name, steps);

function exportedItself(statement: ts.Statement, name: string): ts.Node | undefined {
  if (ts.isExportAssignment(statement)) return name === 'default' ? statement.expression : undefined;
  const kinds = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []).map(({ kind }) => kind) : [];
  if (!kinds.includes(ts.SyntaxKind.ExportKeyword)) return undefined;
  if (kinds.includes(ts.SyntaxKind.DefaultKeyword)) return name === 'default' ? statement : undefined;
  return declaredAmong([statement], name);
}

function exportedBy(tree: Tree, one: ts.ExportDeclaration, name: string, steps: number): ts.Node | undefined {
  const { exportClause: clause, moduleSpecifier } = one;
  const from = fileOf(tree, moduleSpecifier);
  if (clause === undefined) return from && name !== 'default' ? exportOf(tree, from, name, steps - 1) : undefined;
  if (ts.isNamespaceExport(clause)) return clause.name.text === name ? from : undefined;
  const element = clause.elements.find((each) => each.name.text === name);
  if (element === undefined) return undefined;
  const own = (element.propertyName ?? element.name).text;
  if (moduleSpecifier === undefined) return ofFile(tree, one.getSourceFile(), own, steps - 1);
  return from && exportOf(tree, from, own, steps - 1);
}

function importedAs(tree: Tree, source: ts.SourceFile, name: string, steps: number): ts.Node | undefined {
  for (const { importClause, moduleSpecifier } of source.statements.filter(ts.isImportDeclaration)) {
    const own = importClause && importedName(importClause, name);
    if (own === undefined) continue;
    const from = fileOf(tree, moduleSpecifier);
    return from && own !== '*' ? exportOf(tree, from, own, steps - 1) : from;
  }
  return undefined;
}

/** The name by which its file exports what is imported; `*` for all of the file. */
export function importedName({ name: own, namedBindings: bindings }: ts.ImportClause, name: string) {
  if (own?.text === name) return 'default';
  if (bindings === undefined) return undefined;
  if (ts.isNamespaceImport(bindings)) return bindings.name.text === name ? '*' : undefined;
  const element = bindings.elements.find((one) => one.name.text === name);
  return element && (element.propertyName ?? element.name).text;
}

function declaredIn(at: ts.Node, name: string): ts.Node | undefined {
  if (ts.isFunctionLike(at)) return at.parameters.find((one) => one.name.getText() === name);
  return ts.isBlock(at) ? declaredAmong(at.statements, name) : undefined;
}

function declaredAmong(statements: Iterable<ts.Statement>, name: string): ts.Node | undefined {
  for (const statement of statements) {
    if (ts.isClassDeclaration(statement) || ts.isFunctionDeclaration(statement) || ts.isEnumDeclaration(statement)) {
      if (statement.name?.text === name) return statement;
    } else if (ts.isVariableStatement(statement)) {
      const found = statement.declarationList.declarations.map((one) => boundTo(one, name)).find(Boolean);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function boundTo(variable: ts.VariableDeclaration, name: string): ts.Node | undefined {
  if (ts.isIdentifier(variable.name)) return variable.name.text === name ? variable : undefined;
  const elements = [...variable.name.elements].filter(ts.isBindingElement);
  return elements.find((one) => one.name.getText() === name);
}
