import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Block } from '@consentry/test-support/docs/page-blocks';
import { ROOT } from '@consentry/test-support/run/root';
import { type Command, commandsOf, unquoted } from './shell-words';

const TESTS = ['apps/demo/test', 'libs/guard/test', 'libs/client/test', 'libs/schematics/test', 'tests'];

const SUPPORT = join(ROOT, 'tests/support');

const sources = new Map(
  TESTS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(ROOT, folder, name))
      .map((path) => [path, readFileSync(path, 'utf8')]),
  ),
);

/** The text of a test with all that it imports from its own room. */
function textOf(path: string, seen = new Set<string>()): string {
  const text = sources.get(path);
  if (text === undefined || seen.has(path)) return '';
  seen.add(path);
  const imported = [...text.matchAll(/ from '(\.{1,2}|@consentry\/test-support)(\/[^']+?)(?:\.ts)?'/g)].map(
    ([, from = '', to]) => `${from.startsWith('.') ? join(dirname(path), from) : SUPPORT}${to}.ts`,
  );
  return [text, ...imported.map((each) => textOf(each, seen))].join('\n');
}

const tests = [...sources.keys()].filter((path) => path.endsWith('spec.ts')).map((path) => textOf(path));

const names = (text: string, ...given: string[]) => given.some((name) => text.includes(`'${name}'`));

/** Whether a test names the page and the block: it reads it from there, so that what the page shows is what it runs. */
export const isRun = (block: Block): boolean => isTerminalOfExample(block) || isNamed(block);

const isNamed = ({ page, name }: Block) =>
  name !== undefined &&
  tests.some((text) => names(text, page, page.replace(/^docs\/(.+)\.md$/, '$1')) && names(text, name));

/** An example's README has one, which its test reads by the name of the example. */
function isTerminalOfExample({ page, language }: Block): boolean {
  const [, example] = /^examples\/([\w-]+)\/README\.md$/.exec(page) ?? [];
  const isRead = (text: string) => /(terminalOf|shownBy)\('([\w-]+)'/.exec(text)?.[2] === example;
  return language === 'console' && example !== undefined && tests.some(isRead);
}

/** What no test of a page can run, and why. */
const NOT_RUN: [RegExp, string][] = [
  [/^docker\b/, 'needs a container engine: tests/install/container runs the image by other means'],
  [/^(npm (ci|install|i|pack|publish)|npx|nest|nx)\b/, "needs npm's registry: the proofs of fresh apps make such apps"],
  [/^(apt-get|sudo|systemctl|journalctl|useradd|install|chown|runuser)\b/, 'needs root on a machine of its own'],
  [
    /^npm (start|test|run (?!account|keys|backup|restore|move|doctor|mcp-doctor|sign-in-key|developer-docs))/,
    'is a script of the package',
  ],
  [/^(npm run|consentry) /, 'is a command for operators, which has tests of its own'],
  [/^node (--\S+ )*\S+\.m?js\b/, 'is a program of the repository or of a package, which has tests of its own'],
  [/^git clone\b/, 'needs a network'],
];
/** What only helps the commands before and after it. */
const AROUND = /^(cd|export|umask|mkdir|echo|cat|date|source|openssl)\b/;

/** @returns why no test runs a script, where that is so for each of its commands. */
export function excuseOf(script: string): string | undefined {
  const lines = commandsOf(script).map(({ words }: Command) => words.map(unquoted).join(' '));
  const told = lines.filter((line) => !AROUND.test(line));
  const excuses = told.map((line) => NOT_RUN.find(([commands]) => commands.test(line))?.[1]);
  return excuses.every((excuse) => excuse !== undefined) ? excuses[0] : undefined;
}
