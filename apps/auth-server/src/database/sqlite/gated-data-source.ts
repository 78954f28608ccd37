import type { Database } from 'better-sqlite3';
import { AsyncLocalStorage } from 'node:async_hooks';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver';
import { Gate } from './mutex';
import { GatedQueryRunner, type OpenTransaction } from './gated-query-runner';
import { OpenedFile } from './opened-file';
import { SqliteChanges } from './sqlite-changes';
import { SqliteUnits } from './sqlite-units';

/** A TypeORM data source on SQLite whose statements and transactions share one gate with the units (ADR 2). */
export class GatedDataSource extends DataSource {
  private readonly gate = new Gate();
  private readonly transactionScope = new AsyncLocalStorage<OpenTransaction>();
  private openScopes = 0;
  private unitsOfFile: SqliteUnits | undefined;
  private opened: OpenedFile | undefined;

  constructor(options: DataSourceOptions) {
    super(options);
    const { driver, manager } = this;
    if (!(driver instanceof BetterSqlite3Driver)) throw new Error('the gate is made for better-sqlite3');
    driver.createQueryRunner = () => new GatedQueryRunner(driver, this.gate, this.transactionScope);
    const begin = manager.transaction.bind(manager) as (...given: unknown[]) => Promise<unknown>;
    manager.transaction = (...given: unknown[]) => this.inScope(() => begin(...given)) as Promise<never>;
  }

  /** While a scope is followed every promise of the process is: that is a price for transactions alone to pay. */
  private async inScope<T>(transaction: () => Promise<T>): Promise<T> {
    this.openScopes += 1;
    try {
      return await this.transactionScope.run(this.openTransaction ?? {}, transaction);
    } finally {
      this.openScopes -= 1;
      if (this.openScopes === 0) this.transactionScope.disable();
    }
  }

  /** The units of this file; there once the data source is initialized. */
  get units(): SqliteUnits {
    this.unitsOfFile ??= new SqliteUnits(this.sqlite, this.gate, () => this.openTransaction !== undefined);
    return this.unitsOfFile;
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
    return this.sqlite.name;
  }

  /** Looks whether the file is where it was opened. While it is not, nothing is read or written. */
  checkFile(): boolean {
    const isInPlace = this.opened?.isInPlace() ?? true;
    this.gate.refusal = isInPlace ? null : 'the database file was taken away';
    return isInPlace;
  }

  override async destroy(): Promise<void> {
    await this.unitsOfFile?.drain();
    await super.destroy();
  }

  /** The transaction in whose callback we are. */
  private get openTransaction(): OpenTransaction | undefined {
    const scope = this.transactionScope.getStore();
    return scope?.holder === undefined ? undefined : scope;
  }

  private get sqlite(): Database {
    return (this.driver as BetterSqlite3Driver).databaseConnection as Database;
  }
}
