import type Database from 'better-sqlite3';
import { StartError } from '../config/settings-error';
import { isBusy } from '../database/database-error';
import { reasonOf } from './reason';

/**
 * Keeps everybody else out of a database until the connection is closed, and out of WAL mode: leaving that takes the
 * only connection there is. A process that waits for the file meanwhile then finds that it was moved, and writes nothing
 * (SQLite answers READONLY_DBMOVED).
 *
 * @throws SQLITE_BUSY where another process uses it.
 */
export function holdAlone(db: Database.Database, schema: 'main' | 'present'): void {
  db.pragma(`${schema}.locking_mode = EXCLUSIVE`);
  db.pragma(`${schema}.journal_mode = DELETE`);
  db.exec('BEGIN EXCLUSIVE; COMMIT');
}

/** Why a database could not be had alone, or read at all, as an operator is told. */
export function explainUse(file: string, error: unknown): StartError {
  if (error instanceof StartError) return error;
  if (isBusy(error)) return new StartError(`${file} is in use by another process: stop the server first`, error);
  return new StartError(`${file} cannot be used: ${reasonOf(error)}`, error);
}
