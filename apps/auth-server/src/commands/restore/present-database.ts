import Database from 'better-sqlite3';
import { existsSync } from 'node:fs';
import type { Settings } from '../../platform/config/settings';
import { databaseCode } from '../../platform/database/database-error';
import { findFault } from '../backup/copy-database';
import { explainUse, holdAlone } from '../hold-alone';
import { reasonOf } from '../reason';
import { assertNoServer } from '../running-server';

const ALIEN_COLUMN = `SELECT t.name || '.' || c.name FROM main.sqlite_master t, pragma_table_info(t.name, 'main') c
  WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND NOT EXISTS (
    SELECT 1 FROM pragma_table_info(t.name, 'present') p WHERE p.name = c.name) LIMIT 1`;
const OTHER_KEY = `SELECT 1 FROM main.master_key_checks b WHERE NOT EXISTS (
  SELECT 1 FROM present.master_key_checks p WHERE p.id = b.id AND p.value = b.value)`;
/** Events are append-only: a database with the backup's last event continues the backup. */
const OTHER_PAST = `SELECT 1 FROM main.events b WHERE b.id = (SELECT MAX(id) FROM main.events) AND NOT EXISTS (
  SELECT 1 FROM present.events p WHERE p.id = b.id AND p.at = b.at AND p.kind = b.kind
    AND p.account_id IS b.account_id AND p.client_id IS b.client_id)`;

/**
 * Attaches the database to replace as `present`, and locks it until the connection closes.
 *
 * @returns why it cannot be read, `null` when it can.
 * @throws StartError when another process uses it.
 */
export async function takePresent(
  db: Database.Database,
  { file, settings }: { file: string; settings: Settings },
): Promise<string | null> {
  const fault = existsSync(file) ? attach(db, file) : 'there is none';
  // A missing or damaged file holds no lock that shows a running server.
  if (fault !== null) await assertNoServer(settings);
  return fault;
}

function attach(db: Database.Database, file: string): string | null {
  try {
    db.prepare('ATTACH ? AS present').run(file);
    holdAlone(db, 'present');
    return null;
  } catch (error) {
    if (!isDamaged(error)) throw explainUse(file, error);
    if (isAttached(db)) db.exec('DETACH present');
    return `it is damaged: ${reasonOf(error)}`;
  }
}

/** @returns why the present database does not tell what happened since the backup, `null` when it does. */
export function findIncomparable(db: Database.Database): string | null {
  try {
    const fault = findFault(db, 'present');
    if (fault !== null) return `it is damaged: ${fault}`;
  } catch (error) {
    if (isDamaged(error)) return `it is damaged: ${reasonOf(error)}`;
    throw error;
  }
  const alien = db.prepare<[], string>(ALIEN_COLUMN).pluck().get();
  if (alien !== undefined) return `it is of an older version, or another program's: it has no ${alien}`;
  if (db.prepare(OTHER_KEY).get() !== undefined) return 'it was made with another master key';
  return db.prepare(OTHER_PAST).get() === undefined ? null : 'it does not continue what the backup holds';
}

/** SQLite checks some files when attaching them, others at the first read. */
const isAttached = (db: Database.Database) => JSON.stringify(db.pragma('database_list')).includes('"present"');

const isDamaged = (error: unknown) => /^SQLITE_(NOTADB|CORRUPT)/.test(databaseCode(error) ?? '');
