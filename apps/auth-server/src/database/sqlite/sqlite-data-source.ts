import type { Type } from '@nestjs/common';
import type { Database } from 'better-sqlite3';
import { accessSync, chmodSync, constants, existsSync } from 'node:fs';
import { migrate } from '../migrate';
import { MIGRATIONS } from '../migrations';
import { GatedDataSource } from './gated-data-source';

/**
 * How long the driver may block the event loop for another process, in milliseconds: not at all. Whoever finds the
 * file busy tries again from a timer; that is also quicker (p99 of two busy processes 10 ms, with 5 ms here 39).
 */
const DRIVER_TIMEOUT = 0;

/** At start the loop has nothing else to do, so it may wait for a sibling that starts too. */
const START_TIMEOUT = 5_000;

export function newSqliteDataSource(file: string, entities: Type[] = []): GatedDataSource {
  return new GatedDataSource({
    type: 'better-sqlite3',
    database: file,
    entities,
    migrations: MIGRATIONS,
    timeout: START_TIMEOUT,
    prepareDatabase: prepare,
  });
}

/** Opens the file, made when it is not there, and brings its schema up to date. */
export async function openSqlite(file: string, entities?: Type[]): Promise<GatedDataSource> {
  const dataSource = newSqliteDataSource(file, entities);
  try {
    assertWritable(file);
    await dataSource.initialize();
    chmodSync(file, 0o600);
    // IMMEDIATE: a sibling that starts at the same moment waits, then finds nothing left to do.
    await migrate(dataSource);
    // What a savepoint may have to undo would be written to a file from 64 KB on. Not before: migrations sort whole tables.
    await dataSource.query('PRAGMA temp_store = MEMORY');
    return dataSource;
  } catch (error) {
    if (dataSource.isInitialized) await dataSource.destroy();
    throw error;
  }
}

/** SQLite opens a file that may only be read, and makes others beside it that may not be written either. */
function assertWritable(file: string): void {
  if (existsSync(file)) accessSync(file, constants.R_OK | constants.W_OK);
}

function prepare(db: Database): void {
  enterWal(db);
  db.pragma('synchronous = FULL');
  // What is erased, an e-mail say, is overwritten in the file.
  db.pragma('secure_delete = ON');
  db.pragma(`busy_timeout = ${DRIVER_TIMEOUT}`);
}

/** Two processes that turn a new file into WAL at once: SQLite answers BUSY to one of them without waiting. */
function enterWal(db: Database): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      db.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      if (attempt === 100 || !String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}
