import type Database from 'better-sqlite3';
import { syncFile } from './new-file';
import { openFile } from '../../platform/database/sqlite/driver';

/** Milliseconds that SQLite waits for a server that recovers or closes the file. */
const TIMEOUT = 5_000;

/**
 * Copies a consistent snapshot by SQLite's online backup; processes may write meanwhile. Copying bytes would miss the WAL.
 *
 * @throws when the copy is damaged; it is not removed.
 */
export async function copyDatabase(source: string, target: string): Promise<void> {
  const db = openFile(source, { readonly: true, fileMustExist: true, timeout: TIMEOUT });
  try {
    // One snapshot for all steps: else each write of a server restarts the copy, which may never end.
    db.exec('BEGIN');
    db.prepare('SELECT 1 FROM sqlite_master').get();
    await db.backup(target);
  } finally {
    db.close();
  }
  const copy = openFile(target, { timeout: TIMEOUT });
  try {
    copy.pragma('journal_mode = DELETE');
    assertSound(copy);
  } finally {
    copy.close();
  }
  syncFile(target);
}

function assertSound(db: Database.Database): void {
  const fault = findFault(db);
  if (fault !== null) throw new Error(`the copy is damaged: ${fault}`);
}

/** @returns the first fault of the database's pages, `null` for none. */
export function findFault(db: Database.Database, schema = 'main'): string | null {
  const verdict = db.pragma(`${schema}.integrity_check(1)`, { simple: true });
  return verdict === 'ok' ? null : String(verdict).replaceAll('\n', ' ');
}
