import type { Tree } from '@angular-devkit/schematics';
import { applyEdits, findNodeAtLocation, type JSONPath, modify, parseTree } from 'jsonc-parser';

import { jsonStyle } from '../source/edit-json';
import type { Declaration, DeclaredScope } from './declaration';

/** Writes a declaration where there is none, in the way of `package.json`. */
export function createDeclaration(tree: Tree, path: string, declaration: Declaration): void {
  const style = jsonStyle(tree.readText('package.json'));
  tree.create(path, spelled(declaration, style) + style.eol);
}

/** Adds to a declaration what it lacks. @param after has the scopes of `before` first, in their order. */
export function addToDeclaration(tree: Tree, path: string, before: Declaration, after: Declaration): void {
  const old = tree.readText(path);
  let text = old;
  const set = (at: JSONPath, value: string) => {
    text = applyEdits(text, modify(text, at, value, { formattingOptions: jsonStyle(text) }));
  };
  for (const member of ['url', 'name'] as const)
    if (before[member] === '' && after[member] !== '') set([member], after[member]);
  before.scopes.forEach(({ description }, at) => {
    const now = after.scopes[at]!.description;
    if (description === '' && now !== '') set(['scopes', at, 'description'], now);
  });
  text = withScopes(text, after.scopes.slice(before.scopes.length));
  // The Nest CLI lists every file that is written as updated.
  if (text !== old) tree.overwrite(path, text);
}

/** After the last scope, and written as it is: jsonc-parser would format the lines of that one anew. */
function withScopes(text: string, scopes: readonly DeclaredScope[]): string {
  const style = jsonStyle(text);
  const last = findNodeAtLocation(parseTree(text)!, ['scopes'])?.children?.at(-1);
  if (scopes.length === 0) return text;
  if (last === undefined) return applyEdits(text, modify(text, ['scopes'], scopes, { formattingOptions: style }));
  const end = last.offset + last.length;
  const margin = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', last.offset) + 1))![0];
  const isOneLine = !text.slice(last.offset, end).includes('\n');
  const added = scopes.map((scope) => {
    const lines = isOneLine ? oneLine(scope) : spelled(scope, style).replaceAll(style.eol, style.eol + margin);
    return `,${style.eol}${margin}${lines}`;
  });
  return text.slice(0, end) + added.join('') + text.slice(end);
}

const oneLine = ({ name, description }: DeclaredScope) =>
  `{ "name": ${JSON.stringify(name)}, "description": ${JSON.stringify(description)} }`;

const spelled = (value: object, { insertSpaces, tabSize, eol }: ReturnType<typeof jsonStyle>) =>
  JSON.stringify(value, null, insertSpaces ? tabSize : '\t').replaceAll('\n', eol);
