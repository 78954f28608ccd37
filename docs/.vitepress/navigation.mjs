// Where each page stands, in the order of the menu, by Diátaxis' four kinds. A file that is not there is left out.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, pageOf } from './links.mjs';

const titleOf = (source) => /^# (.+)$/m.exec(readFileSync(join(ROOT, source), 'utf8'))[1].replaceAll('`', '');

/** @param pages paths in the repository, each alone or with a shorter name than its title, and with pages below it. */
const itemsOf = (...pages) =>
  pages
    .map((page) => [page].flat())
    .filter(([source]) => existsSync(join(ROOT, source)))
    .map(([source, text, ...items]) => ({
      text: text ?? titleOf(source),
      link: `/${pageOf(source)}`,
      ...(items.length > 0 && { items, collapsed: true }),
    }));

const folder = (source) =>
  itemsOf(
    ...readdirSync(join(ROOT, source))
      .filter((name) => name.endsWith('.md') && name !== 'README.md')
      .map((name) => `${source}/${name}`),
  );

const closed = (text, ...pages) => ({ text, collapsed: true, items: itemsOf(...pages) });

const LEARN = itemsOf(
  ['docs/README.md', 'What Consentry is'],
  ['docs/tutorial.md', 'Tutorial: protect your API'],
  ['docs/generators-transcripts.md', 'Watch the generators work'],
  ['docs/concepts.md', 'Concepts in pictures'],
);

const HOW_TO = [
  closed(
    'Your users and their consent',
    ['docs/how-to/your-users.md', 'Your users, our pages'],
    ['docs/sign-in-wire.md', 'A login without Nest'],
    ['docs/how-to/openid-providers.md', 'Google, Entra and others'],
    ['docs/how-to/sign-in-by-jwt.md', 'Sign in by a JWT'],
    ['docs/how-to/bring-your-accounts.md', 'Bring accounts along'],
    ['docs/claims.md', 'Roles and tenants'],
    ['docs/how-to/b2b-customers.md', 'An API for B2B customers'],
    ['docs/consent-page.md', 'Your consent page'],
    ['docs/pages.md', 'Restyle our pages'],
    'docs/how-to/sign-out-everywhere.md',
  ),
  closed(
    'Guard a service',
    ['libs/guard/README.md', 'The guard'],
    ['docs/generators.md', 'By generators'],
    ['docs/how-to/guard-routes.md', 'What a route requires'],
    ['docs/how-to/cookie-or-token.md', 'A cookie or a token'],
    ['docs/how-to/test-your-service.md', 'Test your service'],
    ['docs/how-to/fastify.md', 'Fastify'],
    ['docs/how-to/graphql.md', 'GraphQL'],
    ['docs/how-to/websockets.md', 'WebSockets, messages'],
    ['docs/how-to/mcp-server.md', 'An MCP server'],
    ['docs/how-to/guard-issuers.md', 'Other issuers'],
    ['docs/how-to/guard-proofs.md', 'DPoP'],
  ),
  closed(
    'Call a service',
    ['docs/client.md', 'From a Nest app'],
    ['docs/how-to/machine-to-machine.md', 'Machine to machine'],
    ['docs/how-to/token-exchange.md', 'An agent'],
    ['docs/grant-types.md', 'Other grants'],
  ),
  closed(
    'Write an application',
    ['docs/for-application-developers.md', 'From registration to errors'],
    ['docs/how-to/single-page-app.md', 'A single-page app'],
    ['docs/how-to/mobile-app.md', 'A mobile app'],
    ['docs/how-to/command-line.md', 'A command-line program'],
    ['docs/how-to/developer-docs.md', 'A page for your developers'],
  ),
  closed(
    'Run the server',
    ['docs/production.md', 'The checklist'],
    ['docs/packages.md', 'Packages'],
    ['docs/containers.md', 'In containers'],
    ['docs/how-to/systemd.md', 'Under systemd'],
    ['docs/how-to/kubernetes.md', 'On Kubernetes'],
    ['docs/how-to/behind-a-proxy.md', 'Behind nginx or Caddy'],
    ['docs/how-to/haproxy.md', 'Behind HAProxy'],
    ['docs/how-to/postgresql.md', 'Replicas on PostgreSQL'],
    'docs/how-to/choose-lifetimes.md',
    'docs/how-to/handle-an-incident.md',
    'docs/how-to/back-up-and-restore.md',
    ['docs/how-to/rename-a-resource.md', 'Rename a scope or a URL'],
    ['docs/how-to/rotate-keys.md', 'Rotate and replace keys'],
    'docs/how-to/upgrade.md',
    'docs/how-to/watch.md',
    ['docs/how-to/fapi2.md', 'FAPI 2.0'],
    ['docs/doctor.md', 'Check a deployment'],
    ['docs/administration.md', 'Administer'],
  ),
  closed(
    'Migrate',
    ['docs/how-to/migrate-from-auth0.md', 'From Auth0'],
    ['docs/how-to/migrate-from-keycloak.md', 'From Keycloak'],
    ['docs/how-to/migrate-from-oidc-provider.md', 'From oidc-provider'],
  ),
].filter(({ items }) => items.length > 0);

const UNDERSTAND = itemsOf(
  ['docs/guard.md', 'How the guard decides'],
  ['docs/revocation.md', 'How tokens are taken back'],
  ['docs/security.md', 'What is promised', ...folder('docs/security')],
  ['docs/performance.md', 'How fast it is', ...folder('docs/performance')],
  ['docs/comparison.md', 'Beside others'],
  'docs/what-it-does-not-do.md',
  ['docs/adr/README.md', 'Decisions'],
);

// Pages of errors, clauses and decisions are listed by their index: in every page they would cost more than its text.
const LOOK_UP = itemsOf(
  ['docs/settings.md', 'Settings'],
  'docs/endpoints.md',
  'docs/reference.md',
  ['docs/reference-guard.md', 'Decorators and options'],
  ['docs/errors/README.md', 'Errors', ...folder('docs/errors')],
  'docs/limits.md',
  'docs/databases.md',
  'docs/glossary.md',
  ['docs/conformance/README.md', 'Standards, clause by clause'],
  'libs/client/README.md',
  'libs/schematics/README.md',
  'libs/typeorm-node-sqlite/README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'docs/working-on-consentry.md',
);

export const sidebar = [
  { text: 'Learn', items: LEARN },
  { text: 'How to', items: HOW_TO },
  { text: 'Understand', collapsed: true, items: UNDERSTAND },
  { text: 'Look up', collapsed: true, items: LOOK_UP },
];

/** Each kind, at the top of every page, by the page to begin with. */
export const nav = [
  ['Learn', 'docs/tutorial.md'],
  ['How to', 'docs/how-to/your-users.md'],
  ['Understand', 'docs/guard.md'],
  ['Look up', 'docs/settings.md'],
].map(([text, source]) => ({ text, link: `/${pageOf(source)}` }));
