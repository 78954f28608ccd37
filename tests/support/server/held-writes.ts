import { join } from 'node:path';
import { Client } from 'pg';
import { databaseUrlOf, engine } from './engine';
import { queryPostgres } from '../postgres/query';
import { holdWriteLock } from './write-lock';

const TABLES = `SELECT string_agg(quote_ident(tablename), ', ') AS names FROM pg_tables WHERE schemaname = 'public'`;

/** Blocks all writers of a server's database, not its readers. @returns a function that releases them. */
export async function holdWrites({ dataDir }: { dataDir: string }): Promise<() => Promise<void>> {
  if (engine === 'sqlite') return holdWriteLock(join(dataDir, 'auth.sqlite'));
  const url = await databaseUrlOf(dataDir);
  const [tables] = await queryPostgres<{ names: string }>(url, TABLES);
  return holdTables(url, tables!.names);
}

/** Locks tables against writes. @returns a function that ends the session. */
export async function holdTables(url: string, tables: string, mode = 'EXCLUSIVE'): Promise<() => Promise<void>> {
  const holder = new Client(url);
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query(`LOCK TABLE ${tables} IN ${mode} MODE`);
  return () => holder.end();
}
