import { posix } from 'node:path';

import type { Tree } from '@angular-devkit/schematics';
import * as ts from 'typescript';

import { resolveFile } from '../app/root-module';
import { parseSource } from '../source/parse-source';

/** Constants that name constants, at most. */
const MOST_STEPS = 10;

/**
 * The strings that an expression stands for: literals, constants, members of enums and of constant objects, spread lists,
 * also imported from files of the app. Undefined where only running the code would tell.
 */
export function constantStrings(tree: Tree, expression: ts.Expression, steps = MOST_STEPS): string[] | undefined {
  const value = unwrapped(expression);
  const next = (one: ts.Expression | undefined) =>
    one === undefined || steps === 0 ? undefined : constantStrings(tree, one, steps - 1);
  if (ts.isStringLiteralLike(value)) return [value.text];
  if (ts.isSpreadElement(value)) return next(value.expression);
  if (ts.isArrayLiteralExpression(value)) return allOf(value.elements.map(next));
  if (ts.isIdentifier(value)) return isParameter(value) ? undefined : next(constantOf(tree, value));
  if (ts.isPropertyAccessExpression(value)) return next(memberOf(tree, value));
  return undefined;
}

/** The strings of all expressions; undefined where one has none. */
export function allOf(lists: readonly (string[] | undefined)[]): string[] | undefined {
  const known = lists.filter((list) => list !== undefined);
  return known.length === lists.length ? known.flat() : undefined;
}

function unwrapped(value: ts.Expression): ts.Expression {
  return ts.isAsExpression(value) || ts.isSatisfiesExpression(value) || ts.isParenthesizedExpression(value)
    ? unwrapped(value.expression)
    : value;
}

/** A parameter has the name of a constant without being it. */
function isParameter(name: ts.Identifier): boolean {
  for (let at: ts.Node = name; !ts.isSourceFile(at); at = at.parent)
    if (ts.isFunctionLike(at) && at.parameters.some((one) => one.name.getText() === name.text)) return true;
  return false;
}

type Declared = ts.Expression | ts.EnumDeclaration;

function constantOf(tree: Tree, name: ts.Identifier): ts.Expression | undefined {
  const declared = declaredAs(tree, name.getSourceFile(), name.text);
  return declared === undefined || ts.isEnumDeclaration(declared) ? undefined : declared;
}

/** `Scope.Read` of an enum, or of an object of constants. */
function memberOf(tree: Tree, { expression, name }: ts.PropertyAccessExpression): ts.Expression | undefined {
  if (!ts.isIdentifier(expression) || isParameter(expression)) return undefined;
  const owner = declaredAs(tree, expression.getSourceFile(), expression.text);
  if (owner === undefined) return undefined;
  if (ts.isEnumDeclaration(owner)) return owner.members.find((one) => nameOf(one.name) === name.text)?.initializer;
  const object = unwrapped(owner);
  if (!ts.isObjectLiteralExpression(object)) return undefined;
  return object.properties.filter(ts.isPropertyAssignment).find((one) => nameOf(one.name) === name.text)?.initializer;
}

/** A constant or enum at the top of a file, or of the file of the app that it is imported from. */
function declaredAs(tree: Tree, source: ts.SourceFile, name: string, steps = MOST_STEPS): Declared | undefined {
  for (const statement of source.statements) {
    if (ts.isEnumDeclaration(statement) && statement.name.text === name) return statement;
    if (!ts.isVariableStatement(statement) || !(statement.declarationList.flags & ts.NodeFlags.Const)) continue;
    const found = statement.declarationList.declarations.find((one) => one.name.getText() === name);
    if (found !== undefined) return found.initializer;
  }
  const imported = steps > 0 ? importedFrom(tree, source, name) : undefined;
  return imported && declaredAs(tree, imported.source, imported.name, steps - 1);
}

function importedFrom(tree: Tree, source: ts.SourceFile, name: string) {
  for (const { importClause, moduleSpecifier } of source.statements.filter(ts.isImportDeclaration)) {
    const bindings = importClause?.namedBindings;
    if (bindings === undefined || !ts.isNamedImports(bindings) || !ts.isStringLiteral(moduleSpecifier)) continue;
    const found = bindings.elements.find((one) => one.name.text === name);
    if (found === undefined || !moduleSpecifier.text.startsWith('.')) continue;
    const path = resolveFile(tree, posix.dirname(source.fileName), moduleSpecifier.text);
    if (path === undefined) return undefined;
    return { source: parseSource(path, tree.readText(path)), name: (found.propertyName ?? found.name).text };
  }
  return undefined;
}

const nameOf = (name: ts.PropertyName) =>
  ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : name.getText();
