import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@consentry/test-support/run/root';

/** What a person reads in one go, without tables and code, which are looked up. */
const WORDS = 1_500;

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
  ...readdirSync(join(ROOT, 'libs')).map((name) => `libs/${name}/README.md`),
].filter((path) => path.endsWith('.md') && !path.includes('.vitepress'));

/** References that a script prints: looked up, not read. */
const PRINTED = ['docs/endpoints.md', 'docs/reference-guard.md', 'docs/settings.md'];

function wordsOf(path: string): number {
  const prose = readFileSync(join(ROOT, path), 'utf8')
    .replace(/^( *)(`{3,})[^]*?^\1\2$/gm, '')
    .replace(/^ *\|.*$/gm, '');
  return prose.split(/\s+/).length;
}

it('no page has more prose than a person reads in one go', () => {
  expect(pages.length).toBeGreaterThan(100);
  expect(pages.filter((path) => wordsOf(path) > WORDS).sort()).toEqual(PRINTED);
});
