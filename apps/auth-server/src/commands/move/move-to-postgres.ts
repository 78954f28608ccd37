import { type SqliteDatabase, closeFile } from '@consentry/typeorm-node-sqlite';
import { existsSync, renameSync } from 'node:fs';
import type { Client } from 'pg';
import type { DatabaseSettings, Settings } from '../../platform/config/settings';
import { StartError } from '../../platform/config/settings-error';
import { nameOf, openDatabase } from '../../platform/database/open-database';
import { asideName } from '../../platform/database/sqlite/set-aside';
import { SEEDED, copyRows, movedTables } from './copy-rows';
import { spellCounts } from '../spell-counts';
import { assertNew, syncFolderOf } from '../backup/new-file';
import { openAlone } from '../open-alone';
import { assertUnused, begin, withPostgres } from '../postgres-client';

type Target = Extract<DatabaseSettings, { engine: 'postgres' }>;

const selectFilled = (tables: readonly string[]) =>
  tables.map((table) => `SELECT '${table}' AS name WHERE EXISTS (SELECT FROM ${table})`).join(' UNION ALL ');
const RECORD_MOVE = "INSERT INTO events (at, kind) VALUES ($1, 'database.moved')";

/**
 * Copies a SQLite file into an empty PostgreSQL database and renames the file: of two usable databases each would accept
 * what was used in the other.
 *
 * @returns the text to print.
 * @throws StartError; the file then keeps its name, and the PostgreSQL database stays empty.
 */
export async function moveToPostgres(
  { file, target }: { file: string; target: Target },
  settings: Settings,
  now: number,
): Promise<string> {
  if (!existsSync(file)) throw new StartError(`there is no database ${file}`);
  const kept = asideName(file, 'moved', now);
  assertNew(kept);
  const db = openAlone(file, settings);
  try {
    const counts = await withPostgres(target.url, (client) => fill(client, db, { target, now }));
    renameSync(file, kept);
    syncFolderOf(file);
    return `moved ${file} into ${nameOf(target)}: ${spellCounts(Object.fromEntries(counts))}\nthe file is kept as ${kept}\n`;
  } finally {
    closeFile(db);
  }
}

async function fill(
  client: Client,
  db: SqliteDatabase,
  { target, now }: { target: Target; now: number },
): Promise<Map<string, number>> {
  await assertUnused(client);
  await (await openDatabase(target)).destroy();
  // A server that starts meanwhile waits for the lock.
  await begin(client);
  const tables = movedTables(db);
  await client.query(`LOCK TABLE ${tables.join(', ')} IN EXCLUSIVE MODE`);
  const own = tables.filter((table) => !SEEDED.includes(table));
  const { rows } = await client.query<{ name: string }>(selectFilled(own));
  if (rows.length > 0)
    throw new StartError(
      `${nameOf(target)} is not empty, it has rows in ${rows.map(({ name }) => name).join(', ')}: use a new database`,
    );
  const counts = await copyRows(db, client, tables);
  await client.query(RECORD_MOVE, [now]);
  await client.query('COMMIT');
  return counts;
}
