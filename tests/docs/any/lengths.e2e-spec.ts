import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@consentry/test-support/run/root';

/** What a person reads in one go, without tables and code, which are looked up. */
const WORDS = 1_500;

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
  ...readdirSync(join(ROOT, 'libs')).map((name) => `libs/${name}/README.md`),
].filter((path) => path.endsWith('.md') && !path.includes('.vitepress') && existsSync(join(ROOT, path)));

/** What a user may have to read in all, tables included. */
const WORDS_OF_USERS = 55_000;

/** References that a script prints: looked up, not read. */
const PRINTED = ['docs/endpoints.md', 'docs/reference-guard.md', 'docs/settings.md'];

/** Records, and what is looked up at an error or printed by a script. */
const FOR_OTHERS =
  /docs\/(adr|conformance|errors|endpoints|reference-guard|generators-transcripts|settings|security\/stored-data)/;

const textOf = (path: string) =>
  readFileSync(join(ROOT, path), 'utf8')
    .replace(/^( *)(`{3,})[^]*?^\1\2$/gm, '')
    .replace(/<!--[^]*?-->/g, '');

const wordsIn = (text: string) => text.split(/\s+/).filter((word) => /\w/.test(word)).length;

const wordsOf = (path: string) => wordsIn(textOf(path).replace(/^ *\|.*$/gm, ''));

it('no page has more prose than a person reads in one go', () => {
  expect(pages.length).toBeGreaterThan(100);
  expect(pages.filter((path) => wordsOf(path) > WORDS).sort()).toEqual(PRINTED);
});

it('the pages for users are together no longer than a short book', () => {
  const read = pages.filter((path) => !FOR_OTHERS.test(path));
  const words = read.map((path) => wordsIn(textOf(path))).reduce((sum, each) => sum + each);
  expect(words).toBeGreaterThan(WORDS_OF_USERS / 2);
  expect(words).toBeLessThanOrEqual(WORDS_OF_USERS);
});
