import { setTimeout as sleep } from 'node:timers/promises';
import type { Type } from '@nestjs/common';
import type { Client, ClientConfig, Pool } from 'pg';
import { DataSource, QueryRunnerAlreadyReleasedError, type QueryRunner, type ReplicationMode } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { DatabaseUnavailableError, isBroken, isLost } from '../database-error';
import { migrate } from '../migrate';
import { MIGRATIONS } from '../migrations';
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

type Query = (...given: unknown[]) => Promise<unknown>;

/** A TypeORM data source on PostgreSQL; units use connections of the same pool. */
export class PostgresDataSource extends DataSource {
  readonly units: PostgresUnits;
  readonly changes: PostgresChanges;

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
    (this.driver as PostgresDriver).obtainMasterConnection = async () => {
      const client = await pool.connect();
      return [client, (error?: Error) => client.release(error)];
    };
    this.units = new PostgresUnits(pool, (topic) => this.changes.bump(topic));
    this.changes = new PostgresChanges(connection, this.units);
  }

  get signals(): PostgresSignals {
    return this.changes.signals;
  }

  override createQueryRunner(mode?: ReplicationMode): QueryRunner {
    const runner = super.createQueryRunner(mode);
    const query = runner.query.bind(runner) as Query;
    const another = () => super.createQueryRunner(mode);
    const recover: Query = async (error, ...given) => {
      if (isBroken(error)) await abandon(runner);
      const isRead = !runner.isTransactionActive && String(given[0]).startsWith('SELECT');
      if (isRead && isLost(error)) return queryOnce(another(), given);
      throw explain(error);
    };
    const recovering: Query = (...given) => query(...given).catch((error: unknown) => recover(error, ...given));
    runner.query = recovering as QueryRunner['query'];
    return runner;
  }

  override async destroy(): Promise<void> {
    await this.units.drain();
    await Promise.race([
      Promise.all([this.changes.close(), super.destroy()]),
      sleep(GOODBYE, undefined, { ref: false }),
    ]);
  }
}

/** Connects and brings the schema up to date. Of replicas that start at once one migrates, the others wait for it. */
export async function openPostgres(url: string, poolSize: number, entities?: Type[]): Promise<PostgresDataSource> {
  await migrateFirst(url);
  const dataSource = new PostgresDataSource(url, poolSize, { entities });
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
async function migrateFirst(url: string): Promise<void> {
  const dataSource = new PostgresDataSource(url, 1, { silence: NO_LIMIT });
  try {
    await dataSource.initialize();
    await migrate(dataSource, lockMigrations);
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
  }
}

/** With sequential scans: a migration's statement is planned once, for the tables as they are. */
async function lockMigrations(runner: QueryRunner): Promise<void> {
  await runner.query('SET LOCAL enable_seqscan = on; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0');
  await runner.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
}

/** The pool drops a connection that was ended; TypeORM would return one with an unanswered statement to it. */
async function abandon(runner: QueryRunner): Promise<void> {
  const client = await (runner.connect() as Promise<Client>).catch(() => undefined);
  void client?.end();
  await runner.release();
}

/** Reads again, on another connection. */
async function queryOnce(runner: QueryRunner, given: unknown[]): Promise<unknown> {
  try {
    return await (runner.query as Query)(...given);
  } finally {
    await runner.release();
  }
}

/** TypeORM releases a runner whose connection is lost, and reports nothing else afterwards. */
function explain(error: unknown): unknown {
  if (!(error instanceof QueryRunnerAlreadyReleasedError)) return error;
  return new DatabaseUnavailableError('the connection to the database was lost', error);
}
