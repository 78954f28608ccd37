import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ROOT } from '@consentry/test-support/run/root';

const markdownIn = (folder: string, recursive = false) =>
  readdirSync(join(ROOT, folder), { recursive, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !/node_modules|dist/.test(name))
    .map((name) => join(ROOT, folder, name));

const PAGES = [
  ...markdownIn('.'),
  ...markdownIn('docs', true),
  ...markdownIn('examples', true),
  ...readdirSync(join(ROOT, 'libs')).flatMap((name) => markdownIn(`libs/${name}`)),
];

/** Without code, which links nothing. */
const textOf = (path: string) => readFileSync(path, 'utf8').replace(/^( *)(`{3,})[^]*?^\1\2$/gm, '');

const linksOf = (path: string) =>
  [
    ...textOf(path)
      .replace(/`[^`\n]*`/g, '')
      .matchAll(/\]\(([^)\s]+)\)/g),
  ].map(([, link = '']) => link);

/** The anchors that GitHub gives to the headings of a page. */
function anchorsOf(path: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of textOf(path).matchAll(/^#{1,6} (.+)$/gm)) {
    const shown = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = shown.replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-');
    const same = [...anchors].filter((each) => each === slug || new RegExp(`^${slug}-\\d+$`).test(each)).length;
    anchors.add(same === 0 ? slug : `${slug}-${same}`);
  }
  return anchors;
}

/** @returns why a link leads nowhere. */
function problemOf(link: string, page: string): string | undefined {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), decodeURI(path));
  if (!existsSync(target)) return 'no such file';
  if (anchor !== undefined && !anchorsOf(target).has(anchor)) return 'no such heading';
  return undefined;
}

it('every link of the docs and READMEs leads to a file and a heading', () => {
  const found = PAGES.flatMap((page) => linksOf(page).map((link) => ({ page, link })));
  const local = found.filter(({ link }) => !/^[a-z]+:/.test(link));
  expect(local.length).toBeGreaterThan(300);
  expect(local.filter(({ link }) => link.includes('#')).length).toBeGreaterThan(50);
  const wrong = local.flatMap(({ page, link }) => {
    const problem = problemOf(link, page);
    return problem === undefined ? [] : [`${relative(ROOT, page)}: ${link}: ${problem}`];
  });
  expect(wrong).toEqual([]);
});
