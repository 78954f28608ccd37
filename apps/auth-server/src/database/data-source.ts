import type { Database } from 'better-sqlite3';
import { chmodSync } from 'node:fs';
import { MigrationExecutor } from 'typeorm';
import { StartError } from '../config/settings-error';
import { ENTITIES } from './entities';
import { GatedDataSource } from './gated-data-source';
import { MIGRATIONS } from './migrations';

/**
 * How long the driver may block the event loop for another process, in milliseconds: not at all. Whoever finds the
 * file busy tries again from a timer; that is also quicker (p99 of two busy processes 10 ms, with 5 ms here 39).
 */
const DRIVER_TIMEOUT = 0;

/** At start the loop has nothing else to do, so it may wait for a sibling that starts too. */
const START_TIMEOUT = 5_000;

export function newDataSource(databaseFile: string): GatedDataSource {
  return new GatedDataSource({
    type: 'better-sqlite3',
    database: databaseFile,
    entities: ENTITIES,
    migrations: MIGRATIONS,
    timeout: START_TIMEOUT,
    prepareDatabase: prepare,
  });
}

/**
 * Opens the database and brings its schema up to date.
 *
 * @throws StartError naming the file when it cannot be opened.
 */
export async function openDataSource(dataSource: GatedDataSource): Promise<GatedDataSource> {
  try {
    await dataSource.initialize();
    chmodSync(dataSource.options.database as string, 0o600);
    await migrate(dataSource);
    return dataSource;
  } catch (error) {
    if (dataSource.isInitialized) await dataSource.destroy();
    throw new StartError(
      `the database ${String(dataSource.options.database)} cannot be opened: ${reasonOf(error)}`,
      error,
    );
  }
}

/**
 * One IMMEDIATE transaction around looking and migrating: a sibling that starts at the same moment waits, then finds
 * nothing left to do. (TypeORM's own mode looks before it begins.)
 */
async function migrate(dataSource: GatedDataSource): Promise<void> {
  const runner = dataSource.createQueryRunner();
  await runner.startTransaction();
  try {
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'none';
    await executor.executePendingMigrations();
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  } finally {
    await runner.release();
  }
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

const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replace(/^SqliteError: /, '');
