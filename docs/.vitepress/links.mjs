// The pages link each other by paths in the repository, so that they can be read there too; here they become links of the site.
import { posix, relative } from 'node:path';
import { URL, fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Pages of the site that stand elsewhere than in docs/. */
const ELSEWHERE = {
  'README.md': 'index.md',
  'CHANGELOG.md': 'changelog.md',
  'CONTRIBUTING.md': 'contributing.md',
  'libs/client/README.md': 'libs/client.md',
  'libs/guard/README.md': 'libs/guard.md',
  'libs/schematics/README.md': 'libs/schematics.md',
  'libs/typeorm-node-sqlite/README.md': 'libs/typeorm-node-sqlite.md',
};

/** @returns the page of a Markdown file, both by their paths; undefined for what the site does not have. */
export function pageOf(source) {
  if (!source.endsWith('.md') || !source.startsWith('docs/')) return ELSEWHERE[source];
  return source.slice('docs/'.length).replace(/(^|\/)README\.md$/, '$1index.md');
}

/** The anchor that GitHub gives a heading: links with anchors then work in both places. */
export const slugOf = (title) =>
  title
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');

/** @returns the address on the site of what a page links; undefined where that is no page. */
function addressOf(href, source) {
  const [path, anchor] = href.split('#');
  const target = posix.normalize(posix.join(posix.dirname(source), decodeURI(path)));
  const page = pageOf(target.endsWith('/') ? `${target}README.md` : target);
  return page && `/${page}${anchor === undefined ? '' : `#${anchor}`}`;
}

const isRelative = (href) => !/^([a-z]+:|#|\/)/i.test(href);

/** What a sentence links, without the links to files that are no pages: their text stays. */
function* linked(tokens, source) {
  let isDropped = false;
  for (const token of tokens) {
    const href = token.type === 'link_open' ? token.attrGet('href') : '';
    if (href && isRelative(href)) {
      const address = addressOf(href, source);
      isDropped = address === undefined;
      if (address) token.attrSet('href', address);
    }
    if (!isDropped || !token.type.startsWith('link_')) yield token;
    if (token.type === 'link_close') isDropped = false;
  }
}

/** A rule for markdown-it. */
export function linksOfTheSite(md) {
  md.core.ruler.push('links_of_the_site', ({ tokens, env }) => {
    const source = relative(ROOT, env.realPath ?? env.path).replaceAll('\\', '/');
    for (const token of tokens) if (token.children) token.children = [...linked(token.children, source)];
  });
}
