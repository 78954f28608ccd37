// The documentation site: `npm run docs` builds it, `npm run docs:preview` shows it (ADR 72).
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { ROOT, linksOfTheSite, pageOf, slugOf } from './links.mjs';
import { mendedTheme } from './mended-theme.mjs';
import { nav, sidebar } from './navigation.mjs';

/** A header cell without text is no header: a screen reader would announce it for each cell below. */
const cornersWithoutHeading = (md) =>
  md.core.ruler.push('corners_without_heading', ({ tokens }) => {
    for (const [at, { type, content }] of tokens.entries())
      if (type === 'inline' && content === '' && tokens[at - 1].type === 'th_open')
        tokens[at - 1].tag = tokens[at + 1].tag = 'td';
  });

/** A git host shows the picture that the system's scheme wants; here the reader may choose another scheme. */
const picturesByScheme = (md) =>
  md.core.ruler.push('pictures_by_scheme', ({ tokens }) => {
    for (const token of tokens)
      if (token.type === 'html_block')
        token.content = token.content.replace(
          /<source media="\(prefers-color-scheme: dark\)" srcset="([^"]+)" ?\/?>\s*<img src="([^"]+)"([^>]*)>/,
          `<img class="in-dark" loading="lazy" src="$1"$3><img class="in-light" loading="lazy" src="$2"$3>`,
        );
  });

/** A block of code says which file it is: VitePress shows the name in ```ts [src/main.ts] in groups of blocks alone. */
const nameOfFileAbove = (md) => {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, at, ...rest) => {
    const name = /^\w+ \[(.+)\]$/.exec(tokens[at].info.trim())?.[1];
    const heading = name === undefined ? '' : `<p class="name-of-file"><code>${md.utils.escapeHtml(name)}</code></p>`;
    return heading + fence(tokens, at, ...rest);
  };
};

/** The mark of the auth server's own pages. */
const MARK = join(ROOT, 'apps/auth-server/assets/icon.svg');

export default defineConfig({
  lang: 'en',
  title: 'Consentry',
  description: 'An OAuth 2.0 authorization server and resource guard for NestJS teams.',
  head: [['link', { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' }]],
  buildEnd: ({ outDir }) => copyFileSync(MARK, join(outDir, 'icon.svg')),
  srcDir: '..',
  srcExclude: [
    'README.md',
    'SECURITY.md',
    'apps/**',
    'bench/**',
    'examples/**',
    'libs/*/CHANGELOG.md',
    'data/**',
    'coverage/**',
  ],
  cacheDir: '../node_modules/.vitepress',
  rewrites: pageOf,
  // The home page is plain Markdown, so that a git host shows it, too.
  transformPageData: ({ relativePath }) =>
    relativePath === 'index.md' ? { frontmatter: { sidebar: false, aside: false, pageClass: 'home' } } : undefined,
  // A first page loads what it shows, and nothing of the pages that it links.
  router: { prefetchLinks: false },
  markdown: {
    anchor: { slugify: slugOf },
    // Shiki has no grammar for it, and this one comes close.
    languageAlias: { caddyfile: 'nginx', haproxy: 'nginx' },
    config: (md) => md.use(linksOfTheSite).use(cornersWithoutHeading).use(nameOfFileAbove).use(picturesByScheme),
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  vite: { plugins: [mendedTheme], build: { chunkSizeWarningLimit: 2_000 } },
  themeConfig: {
    nav,
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    docFooter: { prev: false, next: false },
  },
});
