// The documentation site: `npm run docs` builds it, `npm run docs:preview` shows it (ADR 72).
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { ROOT, linksOfTheSite, pageOf, slugOf } from './links.mjs';
import { accessibleSearchBox } from './search-box.mjs';

const titleOf = (source) => /^# (.+)$/m.exec(readFileSync(join(ROOT, source), 'utf8'))[1].replaceAll('`', '');

const item = (source, text = titleOf(source)) => ({ text, link: `/${pageOf(source)}` });

const folder = (source) =>
  readdirSync(join(ROOT, source))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => item(`${source}/${name}`));

/** A header cell without text is no header: a screen reader would announce it for each cell below. */
const cornersWithoutHeading = (md) =>
  md.core.ruler.push('corners_without_heading', ({ tokens }) => {
    for (const [at, { type, content }] of tokens.entries())
      if (type === 'inline' && content === '' && tokens[at - 1].type === 'th_open')
        tokens[at - 1].tag = tokens[at + 1].tag = 'td';
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

// Pages of errors, clauses and decisions are listed by their index: in every page they would cost more than its text.
const sidebar = [
  {
    text: 'Start',
    items: [
      item('docs/README.md', 'What Consentry is'),
      item('docs/tutorial.md', 'Tutorial'),
      item('docs/generators.md', 'By generators'),
      item('docs/glossary.md'),
    ],
  },
  {
    text: 'Guard a service',
    items: [
      item('libs/guard/README.md', 'The guard'),
      item('docs/how-to/guard-routes.md', 'What a route requires'),
      item('docs/how-to/cookie-or-token.md', 'A cookie or a token'),
      item('docs/how-to/test-your-service.md', 'Test a service'),
      item('docs/how-to/fastify.md', 'Fastify'),
      item('docs/how-to/graphql.md', 'GraphQL'),
      item('docs/how-to/websockets.md', 'WebSockets, messages'),
      item('docs/how-to/mcp-server.md', 'An MCP server'),
      item('docs/how-to/guard-issuers.md', 'Other issuers'),
      item('docs/how-to/guard-proofs.md', 'DPoP'),
    ],
  },
  {
    text: 'Ask people',
    items: [
      item('docs/consent-page.md', 'Your consent page'),
      item('docs/pages.md', 'Restyle our pages'),
      item('docs/claims.md', 'Roles and tenants'),
      item('docs/how-to/your-users.md', 'Your users, our pages'),
      item('docs/sign-in-wire.md', 'A login without Nest'),
      item('docs/how-to/openid-providers.md', 'Google, Entra and others'),
      item('docs/how-to/sign-in-by-jwt.md', 'Sign in by a JWT'),
      item('docs/how-to/bring-your-accounts.md', 'Bring accounts along'),
      item('docs/how-to/sign-out-everywhere.md', 'Sign out everywhere'),
    ],
  },
  {
    text: 'Call a service',
    items: [
      item('docs/client.md', 'From a Nest app'),
      item('docs/how-to/machine-to-machine.md', 'Machine to machine'),
      item('docs/how-to/token-exchange.md', 'An agent'),
      item('docs/grant-types.md', 'Other grants'),
    ],
  },
  {
    text: 'For application developers',
    items: [
      item('docs/for-application-developers.md', 'From registration to errors'),
      item('docs/how-to/single-page-app.md', 'A single-page app'),
      item('docs/how-to/mobile-app.md', 'A mobile app'),
      item('docs/how-to/command-line.md', 'A command-line program'),
    ],
  },
  {
    text: 'Operate',
    items: [
      item('docs/production.md', 'The checklist'),
      item('docs/how-to/behind-a-proxy.md', 'Behind nginx or Caddy'),
      item('docs/how-to/haproxy.md', 'Behind HAProxy'),
      item('docs/how-to/systemd.md', 'By systemd'),
      item('docs/how-to/kubernetes.md', 'On Kubernetes'),
      item('docs/containers.md', 'In containers'),
      item('docs/how-to/postgresql.md', 'Replicas on PostgreSQL'),
      item('docs/how-to/back-up-and-restore.md'),
      item('docs/how-to/rename-a-resource.md', 'Rename a scope or a URL'),
      item('docs/how-to/rotate-keys.md', 'Rotate and replace keys'),
      item('docs/how-to/upgrade.md'),
      item('docs/how-to/watch.md'),
      item('docs/how-to/fapi2.md', 'FAPI 2.0'),
      item('docs/doctor.md', 'Check a deployment'),
      item('docs/administration.md', 'Administer'),
    ],
  },
  {
    text: 'Concepts',
    items: [
      item('docs/concepts.md', 'In pictures'),
      item('docs/guard.md', 'How the guard decides'),
      item('docs/revocation.md', 'How tokens are taken back'),
      item('docs/performance.md', 'How fast it is'),
      item('docs/comparison.md', 'Beside others'),
      item('docs/what-it-does-not-do.md'),
    ],
  },
  {
    text: 'Reference',
    items: [
      item('docs/settings.md', 'Settings'),
      item('docs/endpoints.md'),
      item('docs/reference.md'),
      item('docs/reference-guard.md', 'Decorators and options'),
      item('docs/limits.md'),
      item('docs/databases.md'),
      { ...item('docs/errors/README.md'), items: folder('docs/errors') },
      item('libs/client/README.md'),
      item('libs/schematics/README.md'),
      item('CHANGELOG.md'),
    ],
  },
  {
    text: 'Security',
    items: [
      { ...item('docs/security.md', 'What is promised'), items: folder('docs/security') },
      item('docs/conformance/README.md'),
    ],
  },
  {
    text: 'Decisions',
    items: [item('docs/adr/README.md', 'All decisions'), item('CONTRIBUTING.md'), item('docs/working-on-consentry.md')],
  },
];

export default defineConfig({
  lang: 'en',
  title: 'Consentry',
  description: 'An OAuth 2.0 authorization server and resource guard for NestJS teams.',
  srcDir: '..',
  srcExclude: ['README.md', 'SECURITY.md', 'apps/**', 'bench/**', 'examples/**', 'data/**', 'coverage/**'],
  cacheDir: '../node_modules/.vitepress',
  rewrites: pageOf,
  // A first page loads what it shows, and nothing of the pages that it links.
  router: { prefetchLinks: false },
  markdown: {
    anchor: { slugify: slugOf },
    // Shiki has no grammar for it, and this one comes close.
    languageAlias: { caddyfile: 'nginx', haproxy: 'nginx' },
    config: (md) => md.use(linksOfTheSite).use(cornersWithoutHeading).use(nameOfFileAbove),
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  vite: { plugins: [accessibleSearchBox], build: { chunkSizeWarningLimit: 2_000 } },
  themeConfig: {
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    docFooter: { prev: false, next: false },
  },
});
