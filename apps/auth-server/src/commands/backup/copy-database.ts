import Database from 'better-sqlite3';
import { syncFile } from './new-file';

/** How long SQLite may wait for a server that recovers or closes the file, in milliseconds. */
const TIMEOUT = 5_000;

/**
 * Copies a database as it stands at one moment, whoever writes it meanwhile, into a new file that is whole by itself:
 * SQLite's online backup, never a copy of the bytes, which would miss what stands in the WAL.
 *
 * @throws when the copy is not sound; it is not removed.
 */
export async function copyDatabase(source: string, target: string): Promise<void> {
  const db = new Database(source, { readonly: true, fileMustExist: true, timeout: TIMEOUT });
  try {
    // One snapshot for all steps: without it each write of the server's begins the copy again, and it may never end.
    db.exec('BEGIN');
    db.prepare('SELECT 1 FROM sqlite_master').get();
    await db.backup(target);
  } finally {
    db.close();
  }
  const copy = new Database(target, { timeout: TIMEOUT });
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

/** What is wrong with the pages of a database; `null` where nothing is. */
export function findFault(db: Database.Database, schema = 'main'): string | null {
  const verdict = db.pragma(`${schema}.integrity_check(1)`, { simple: true });
  return verdict === 'ok' ? null : String(verdict).replaceAll('\n', ' ');
}
