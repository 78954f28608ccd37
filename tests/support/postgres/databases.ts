import { randomBytes } from 'node:crypto';
import { Client, escapeIdentifier } from 'pg';
import { queryPostgres } from './query';

/** Prefix of all databases of a run: a run drops only its own. */
export const newPrefix = () => `consentry_${randomBytes(4).toString('hex')}_`;

/** The server of this run, as a role that may create databases. */
export const postgresUrl = () => runVariable('TEST_POSTGRES_URL');

/** As `psql` does: each statement is its own transaction. */
export async function runAsSuperuser(text: string): Promise<void> {
  for (const statement of text.split(';\n').filter((each) => each.trim() !== ''))
    await queryPostgres(postgresUrl(), statement);
}

const made = new Set<string>();

/** @returns the URL of an empty database, or of a copy of a template without connections. */
export async function freshDatabase({ template = 'template0' }: { template?: string } = {}): Promise<string> {
  const name = runVariable('TEST_POSTGRES_PREFIX') + randomBytes(8).toString('hex');
  await create(name, template);
  made.add(name);
  return urlOf(name);
}

/** A database that the first caller of a run makes while others wait. @returns its name, for `freshDatabase`. */
export async function templateDatabase(label: string, prepare: (url: string) => Promise<void>): Promise<string> {
  const name = `${runVariable('TEST_POSTGRES_PREFIX')}template_${label}`;
  const client = new Client({ connectionString: postgresUrl() });
  await client.connect();
  try {
    // Released with the connection.
    await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (!rowCount) await prepareTemplate(name, prepare);
    return name;
  } finally {
    await client.end();
  }
}

/** Renamed when complete, so that no test copies half of it. */
async function prepareTemplate(name: string, prepare: (url: string) => Promise<void>): Promise<void> {
  const url = await freshDatabase();
  await prepare(url);
  const temporary = new URL(url).pathname.slice(1);
  await queryPostgres(postgresUrl(), `ALTER DATABASE ${[temporary, name].map(escapeIdentifier).join(' RENAME TO ')}`);
  made.delete(temporary);
}

/** Drops this test file's databases: each is 8 MB, often of memory. */
export async function dropFreshDatabases(): Promise<void> {
  for (const name of made) await drop(postgresUrl(), name);
  made.clear();
}

/** Drops a run's databases. */
export async function dropDatabases(url: string, prefix: string): Promise<void> {
  const all = 'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)';
  for (const { name } of await queryPostgres<{ name: string }>(url, all, [prefix])) await drop(url, name);
}

const drop = (url: string, name: string) =>
  queryPostgres(url, `DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`);

async function create(name: string, template: string): Promise<void> {
  const [created, from] = [name, template].map(escapeIdentifier);
  await queryPostgres(postgresUrl(), `CREATE DATABASE ${created} TEMPLATE ${from}`);
}

function urlOf(database: string): string {
  const url = new URL(postgresUrl());
  url.pathname = database;
  return url.href;
}

function runVariable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: Jest's globalSetup, test-run.setup.ts, has not run.`);
  return value;
}
