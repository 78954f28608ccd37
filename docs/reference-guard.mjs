// Prints docs/reference-guard.md: what the libraries export, by their sources. `npm run docs:reference` writes it.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { URL, fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PAGE = join(ROOT, 'docs/reference-guard.md');

const ENTRIES = {
  '@consentry/guard': 'libs/guard/src/index.ts',
  '@consentry/guard/testing': 'libs/guard/src/testing/index.ts',
  '@consentry/guard/mcp': 'libs/guard/src/mcp/index.ts',
  '@consentry/guard/swagger': 'libs/guard/src/swagger/index.ts',
  '@consentry/guard/sign-in': 'libs/guard/src/sign-in/index.ts',
  '@consentry/guard/passport': 'libs/guard/src/passport/index.ts',
  '@consentry/client': 'libs/client/src/index.ts',
  '@consentry/client/typeorm': 'libs/client/src/typeorm/index.ts',
  '@consentry/client/passport': 'libs/client/src/passport/index.ts',
};

const INTRODUCTION = `# Decorators, options, classes

What \`@consentry/guard\` and \`@consentry/client\` export, by entry point, from the sources. Times are milliseconds since 1970 unless a text says otherwise. Tasks: [the guard](../libs/guard/README.md), [the client](client.md).

`;

const sourceOf = (path) => ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
const oneLine = (text) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/([([]) | (?=[)\]])/g, '$1')
    .replace(/, ?([)\]])/g, '$1');
const code = (text) => `\`${oneLine(text)}\``;
const hidden = [ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.ProtectedKeyword];

/** The declaration of an export, and of a function each overload. */
function declarationsOf(source, name) {
  const found = source.statements.filter((statement) =>
    ts.isVariableStatement(statement)
      ? statement.declarationList.declarations[0].name.getText() === name
      : statement.name?.getText() === name,
  );
  if (found.length === 0) throw new Error(`${source.fileName} does not declare ${name}`);
  const overloads = found.filter((each) => ts.isFunctionDeclaration(each) && !each.body);
  return overloads.length > 0 ? overloads : found;
}

/** A declaration without its body. */
function signatureOf(node) {
  if (ts.isVariableStatement(node)) return `${node.declarationList.declarations[0].name.getText()}()`;
  if (ts.isTypeAliasDeclaration(node)) return node.getText().replace(/^export /, '');
  const end = node.body ?? (node.members && { pos: node.members.pos - 1 });
  const from = (ts.getModifiers(node) ?? []).at(-1)?.end ?? node.getStart();
  return node
    .getSourceFile()
    .text.slice(from, end?.pos ?? node.end)
    .replace(/;$/, '')
    .trim();
}

/** Of the comment's own text: TypeScript takes the decorators in it for tags. */
const exampleOf = (comment) => /@example\s+([^]+?)\s*\*\/$/.exec(comment.getText())?.[1].replace(/^ *\* ?/gm, '') ?? '';

const textOf = (comment) => ts.getTextOfJSDocComment(comment)?.trim() ?? '';

/** Prose of a declaration's comment, with its tags; examples stand apart. */
function prose(node) {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).slice(-1);
  if (!comment) return { text: '', example: '' };
  const tags = (comment.tags ?? []).map((tag) => [tag.tagName.text, textOf(tag.comment), tag.name?.getText()]);
  const said = tags.flatMap(([tag, text, name]) => {
    if (tag === 'param') return [`${code(name)}: ${text}`];
    if (tag === 'returns') return [`Returns ${text}`];
    return tag === 'throws' ? [`Throws ${text}`] : [];
  });
  const sentences = [textOf(comment.comment), ...said].filter(Boolean).map((text) => text.replace(/([^.])$/, '$1.'));
  return { text: sentences.join(' '), example: exampleOf(comment) };
}

/** What a class or interface shows: constructors only where a comment says what they take. */
function membersOf({ members = [] }) {
  return members.flatMap((member) => {
    const modifiers = ts.getModifiers(member) ?? [];
    if (modifiers.some(({ kind }) => hidden.includes(kind)) || member.name?.kind === ts.SyntaxKind.ComputedPropertyName)
      return [];
    if (!ts.isConstructorDeclaration(member)) return [member];
    const shown = member.parameters.filter((each) =>
      ts.getModifiers(each)?.every(({ kind }) => !hidden.includes(kind)),
    );
    return prose(member).text ? [member, ...shown] : shown;
  });
}

const parametersOf = ({ parameters }) =>
  parameters.map((each) => each.getText().replace(/^((private|readonly) )+/, '')).join(', ');

/** A member as it is used. */
function memberText(member) {
  if (ts.isConstructorDeclaration(member)) return `new (${parametersOf(member)})`;
  const isStatic = ts.getModifiers(member)?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword);
  if (!ts.isPropertyDeclaration(member)) return (isStatic ? 'static ' : '') + signatureOf(member);
  const { name, type, initializer: value } = member;
  if (type) return `${name.getText()}: ${type.getText()}`;
  if (ts.isNewExpression(value)) return `${name.getText()}: ${value.expression.getText()}`;
  if (!ts.isArrowFunction(value)) return `${name.getText()}: ${value.getText()}`;
  return `${name.getText()}(${parametersOf(value)})${value.type ? `: ${value.type.getText()}` : ''}`;
}

const row = (cells) => `| ${cells.map((cell) => oneLine(cell).replaceAll('|', '\\|')).join(' | ')} |`;

function sectionOf(name, declarations) {
  const parts = [`### ${code(name)}`];
  for (const node of declarations) {
    const { text, example } = prose(node);
    parts.push(code(signatureOf(node)), text, example && `\`\`\`text\n${example}\n\`\`\``);
    const rows = membersOf(node).map((member) => row([code(memberText(member)), prose(member).text]));
    if (rows.length > 0) parts.push(['| member | means |', '| --- | --- |', ...rows].join('\n'));
  }
  return parts.filter(Boolean).join('\n\n');
}

function entryOf([entry, path]) {
  const exported = sourceOf(join(ROOT, path)).statements.flatMap(({ exportClause, moduleSpecifier }) => {
    const source = sourceOf(join(ROOT, dirname(path), moduleSpecifier.text));
    return exportClause.elements.map(({ name }) => sectionOf(name.text, declarationsOf(source, name.text)));
  });
  return [`## ${code(entry)}`, ...exported].join('\n\n');
}

const page = INTRODUCTION + Object.entries(ENTRIES).map(entryOf).join('\n\n');
process.stdout.write(await format(page, { ...(await resolveConfig(PAGE)), filepath: PAGE }));
