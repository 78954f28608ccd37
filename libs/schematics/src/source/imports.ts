import * as ts from 'typescript';

import { Refusal } from './refusal';
import { inStyle, type Style } from './style';
import type { Edit } from './edit-file';

/** The names to import from one module. */
export interface Import {
  readonly names: readonly string[];
  readonly from: string;
}

/** Adds the names that a file does not import yet. Throws a Refusal where one of them means something else there. */
export function importEdits(source: ts.SourceFile, imports: readonly Import[], style: Style): Edit[] {
  const existing = source.statements.filter(ts.isImportDeclaration);
  const edits: Edit[] = [];
  const lines: string[] = [];
  for (const { names, from } of imports) {
    const own = existing.filter((one) => specifierOf(one) === from && isNamed(one));
    const missing = names.filter((name) => !own.some((one) => namesOf(one).includes(name)));
    for (const name of missing) assertFree(source, name, from);
    const target = own.find((one) => !one.importClause?.isTypeOnly);
    if (missing.length === 0) continue;
    if (target === undefined) lines.push(inStyle(importLine(missing, from, style), style));
    else edits.push(namesEdit(source, target, missing, style));
  }
  return lines.length === 0 ? edits : [...edits, linesEdit(source, existing, lines, style)];
}

/** Writes an import as Prettier does. */
export function importLine(names: readonly string[], from: string, { printWidth }: Pick<Style, 'printWidth'>): string {
  const line = `import { ${names.join(', ')} } from '${from}';`;
  return line.length <= printWidth
    ? line
    : `import {\n${names.map((name) => `  ${name},\n`).join('')}} from '${from}';`;
}

function namesEdit(source: ts.SourceFile, one: ts.ImportDeclaration, missing: readonly string[], style: Style): Edit {
  const bindings = one.importClause!.namedBindings as ts.NamedImports;
  const names = [...bindings.elements.map((element) => element.getText(source)), ...missing];
  const [start, end] = [bindings.getStart(source), bindings.end];
  const line = `{ ${names.join(', ')} }`;
  const rest = one.getText(source).length - (end - start);
  const isOneLine = !bindings.getText(source).includes('\n') && line.length + rest <= style.printWidth;
  return { start, end, text: isOneLine ? line : inStyle(`{\n${names.map((name) => `  ${name},\n`).join('')}}`, style) };
}

/** New imports follow those of other packages, and stand before those of the app's own files. */
function linesEdit(source: ts.SourceFile, existing: ts.ImportDeclaration[], lines: string[], style: Style): Edit {
  const packages = existing.filter((one) => !specifierOf(one).startsWith('.'));
  const last = packages.at(-1) ?? existing.at(-1);
  const text = lines.join(style.newline);
  if (last === undefined) return { start: 0, end: 0, text: `${text}${style.newline}${style.newline}` };
  const end = ts.getTrailingCommentRanges(source.text, last.end)?.at(-1)?.end ?? last.end;
  return { start: end, end, text: `${style.newline}${text}` };
}

function assertFree(source: ts.SourceFile, name: string, from: string): void {
  const isImported = source.statements
    .filter(ts.isImportDeclaration)
    .some((one) => one.importClause?.name?.text === name || namesOf(one).includes(name));
  const isDeclared = source.statements.some((one) => ts.isClassDeclaration(one) && one.name?.text === name);
  if (isImported || isDeclared)
    throw new Refusal(
      `${source.fileName} has another ${name} than the one from ${from}: rename it there, or import ours under another name.`,
    );
}

const specifierOf = ({ moduleSpecifier }: ts.ImportDeclaration) => (moduleSpecifier as ts.StringLiteral).text;

const isNamed = ({ importClause }: ts.ImportDeclaration) =>
  importClause?.namedBindings !== undefined && ts.isNamedImports(importClause.namedBindings);

const namesOf = (one: ts.ImportDeclaration): string[] =>
  isNamed(one) ? (one.importClause!.namedBindings as ts.NamedImports).elements.map(({ name }) => name.text) : [];
