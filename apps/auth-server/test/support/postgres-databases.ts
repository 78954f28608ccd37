import { randomBytes } from 'node:crypto';
import { Client, escapeIdentifier } from 'pg';
import { queryPostgres } from './postgres-query';

/** What all databases of a run begin with, so that it can take away its own and no other's. */
export const newPrefix = () => `consentry_${randomBytes(4).toString('hex')}_`;

/** The server of this run, as one who may create databases. */
export const postgresUrl = () => runVariable('TEST_POSTGRES_URL');

/** Statements as an operator gives them to `psql`: each is a transaction of its own. */
export async function runAsSuperuser(text: string): Promise<void> {
  for (const statement of text.split(';\n').filter((each) => each.trim() !== ''))
    await queryPostgres(postgresUrl(), statement);
}

const made = new Set<string>();

/** @returns the URL of an empty database, or of a copy of one that nobody is connected to. */
export async function freshDatabase({ template = 'template0' }: { template?: string } = {}): Promise<string> {
  const name = runVariable('TEST_POSTGRES_PREFIX') + randomBytes(8).toString('hex');
  await create(name, template);
  made.add(name);
  return urlOf(name);
}

/**
 * A database made once in a run, by whichever test asks first; the others wait for it.
 * @returns its name, for `freshDatabase`.
 */
export async function templateDatabase(label: string, prepare: (url: string) => Promise<void>): Promise<string> {
  const name = `${runVariable('TEST_POSTGRES_PREFIX')}template_${label}`;
  const client = new Client({ connectionString: postgresUrl() });
  await client.connect();
  try {
    // The lock goes with the connection, however this ends.
    await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (!rowCount) await prepareTemplate(name, prepare);
    return name;
  } finally {
    await client.end();
  }
}

/** Under another name until it is ready: half of one must not be taken for it. */
async function prepareTemplate(name: string, prepare: (url: string) => Promise<void>): Promise<void> {
  const url = await freshDatabase();
  await prepare(url);
  const temporary = new URL(url).pathname.slice(1);
  await queryPostgres(postgresUrl(), `ALTER DATABASE ${[temporary, name].map(escapeIdentifier).join(' RENAME TO ')}`);
  made.delete(temporary);
}

/** Takes away what this test file made: each is 8 MB, often of memory. */
export async function dropFreshDatabases(): Promise<void> {
  for (const name of made) await drop(postgresUrl(), name);
  made.clear();
}

/** Takes the databases of a run away. */
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
