import type { SqliteDatabase } from '@consentry/typeorm-node-sqlite';
import { StartError } from '../platform/config/settings-error';
import { isBusy } from '../platform/database/database-error';
import { reasonOf } from './reason';

/**
 * Locks a database for this connection until it closes. Leaving WAL mode needs the only connection. A process that waits
 * for the lock writes nothing to a file renamed meanwhile: SQLite answers READONLY_DBMOVED.
 *
 * @throws SQLITE_BUSY when another process uses the file.
 */
export function holdAlone(db: SqliteDatabase, schema: 'main' | 'present'): void {
  db.exec(`PRAGMA ${schema}.locking_mode = EXCLUSIVE; PRAGMA ${schema}.journal_mode = DELETE`);
  db.exec('BEGIN EXCLUSIVE; COMMIT');
}

/** The operator's message for a database that cannot be locked or read. */
export function explainUse(file: string, error: unknown): StartError {
  if (error instanceof StartError) return error;
  if (isBusy(error))
    return new StartError(`${file} is in use by another process: stop the server first`, { cause: error });
  return new StartError(`${file} cannot be used: ${reasonOf(error)}`, { cause: error });
}
