import { type SqliteValue, openFile } from '@consentry/typeorm-node-sqlite';
import { join } from 'node:path';
import { databaseUrlOf, engine } from './engine';
import { queryPostgres } from '../postgres/query';
import { SELECT_TABLES } from './stored-tables';

/** Reads rows of a running server's database; `?` is a parameter on both engines. */
export async function storedRows<Row>(
  { dataDir }: { dataDir: string },
  query: string,
  ...values: unknown[]
): Promise<Row[]> {
  if (engine === 'postgres') return queryPostgres<Row>(await databaseUrlOf(dataDir), numbered(query), values);
  const database = openFile(join(dataDir, 'auth.sqlite'), { readonly: true });
  try {
    return database.prepare(query).all(...(values as SqliteValue[])) as Row[];
  } finally {
    database.close();
  }
}

/** Writes to a running server's database; `?` is a parameter on both engines. */
export async function changeStored(
  { dataDir }: { dataDir: string },
  text: string,
  ...values: unknown[]
): Promise<void> {
  if (engine === 'postgres') {
    await queryPostgres(await databaseUrlOf(dataDir), numbered(text), values);
    return;
  }
  const database = openFile(join(dataDir, 'auth.sqlite'), { timeout: 5_000 });
  try {
    database.prepare(text).run(...(values as SqliteValue[]));
  } finally {
    database.close();
  }
}

/** Every row of every table, as text. */
export async function everythingStored(server: { dataDir: string }): Promise<string> {
  const tables = await storedRows<{ name: string }>(server, SELECT_TABLES[engine]);
  const rows = await Promise.all(tables.map(({ name }) => storedRows(server, `SELECT * FROM ${name}`)));
  return rows
    .flat()
    .flatMap((row) => Object.values(row as object).map(String))
    .join('\n');
}

function numbered(query: string): string {
  let count = 0;
  return query.replace(/\?/g, () => `$${(count += 1)}`);
}

/** SQLite's own checks; PostgreSQL has none to call. */
export async function assertSound(server: { dataDir: string }): Promise<void> {
  if (engine === 'postgres') return;
  expect(await storedRows(server, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  expect(await storedRows(server, 'PRAGMA foreign_key_check')).toEqual([]);
}
