/** @once */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../support/production-page';

const pageOf = (name: string) => readFileSync(join(ROOT, 'docs/errors', name), 'utf8');

const headingsOf = (page: string) => [...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);

/** What a page quotes: `…` stands for what only the moment knows. */
const quotedIn = (page: string) => new Set([...page.matchAll(/`([^`\n]+)`/g)].map(([, text]) => text!));

/** Texts that an expression can be, `…` in place of its parts; of a constant, those of its value. */
function textsOf(node: ts.Expression, source: ts.SourceFile): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')];
  if (ts.isConditionalExpression(node))
    return [node.whenTrue, node.whenFalse].flatMap((either) => textsOf(either, source));
  if (ts.isBinaryExpression(node)) return [[node.left, node.right].flatMap((part) => textsOf(part, source)).join('')];
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
    return textsOf(node.expression.expression, source).map((text) => text.replaceAll('\n', ''));
  if (!ts.isIdentifier(node)) return [];
  return constantOf(node.text, source).flatMap((value) => textsOf(value, source));
}

const constantOf = (name: string, source: ts.SourceFile) =>
  source.statements
    .filter((statement) => ts.isVariableStatement(statement))
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .flatMap(({ name: own, initializer }) => (own.getText(source) === name && initializer ? [initializer] : []));

const SERVER = 'apps/auth-server/src';
const GUARD = 'libs/guard/src';

/** Each expression of the sources in a folder, with its file. */
const expressionsIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.spec)\.tsx?$/.test(name))
    .flatMap((name) => {
      const text = readFileSync(join(ROOT, folder, name), 'utf8');
      const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest);
      const found: { node: ts.Node; source: ts.SourceFile }[] = [];
      const look = (node: ts.Node): void => {
        found.push({ node, source });
        ts.forEachChild(node, look);
      };
      look(source);
      return found;
    });

/** The texts that calls of these functions are given. */
function textsGivenTo(callee: RegExp, expressions: ReturnType<typeof expressionsIn>): Set<string> {
  const texts = new Set<string>();
  for (const { node, source } of expressions)
    if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && callee.test(node.expression.getText(source)))
      for (const given of node.arguments ?? []) for (const text of textsOf(given, source)) texts.add(text);
  return texts;
}

const isText = (node: ts.Node): node is ts.Expression =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateExpression(node) ||
  ts.isBinaryExpression(node) ||
  ts.isCallExpression(node);

/** Without codes, which have no space, and challenges. */
const sentences = (texts: Set<string>) =>
  [...texts].filter((text) => /[a-z] /.test(text) && !text.startsWith('Bearer '));

/** Members of a type or keys of an object, by the first text of the line that opens it. */
function namesIn(file: string, open: string, each: RegExp): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const body = text.slice(text.indexOf(open) + open.length).split(/;\n|\n}/)[0]!;
  return [...body.matchAll(each)].map(([, name]) => name!);
}

describe('docs/errors', () => {
  const expressions = new Map([SERVER, GUARD].map((folder) => [folder, expressionsIn(folder)]));

  it('oauth.md has each error code of the server as a heading, in order, and no other', () => {
    const codes = namesIn(`${SERVER}/protocol/oauth-error.ts`, 'STATUS_OF = {', /^ {2}(\w+): \d+,$/gm);
    expect(codes.length).toBeGreaterThan(20);
    expect(headingsOf(pageOf('oauth.md'))).toEqual(codes.sort());
  });

  it('guard.md has each error code of the guard as a heading, and no other', () => {
    const codes = namesIn(`${GUARD}/bearer/bearer-fault.ts`, 'type BearerErrorCode =', /\| '(\w+)'/g);
    expect(codes.length).toBeGreaterThan(5);
    expect(headingsOf(pageOf('guard.md')).sort()).toEqual(codes.sort());
  });

  it.each([
    ['oauth.md', SERVER, /^(OAuthError|invalid(Request|Grant|Scope|Target|Client|Proof|Token|RequestObject))$/],
    ['guard.md', GUARD, /^BearerFault\.\w+$|\blogger\.(warn|error)$/],
    ['operators.md', SERVER, /\blogger\.(warn|error|fatal)$/],
  ])('%s quotes each message', (page, folder, callee) => {
    const quoted = quotedIn(pageOf(page));
    const given = sentences(textsGivenTo(callee, expressions.get(folder)!));
    expect(given.length).toBeGreaterThan(20);
    expect(given.filter((text) => !quoted.has(text))).toEqual([]);
  });

  it('operators.md quotes each reason not to start', () => {
    const quoted = quotedIn(pageOf('operators.md'));
    // Those of commands name the cure themselves.
    const ofServer = expressions.get(SERVER)!.filter(({ source }) => !source.fileName.startsWith('commands'));
    const given = sentences(textsGivenTo(/^StartError$/, ofServer));
    expect(given.length).toBeGreaterThan(8);
    expect(given.filter((text) => !quoted.has(text))).toEqual([]);
  });

  it.each([
    ['oauth.md', [SERVER]],
    ['guard.md', [GUARD, SERVER]],
    ['operators.md', [SERVER]],
  ])('%s quotes no message that the code lacks', (page, folders) => {
    const all = folders.flatMap((folder) => expressions.get(folder)!);
    const known = new Set(all.flatMap(({ node, source }) => (isText(node) ? textsOf(node, source) : [])));
    // In the first column, and nowhere else, stands what the code says.
    const rows = [...pageOf(page).matchAll(/^\| (`[^|]+`) +\|/gm)].map(([, cell]) => cell!);
    expect(rows.length).toBeGreaterThan(15);
    expect([...quotedIn(rows.join('\n'))].filter((text) => !known.has(text))).toEqual([]);
  });
});
