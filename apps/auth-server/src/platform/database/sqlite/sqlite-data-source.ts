import { NodeSqlite } from '@consentry/typeorm-node-sqlite';
import type { Type } from '@nestjs/common';
import { accessSync, constants, existsSync } from 'node:fs';
import { DataSource, type QueryRunner } from 'typeorm';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver';
import { makePrivate } from '../../config/data-dir';
import { isBusy, isDatabaseUnavailable } from '../database-error';
import { migrate } from '../migrate';
import { MIGRATIONS } from '../migrations';
import { OpenedFile } from './opened-file';
import { SqliteChanges } from './sqlite-changes';
import { SqliteSignals } from './sqlite-signals';
import { SqliteUnits } from './sqlite-units';
import { whileBusy } from './while-busy';

/**
 * Milliseconds for which the driver may block the event loop while another process writes. Retrying from a timer is
 * also quicker (p99 of two busy processes 10 ms, with 5 ms here 39).
 */
const DRIVER_TIMEOUT = 0;

/** At start the event loop has nothing else to do. */
const START_TIMEOUT = 5_000;

/** A TypeORM data source on SQLite: it opens and migrates the file, of which units then have the connection (ADR 2). */
export class SqliteDataSource extends DataSource {
  /** The names of the migrations that ran as it was opened. */
  migrated: readonly string[] = [];
  private unitsOfFile: SqliteUnits | undefined;
  private signalsOfFile: SqliteSignals | undefined;
  private opened: OpenedFile | undefined;

  constructor(file: string, entities: Type[] = []) {
    super({
      type: 'better-sqlite3',
      driver: NodeSqlite,
      database: file,
      entities,
      migrations: MIGRATIONS,
      timeout: START_TIMEOUT,
      prepareDatabase: prepare,
    });
  }

  /** There once the data source is initialized. */
  get units(): SqliteUnits {
    this.unitsOfFile ??= new SqliteUnits(this.connection.sqlite);
    return this.unitsOfFile;
  }

  get signals(): SqliteSignals {
    this.signalsOfFile ??= new SqliteSignals(this.units);
    return this.signalsOfFile;
  }

  get changes(): SqliteChanges {
    return new SqliteChanges(this.units);
  }

  override async initialize(): Promise<this> {
    await super.initialize();
    this.opened = OpenedFile.at(this.file);
    return this;
  }

  get file(): string {
    return this.options.database as string;
  }

  /** @returns whether the file is where it was opened. While it is not, reads and writes are refused. */
  checkFile(): boolean {
    const isInPlace = this.opened?.isInPlace() ?? true;
    this.units.refusal = isInPlace ? null : 'the database file was removed';
    return isInPlace;
  }

  override async destroy(): Promise<void> {
    this.signalsOfFile?.close();
    await this.unitsOfFile?.drain();
    leaveWal(this.connection);
    await super.destroy();
  }

  private get connection(): NodeSqlite {
    return (this.driver as BetterSqlite3Driver).databaseConnection as NodeSqlite;
  }
}

/** Opens the file, made when it is not there, and brings its schema up to date. */
export async function openSqlite(file: string, entities?: Type[]): Promise<SqliteDataSource> {
  const dataSource = new SqliteDataSource(file, entities);
  try {
    assertWritable(file);
    await dataSource.initialize();
    makePrivate(file);
    // IMMEDIATE: of two processes that start at once the second waits, and finds nothing left to do.
    const begin = (runner: QueryRunner) => whileBusy(() => runner.query('BEGIN IMMEDIATE'));
    dataSource.migrated = await migrate(dataSource, { begin });
    // Else a savepoint writes what it may undo to a file, from 64 KB on. Not before: migrations sort whole tables.
    await dataSource.query('PRAGMA temp_store = MEMORY');
    return dataSource;
  } catch (error) {
    if (dataSource.isInitialized) await dataSource.destroy();
    throw error;
  }
}

/** SQLite opens a file that is read-only, and makes others beside it that are read-only too. */
function assertWritable(file: string): void {
  if (existsSync(file)) accessSync(file, constants.R_OK | constants.W_OK);
}

function prepare(db: NodeSqlite): void {
  enterWal(db);
  db.pragma('synchronous = FULL');
  // Overwrites what is deleted, such as an email.
  db.pragma('secure_delete = ON');
  db.pragma(`busy_timeout = ${DRIVER_TIMEOUT}`);
}

/** Writes the WAL back and lets go of the file: on Node 20 closing the connection does neither (ADR 65). */
function leaveWal(db: NodeSqlite): void {
  try {
    db.exec(`PRAGMA busy_timeout = ${DRIVER_TIMEOUT}; PRAGMA journal_mode = DELETE`);
  } catch (error) {
    // Another process has the file open, or it cannot be written: SQLite recovers the WAL at the next start.
    if (!isDatabaseUnavailable(error)) throw error;
  }
}

/** Where two processes turn a new file into WAL at once, SQLite answers BUSY to one of them without waiting. */
function enterWal(db: NodeSqlite): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      db.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      if (attempt === 100 || !isBusy(error)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}
