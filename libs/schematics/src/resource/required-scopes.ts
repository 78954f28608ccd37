import type { Tree } from '@angular-devkit/schematics';
import * as ts from 'typescript';

import { sourceFiles } from '../app/guarded';
import { decoratorCall, sourceAt } from '../source/parse-source';
import { allOf, constantStrings } from './constant-strings';

/** What the sources of an app say about scopes. Places are `src/notes.controller.ts:12`. */
export interface RequiredScopes {
  /** The scopes that `@RequireScopes` and `@RequireAnyScope` name, each with its places. */
  readonly places: ReadonlyMap<string, readonly string[]>;
  /** Where they name scopes that only running the code would tell. */
  readonly unread: readonly string[];
  /** Where they guard routes that take tokens for another audience. */
  readonly elsewhere: readonly string[];
  /** Whether a source has the scope as a string, such as a policy that reads it from the token. */
  mentions(scope: string): boolean;
}

const GUARD = '@consentry/guard';
const NAMES = ['RequireScopes', 'RequireAnyScope'];

/** Reads the sources of an app, without its tests. @param url of the service: routes with another `@Audience` are not its own. */
export function requiredScopes(tree: Tree, sourceRoot: string, url: string): RequiredScopes {
  const places = new Map<string, string[]>();
  const unread: string[] = [];
  const elsewhere: string[] = [];
  const files = [...sourceFiles(tree.getDir(sourceRoot))].map((path) => ({ path, text: tree.readText(path) }));
  for (const { path } of files.filter(({ text }) => text.includes(GUARD))) {
    for (const call of scopeCalls(sourceAt(tree, path))) {
      const place = placeOf(call);
      const scopes = allOf(call.arguments.map((one) => constantStrings(tree, one)));
      if (!takesTokensFor(tree, call, url)) elsewhere.push(place);
      else if (scopes === undefined) unread.push(place);
      else for (const scope of scopes) places.set(scope, [...(places.get(scope) ?? []), place]);
    }
  }
  const mentions = (scope: string) =>
    files.some(({ text }) => ["'", '"', '`'].some((quote) => text.includes(quote + scope + quote)));
  return { places, unread, elsewhere, mentions };
}

/** The calls of the guard's decorators, also within decorators of the app's own. */
function scopeCalls(source: ts.SourceFile): ts.CallExpression[] {
  const callees = new Set(source.statements.filter(ts.isImportDeclaration).flatMap(calleesOf));
  const calls: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && callees.has(node.expression.getText())) calls.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return calls;
}

/** Finds the text by which a file calls the decorators that it imports. */
function calleesOf({ importClause, moduleSpecifier }: ts.ImportDeclaration): string[] {
  const bindings = importClause?.namedBindings;
  if (bindings === undefined || !ts.isStringLiteral(moduleSpecifier) || moduleSpecifier.text !== GUARD) return [];
  if (ts.isNamespaceImport(bindings)) return NAMES.map((name) => `${bindings.name.text}.${name}`);
  return bindings.elements
    .filter(({ name, propertyName }) => NAMES.includes((propertyName ?? name).text))
    .map(({ name }) => name.text);
}

/** `@Audience` of a method stands before that of its class, as in the guard. */
function takesTokensFor(tree: Tree, call: ts.CallExpression, url: string): boolean {
  if (!ts.isDecorator(call.parent)) return true;
  const decorated = call.parent.parent;
  const audience = decoratorCall(decorated, 'Audience') ?? decoratorCall(decorated.parent, 'Audience');
  if (audience === undefined) return true;
  return allOf(audience.arguments.map((one) => constantStrings(tree, one)))?.includes(url) === true;
}

function placeOf(node: ts.Node): string {
  const source = node.getSourceFile();
  return `${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}
