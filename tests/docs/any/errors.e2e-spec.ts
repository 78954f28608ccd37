import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { readSettings } from '../../../apps/auth-server/src/platform/config/read-settings';
import type { SettingsError } from '../../../apps/auth-server/src/platform/config/settings-error';
import { ROOT } from '@consentry/test-support/run/root';

type Part = 'oauth' | 'guard' | 'operators';

const indexOf = (part: Part) => readFileSync(join(ROOT, `docs/errors/${part}.md`), 'utf8');

const pageNamesOf = (part: Part) =>
  readdirSync(join(ROOT, 'docs/errors', part)).map((file) => file.replace(/\.md$/, ''));

const pageOf = (part: Part, name: string) => readFileSync(join(ROOT, 'docs/errors', part, `${name}.md`), 'utf8');

/** The index of a part and all its pages. */
const textOf = (part: Part) => [indexOf(part), ...pageNamesOf(part).map((name) => pageOf(part, name))].join('\n');

const headingsOf = (page: string) => [...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading!);

const linksOf = (page: string, folder: Part) =>
  [...page.matchAll(new RegExp(`\\]\\(${folder}/([\\w-]+)\\.md\\)`, 'g'))].map(([, name]) => name!);

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
  const pages = namesIn(`${SERVER}/platform/config/help-page.ts`, 'type HelpPage =', /\| '([\w-]+)'/g);

  it('has a page for each error code of the server, a heading of the index in order, and no other', () => {
    const codes = namesIn(`${SERVER}/protocol/oauth-error.ts`, 'STATUS_OF = {', /^ {2}(\w+): \d+,$/gm).sort();
    expect(codes.length).toBeGreaterThan(20);
    expect(headingsOf(indexOf('oauth'))).toEqual(codes);
    expect(linksOf(indexOf('oauth'), 'oauth')).toEqual(codes);
    expect(pageNamesOf('oauth').sort()).toEqual(codes);
  });

  it('has a page for each error code of the guard, a heading of the index, and no other', () => {
    const codes = namesIn(`${GUARD}/bearer/bearer-fault.ts`, 'type BearerErrorCode =', /\| '(\w+)'/g);
    expect(codes.length).toBeGreaterThan(5);
    expect(headingsOf(indexOf('guard')).sort()).toEqual([...codes].sort());
    expect(linksOf(indexOf('guard'), 'guard').sort()).toEqual([...codes].sort());
    expect(pageNamesOf('guard').sort()).toEqual([...codes].sort());
  });

  it('has a page for each that starts and lines of the log name, a link of the index, and no other', () => {
    expect(pages.length).toBeGreaterThan(25);
    expect(pageNamesOf('operators').sort()).toEqual([...pages].sort());
    expect(linksOf(indexOf('operators'), 'operators').sort()).toEqual([...pages].sort());
  });

  it.each(['oauth', 'guard'] as const)('%s: no status of the index begins a numbered list', (part) =>
    expect(indexOf(part)).not.toMatch(/^\d+\. /m),
  );

  it.each(['oauth', 'guard'] as const)('%s: a page has the name of its code as title', (part) => {
    for (const code of pageNamesOf(part)) expect(pageOf(part, code)).toMatch(new RegExp(`^# ${code}\n`));
  });

  it.each([
    ['oauth', SERVER, /^(OAuthError|invalid(Request|Grant|Scope|Target|Client|Proof|Token|RequestObject))$/],
    ['guard', GUARD, /^(BearerFault\.\w+|Stop)$|\blogger\.(warn|error)$/],
    ['operators', SERVER, /\blogger\.(warn|error|fatal)$/],
  ] as const)('%s: the pages quote each message', (part, folder, callee) => {
    const quoted = quotedIn(textOf(part));
    const given = sentences(textsGivenTo(callee, expressions.get(folder)!));
    expect(given.length).toBeGreaterThan(20);
    expect(given.filter((text) => !quoted.has(text))).toEqual([]);
  });

  it('quotes the message of each error of the server on the page of its code', () => {
    const wrong: string[] = [];
    for (const { node, source } of expressions.get(SERVER)!) {
      if (!ts.isNewExpression(node) || node.expression.getText(source) !== 'OAuthError') continue;
      const [code, description] = node.arguments ?? [];
      if (code === undefined || description === undefined || !ts.isStringLiteral(code)) continue;
      const quoted = quotedIn(pageOf('oauth', code.text));
      const texts = sentences(new Set(textsOf(description, source)));
      wrong.push(...texts.filter((text) => !quoted.has(text)).map((text) => `${code.text}: ${text}`));
    }
    expect(wrong).toEqual([]);
  });

  it('quotes each reason not to start', () => {
    const quoted = quotedIn(textOf('operators'));
    // Those of commands name the cure themselves.
    const ofServer = expressions.get(SERVER)!.filter(({ source }) => !source.fileName.startsWith('commands'));
    const given = sentences(textsGivenTo(/^StartError$/, ofServer));
    expect(given.length).toBeGreaterThan(8);
    expect(given.filter((text) => !quoted.has(text))).toEqual([]);
  });

  /** A page's messages stand between its title and its first heading. */
  const messagesOf = (page: string) => [...quotedIn(page.split('\n## ')[0]!.replace(/```[^]+?```/g, ''))];

  it('names its page in each warning of the log and each reason not to start, and there the message is quoted', () => {
    const named = new Set<string>();
    const wrong: string[] = [];
    for (const { node, source } of expressions.get(SERVER)!) {
      if (!(ts.isCallExpression(node) || ts.isNewExpression(node)) || source.fileName.startsWith('commands')) continue;
      const callee = node.expression.getText(source);
      const isLog =
        /\blogger\.(warn|error|fatal)$/.test(callee) && source.fileName !== 'platform/http/server/logger.ts';
      if (!isLog && callee !== 'StartError') continue;
      const page = /\bhelp(?:On\(|: )'([\w-]+)'/.exec(node.getText(source))?.[1];
      const said = (node.arguments ?? []).flatMap((given) => textsOf(given, source)).filter((given) => given !== '');
      if (page === undefined) wrong.push(`${source.fileName} names no page: ${said.join()}`);
      else if (said.some((given) => !messagesOf(pageOf('operators', page)).includes(given)))
        wrong.push(`${page}.md does not begin with: ${said.join()}`);
      else named.add(page);
    }
    expect(wrong).toEqual([]);
  });

  it('quotes no message that the code lacks', () => {
    const all = [SERVER, GUARD].flatMap((folder) => expressions.get(folder)!);
    const known = new Set(all.flatMap(({ node, source }) => (isText(node) ? textsOf(node, source) : [])));
    // In the first column, and nowhere else, stands what the code says.
    const pagesWithRows = (['oauth', 'guard'] as const).map(textOf).join('\n');
    const rows = [...pagesWithRows.matchAll(/^\| (`[^|]+`) +\|/gm)].map(([, cell]) => cell!);
    expect(rows.length).toBeGreaterThan(60);
    const messages = pages.flatMap((name) => messagesOf(pageOf('operators', name)));
    expect(messages.length).toBeGreaterThan(30);
    expect([...quotedIn(rows.join('\n')), ...messages].filter((text) => !known.has(text))).toEqual([]);
  });

  it('shows the line of the log with the page that it names', () => {
    for (const name of pages)
      for (const [, block = ''] of pageOf('operators', name).matchAll(/```json\n([^]+?)```/g))
        expect(JSON.parse(block)).toMatchObject({ help: `docs/errors/operators/${name}.md` });
  });

  it('shows what a start with wrong settings says', () => {
    const [, shown = ''] = /```text\n([^]+?)\n```/.exec(pageOf('operators', 'wrong-setting'))!;
    let problems: readonly string[] = [];
    try {
      readSettings({ PORT: '99999', EVENTS_KEPT: 'many' });
    } catch (error) {
      problems = (error as SettingsError).problems;
    }
    const lines = [...problems, 'see docs/errors/operators/wrong-setting.md'];
    expect(shown.split('\n')).toEqual(lines.map((line) => `consentry auth-server: ${line}`));
  });
});
