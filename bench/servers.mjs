import { join } from 'node:path';

const PEERS = join(import.meta.dirname, 'peers');
const FLOWS = ['flow', 'exchange', 'refresh', 'client_credentials'];

/** As `npm run auth-server` starts it. */
const FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=30'];

/** Consentry under a name: it may run more than once. */
export const consentry = (name, title, database) => ({
  name,
  title,
  driver: 'consentry',
  flows: FLOWS,
  ready: '/health/ready',
  database,
  args: ({ server }) => [...FLAGS, join(server, 'main.js')],
  env: ({ port, dir, databaseUrl }) => ({
    AUTH_URL: `http://127.0.0.1:${port}`,
    RESOURCES_FILE: join(import.meta.dirname, 'resources.json'),
    PORT: String(port),
    DATA_DIR: dir,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  }),
});

/** A server of bench/peers; arguments are port and folder. */
const peer = (name, title, driver, file, { flows = FLOWS, args = [] } = {}) => ({
  name,
  title,
  driver,
  flows,
  ready: '/ready',
  args: ({ port, dir }) => [join(PEERS, file), String(port), dir, ...args],
  env: () => ({}),
});

/** All measured servers, in the order of a round. */
export function findServers({ database, only }) {
  const all = [
    consentry('ours', 'Consentry', database === 'postgres' ? 'postgres' : 'sqlite'),
    peer('limit', 'limit (least work)', 'limit', 'limit.mjs', { flows: FLOWS.slice(1) }),
    peer('oidc-memory', 'oidc-provider, memory', 'oidc-provider', 'oidc-provider.mjs', { args: ['memory'] }),
    peer('oidc-sqlite', 'oidc-provider, SQLite', 'oidc-provider', 'oidc-provider.mjs', { args: ['sqlite'] }),
    peer('oidc-knex', 'oidc-provider, SQLite by Knex', 'oidc-provider', 'oidc-provider.mjs', { args: ['knex'] }),
    peer('better-auth', 'better-auth, SQLite', 'better-auth', 'better-auth.mjs'),
    peer('node-oauth', '@node-oauth/oauth2-server, SQLite', 'node-oauth', 'node-oauth.mjs'),
    consentry('ours-again', 'Consentry again', database === 'postgres' ? 'postgres' : 'sqlite'),
    ...(database === 'both' ? [consentry('ours-postgres', 'Consentry, PostgreSQL', 'postgres')] : []),
  ];
  const unknown = only?.find((name) => !all.some((server) => server.name === name));
  if (unknown !== undefined)
    throw new Error(`--only: there is no server ${unknown}; there are ${all.map(({ name }) => name).join(', ')}`);
  return only ? all.filter(({ name }) => only.includes(name)) : all;
}
