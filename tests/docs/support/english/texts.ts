import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@consentry/test-support/run/root';
import ts from 'typescript';

/** Records keep the words of their day, conformance tables quote titles of tests, the reference is printed from code. */
const NOT_READ = /node_modules|\.vitepress|docs\/(adr|conformance|reference-guard\.md)/;

const under = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`);

const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The prose of each page: without code, which quotes messages, and without the targets of links. */
export function pages(): Map<string, string> {
  const paths = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...['docs', 'examples', 'libs'].flatMap(under)];
  const read = paths.filter(
    (path) => path.endsWith('.md') && !NOT_READ.test(path) && !/^libs\/(?!\w+\/README)/.test(path),
  );
  return new Map(
    read.map((path) => [
      path,
      textOf(path)
        .replace(/^( *)(`{3,})[^]*?^\1\2$/gm, '')
        .replace(/<!--[^]*?-->/g, '')
        .replace(/`[^`]+`/g, '`…`')
        .replace(/\]\([^)]*\)/g, ']'),
    ]),
  );
}

const isText = (node: ts.Node): node is ts.LiteralLikeNode =>
  ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node);

/** Each text in quotes, and between tags, that matches: two words or more. */
function literalsOf(path: string, wanted = /[a-z] [a-z]/i): string {
  const source = ts.createSourceFile(path, textOf(path), ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (isText(node) && wanted.test(node.text)) found.push(node.text.replace(/\s+/g, ' '));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.join('\n');
}

const sourcesOf = (wanted: RegExp) =>
  ['apps', 'libs']
    .flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}/src`))
    .flatMap(under)
    .filter((path) => wanted.test(path) && !path.includes('/files/'));

/** What the product says: messages, log lines, titles, descriptions of settings and commands. */
export function messages(): Map<string, string> {
  const sources = sourcesOf(/(?<!spec|\.d|\/de|\.de)\.tsx?$/);
  return new Map(sources.map((path) => [path, literalsOf(path)]));
}

/** Its German, single words too. */
export const germanMessages = (): Map<string, string> =>
  new Map(sourcesOf(/[./]de\.tsx?$|sign-in\/words\.ts$/).map((path) => [path, literalsOf(path, /[a-z]/i)]));
