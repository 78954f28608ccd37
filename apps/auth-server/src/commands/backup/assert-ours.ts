import { type SqliteDatabase, closeFile, openFile } from '@consentry/typeorm-node-sqlite';
import type { Settings } from '../../platform/config/settings';
import { StartError } from '../../platform/config/settings-error';
import { findOtherVersion } from '../../platform/database/migrate';
import { MIGRATIONS } from '../../platform/database/migrations';
import { firstValue } from '../../platform/database/sqlite/first-value';
import { openingKey } from '../../model/keys/opening-key';

const SELECT_TABLE = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'migrations'";

interface Expected {
  /** The file's name in messages. */
  called: string;
  /** Not of an earlier version either. */
  upToDate?: boolean;
  /** Not one that no server ever ran on. */
  served?: boolean;
}

/** @throws StartError unless it is an auth server's database, not of a later version, under this master key. */
export function assertOurs(
  db: SqliteDatabase,
  settings: Settings,
  { called, upToDate = false, served = false }: Expected,
): void {
  if (db.prepare(SELECT_TABLE).get() === undefined) throw new StartError(`${called} is not from this server`);
  const rows = db.prepare('SELECT name FROM migrations').all() as { name: string }[];
  const migrations = rows.map(({ name }) => name);
  assertKnown(migrations, called);
  if (upToDate) assertUpToDate(migrations, called);
  const value = firstValue(db, 'SELECT value FROM master_key_checks') as string | undefined;
  if (value !== undefined) openingKey(settings, value);
  else if (served)
    throw new StartError(`${called} comes from a database that no server has run on: it has no tokens and no keys`);
}

/** @throws StartError as `assertOurs` does. */
export function assertFileOurs(file: string, settings: Settings, expected: Expected): void {
  const db = openFile(file, { readonly: true });
  try {
    assertOurs(db, settings, expected);
  } finally {
    closeFile(db);
  }
}

/** @param names of the migrations applied to the database. */
export function assertKnown(names: readonly string[], called: string): void {
  if (names.length === 0) throw new StartError(`${called} is not from this server`);
  const other = findOtherVersion(names);
  if (other !== undefined) throw new StartError(`${called} is ${other}`);
}

/** @param names of the migrations applied to the database. */
export function assertUpToDate(names: readonly string[], called: string): void {
  if (names.length < MIGRATIONS.length)
    throw new StartError(`${called} is from an earlier version: start this version on it once, then stop it`);
}
