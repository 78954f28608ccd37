import { type SqliteDatabase, type SqliteValue, openFile } from '@consentry/typeorm-node-sqlite';
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
  return inFile(dataDir, (db) => {
    const text = query.replace('sqlite_master', 'stored.sqlite_master');
    return db.prepare(text).all(...(values as SqliteValue[])) as Row[];
  });
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
  inFile(dataDir, (db) => db.prepare(text).run(...(values as SqliteValue[])));
}

/** Detached the file is closed at once; on Node 20 a connection closes its own when statements are collected. */
function inFile<T>(dataDir: string, use: (db: SqliteDatabase) => T): T {
  const db = openFile(':memory:');
  try {
    db.prepare('ATTACH ? AS stored').run(join(dataDir, 'auth.sqlite'));
    return use(db);
  } finally {
    db.exec('DETACH stored');
    db.close();
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
