import { setTimeout as sleep } from 'node:timers/promises';
import type { Type } from '@nestjs/common';
import type { ClientConfig, Pool } from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { migrate } from '../migrate';
import { MIGRATIONS } from '../migrations';
import { type TableWait, holdTables } from './hold-tables';
import { PostgresChanges } from './postgres-changes';
import { PostgresPool } from './postgres-pool';
import type { PostgresSignals } from './postgres-signals';
import { PostgresUnits } from './postgres-units';

/** Milliseconds after which a call that waits for the database is answered 503. */
const TIMEOUT = 5_000;

/** Milliseconds without any answer. Longer than TIMEOUT: a database that is well reports `statement_timeout` first. */
const SILENCE = TIMEOUT + 1_000;
const NO_LIMIT = 0;

/** Milliseconds for which closing waits for the database: a frozen one never closes its end of a connection. */
const GOODBYE = 1_000;

/**
 * A prepared statement keeps its plan while a table grows from nothing to millions: no plan may rest on a small table.
 * Without sequential scans, one that still needs one looks expensive enough for JIT (ADR 21).
 */
const PLANNING = '-c enable_seqscan=off -c jit=off';

/** The advisory lock of the process that migrates. */
export const MIGRATION_LOCK = 7_236_311;

/** A TypeORM data source on PostgreSQL; units use connections of the same pool. */
export class PostgresDataSource extends DataSource {
  readonly units: PostgresUnits;
  readonly changes: PostgresChanges;
  /** The names of the migrations that ran as it was opened. */
  migrated: readonly string[] = [];

  /** @param options.silence milliseconds without any answer, 0 for no limit. */
  constructor(url: string, poolSize: number, { silence = SILENCE, entities = [] as Type[] } = {}) {
    const connection: ClientConfig = {
      connectionString: url,
      application_name: 'consentry',
      connectionTimeoutMillis: TIMEOUT,
      query_timeout: silence,
      statement_timeout: TIMEOUT,
      lock_timeout: TIMEOUT,
      idle_in_transaction_session_timeout: 2 * TIMEOUT,
      keepAlive: true,
      options: PLANNING,
    };
    const pool = new PostgresPool(poolSize, () => (this.driver as PostgresDriver).master as Pool);
    super({
      type: 'postgres',
      url,
      entities,
      migrations: MIGRATIONS,
      installExtensions: false,
      // The pool has dropped the connection by then.
      poolErrorHandler: () => undefined,
      extra: pool.options(connection),
    });
    this.units = new PostgresUnits(pool, (topic) => this.changes.bump(topic));
    this.changes = new PostgresChanges(connection, this.units);
  }

  get signals(): PostgresSignals {
    return this.changes.signals;
  }

  override async destroy(): Promise<void> {
    await this.units.drain();
    await Promise.race([
      Promise.all([this.changes.close(), super.destroy()]),
      sleep(GOODBYE, undefined, { ref: false }),
    ]);
  }
}

/**
 * Connects and brings the schema up to date. Of replicas that start at once one migrates, the others wait for it.
 *
 * @param onWait called each time that a table to migrate is in use.
 */
export async function openPostgres(
  url: string,
  poolSize: number,
  entities?: Type[],
  onWait: (wait: TableWait) => void = () => undefined,
): Promise<PostgresDataSource> {
  const migrated = await migrateFirst(url, onWait);
  const dataSource = new PostgresDataSource(url, poolSize, { entities });
  dataSource.migrated = migrated;
  try {
    await dataSource.initialize();
    await dataSource.changes.listen();
    return dataSource;
  } catch (error) {
    if (dataSource.isInitialized) await dataSource.destroy();
    throw error;
  }
}

/** On a connection without a time limit: a migration may be long, and so may waiting for another process's. */
async function migrateFirst(url: string, onWait: (wait: TableWait) => void): Promise<string[]> {
  const dataSource = new PostgresDataSource(url, 1, { silence: NO_LIMIT });
  try {
    await dataSource.initialize();
    return await migrate(dataSource, {
      begin: beginMigrations,
      hold: (runner, pending) => holdTables(runner, pending, onWait),
    });
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
  }
}

/** With sequential scans: a migration's statement is planned once, for the tables as they are. */
async function beginMigrations(runner: QueryRunner): Promise<void> {
  await runner.query('BEGIN');
  await runner.query('SET LOCAL enable_seqscan = on; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0');
  await runner.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
}
