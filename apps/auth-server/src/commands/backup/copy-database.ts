import { type SqliteDatabase, backUp, closeFile, openFile } from '@consentry/typeorm-node-sqlite';
import { syncFile } from './new-file';
import { pragma } from '../../platform/database/sqlite/first-value';

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
    await backUp(db, target);
  } finally {
    closeFile(db);
  }
  const copy = openFile(target, { timeout: TIMEOUT });
  try {
    copy.exec('PRAGMA journal_mode = DELETE');
    assertSound(copy);
  } finally {
    closeFile(copy);
  }
  syncFile(target);
}

function assertSound(db: SqliteDatabase): void {
  const fault = findFault(db);
  if (fault !== null) throw new Error(`the copy is damaged: ${fault}`);
}

/** @returns the first fault of the database's pages, `null` for none. */
export function findFault(db: SqliteDatabase, schema = 'main'): string | null {
  const verdict = pragma(db, `${schema}.integrity_check(1)`);
  return verdict === 'ok' ? null : String(verdict).replaceAll('\n', ' ');
}
