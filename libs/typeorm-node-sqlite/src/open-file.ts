import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type SqliteDatabase, findSqlite } from './sqlite-module';

export interface OpenOptions {
  /** The file is only read, and must be there. */
  readonly?: boolean;
  /** A missing file is refused, not made. */
  fileMustExist?: boolean;
  /** Milliseconds for which SQLite blocks while another process has the lock; 5,000. */
  timeout?: number;
}

/**
 * Opens a database file, or a new database in memory for `:memory:`.
 *
 * @throws Error of SQLite, with its result code as `errcode`; or where this Node.js has no SQLite.
 */
export function openFile(file: string, options: OpenOptions = {}): SqliteDatabase {
  const { readonly = false, fileMustExist = false, timeout = 5_000 } = options;
  return findSqlite().open(nameOf(file, fileMustExist && !readonly), { readOnly: readonly, timeout });
}

/** Only the name can say that a file must not be made. */
function nameOf(file: string, mustExist: boolean): string {
  if (file === '' || file === ':memory:') return file;
  const path = resolve(file);
  return mustExist ? `${pathToFileURL(path).href}?mode=rw` : path;
}

/** Reads rows one by one, so that a table needs no memory for all of them. */
export function readEach(db: SqliteDatabase, text: string): IterableIterator<unknown> {
  const statement = db.prepare(text);
  // The package for Node.js 20 crashes where the statement is collected before its iterator has ended.
  return Object.assign(statement.iterate(), { statement });
}

/**
 * Closes a connection, and undoes what it has not committed. With the package for Node.js 20 the file stays open until
 * the connection's statements are collected: a WAL stays, and so does a lock of `locking_mode = EXCLUSIVE`.
 */
export function closeFile(db: SqliteDatabase): void {
  if (db.isTransaction) db.exec('ROLLBACK');
  db.close();
}

/** Copies a database while it is used, by SQLite's online backup. An open transaction of `source` is what is copied. */
export async function backUp(source: SqliteDatabase, path: string): Promise<void> {
  await findSqlite().backup(source, path);
}
