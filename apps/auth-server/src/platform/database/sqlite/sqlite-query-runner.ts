import type { Database } from 'better-sqlite3';
import type { AsyncLocalStorage } from 'node:async_hooks';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner';
import { whileBusy } from './while-busy';
import type { Mutex, MutexLock } from './mutex';

/** The holder of the mutex, for the transaction whose callback is running. */
export interface OpenTransaction {
  holder?: SqliteQueryRunner;
}

/**
 * A query runner per caller (TypeORM has one for all). A transaction holds the mutex from BEGIN to COMMIT, any other
 * statement for its own duration. Transactions begin IMMEDIATE: they wait at the start and never fail half-way.
 */
export class SqliteQueryRunner extends BetterSqlite3QueryRunner {
  private lock: MutexLock | undefined;
  private beganImmediate = false;

  constructor(
    driver: BetterSqlite3Driver,
    private readonly mutex: Mutex,
    private readonly transaction: AsyncLocalStorage<OpenTransaction>,
  ) {
    super(driver);
  }

  override async startTransaction(): Promise<void> {
    if (this.lock !== undefined) return super.startTransaction();
    await whileBusy(async () => {
      await this.acquireMutex();
      try {
        await super.startTransaction();
      } catch (error) {
        this.isTransactionActive = false;
        this.releaseMutex();
        throw error;
      }
    });
    if (!this.beganImmediate) throw new Error('this version of TypeORM begins transactions in another way');
  }

  override async commitTransaction(): Promise<void> {
    await super.commitTransaction();
    if (!this.isTransactionActive) this.releaseMutex();
  }

  override async rollbackTransaction(): Promise<void> {
    try {
      await super.rollbackTransaction();
    } finally {
      // SQLite may have rolled back by itself.
      if (!this.sqlite.inTransaction) {
        this.isTransactionActive = false;
        this.transactionDepth = 0;
        this.releaseMutex();
      }
    }
  }

  /** Rolls an unfinished transaction back: the next caller must not join it. */
  override async release(): Promise<void> {
    if (this.lock !== undefined && this.sqlite.inTransaction) this.sqlite.exec('ROLLBACK');
    this.releaseMutex();
    await super.release();
  }

  override async query(text: string, values: unknown[] = [], structured = false): Promise<never> {
    if (this.lock !== undefined) return this.perform(this.immediate(text), values, structured);
    this.assertNotInForeignTransaction();
    this.mutex.assertOpen();
    return whileBusy(async () => {
      const lock = await this.mutex.acquire();
      try {
        return await this.perform(text, values, structured);
      } finally {
        lock.release();
      }
    });
  }

  private immediate(text: string): string {
    if (text !== 'BEGIN TRANSACTION') return text;
    this.beganImmediate = true;
    return 'BEGIN IMMEDIATE';
  }

  private get sqlite(): Database {
    return this.driver.databaseConnection as Database;
  }

  private perform(text: string, values: unknown[], structured: boolean): Promise<never> {
    return super.query(text, values, structured) as Promise<never>;
  }

  private async acquireMutex(): Promise<void> {
    this.assertNotInForeignTransaction();
    this.mutex.assertOpen();
    this.lock = await this.mutex.acquire();
    const open = this.transaction.getStore();
    if (open !== undefined) open.holder = this;
  }

  private releaseMutex(): void {
    const open = this.transaction.getStore();
    if (open?.holder === this) delete open.holder;
    this.lock?.release();
    this.lock = undefined;
  }

  /** It would deadlock: its own caller holds the mutex. */
  private assertNotInForeignTransaction(): void {
    const holder = this.transaction.getStore()?.holder;
    if (holder !== undefined && holder !== this)
      throw new Error('inside a transaction use the manager it hands you, not an outer repository');
  }
}
