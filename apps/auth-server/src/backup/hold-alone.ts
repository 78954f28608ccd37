import type Database from 'better-sqlite3';

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
