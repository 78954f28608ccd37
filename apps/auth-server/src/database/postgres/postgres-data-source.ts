import type { Type } from '@nestjs/common';
import { DataSource, QueryRunnerAlreadyReleasedError, type QueryRunner, type ReplicationMode } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { DatabaseUnavailableError, isLost } from '../database-error';
import { migrate } from '../migrate';
import { MIGRATIONS } from '../migrations';
import { PostgresChanges } from './postgres-changes';
import type { ConnectionOptions } from './postgres-connection';
import { PostgresPool } from './postgres-pool';
import { PostgresUnits } from './postgres-units';

/** Milliseconds. What the database has not answered by then is a 503. */
const TIMEOUT = 5_000;

/** A little longer than the server takes to say so itself: it is for a database that says nothing at all. */
const SILENCE = TIMEOUT + 1_000;
const AS_LONG_AS_IT_TAKES = 0;

/**
 * A prepared statement keeps its plan while a table grows from nothing to millions, until its statistics come: no plan
 * may rest on a table being small. One that is read whole for want of an index seems to cost as much as is compiled.
 */
const PLANNING = '-c enable_seqscan=off -c jit=off';

/** Any number, the same for all of us: who holds it migrates. */
export const MIGRATION_LOCK = 7_236_311;

type Query = (text: string, ...more: unknown[]) => Promise<unknown>;

/** A TypeORM data source on PostgreSQL, with units on connections of the same pool. */
export class PostgresDataSource extends DataSource {
  readonly units: PostgresUnits;
  readonly changes: PostgresChanges;

  /** @param options.silence for how many milliseconds the database may say nothing. */
  constructor(url: string, poolSize: number, { silence = SILENCE, entities = [] as Type[] } = {}) {
    const connection: ConnectionOptions = {
      connectionString: url,
      application_name: 'consentry',
      toConnect: TIMEOUT,
      silence,
      statement_timeout: TIMEOUT,
      lock_timeout: TIMEOUT,
      idle_in_transaction_session_timeout: 2 * TIMEOUT,
      keepAlive: true,
      options: PLANNING,
    };
    super({
      type: 'postgres',
      url,
      entities,
      migrations: MIGRATIONS,
      installExtensions: false,
      driver: { Pool: PostgresPool },
      extra: { ...connection, max: poolSize, patience: TIMEOUT },
    });
    const pool = () => (this.driver as PostgresDriver).master as PostgresPool;
    this.units = new PostgresUnits(pool, (topic) => this.changes.bump(topic));
    this.changes = new PostgresChanges(connection, this.units);
  }

  override createQueryRunner(mode?: ReplicationMode): QueryRunner {
    const runner = super.createQueryRunner(mode);
    const query = runner.query.bind(runner) as Query;
    const elsewhere = () => super.createQueryRunner(mode);
    runner.query = ((...given) =>
      query(...given).catch((error: unknown) => {
        if (!runner.isTransactionActive && isLost(error) && given[0].startsWith('SELECT'))
          return askOn(elsewhere(), given);
        throw explain(error);
      })) as Query as QueryRunner['query'];
    return runner;
  }

  override async destroy(): Promise<void> {
    await this.changes.close();
    await this.units.drain();
    await super.destroy();
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
  const dataSource = new PostgresDataSource(url, 1, { silence: AS_LONG_AS_IT_TAKES });
  try {
    await dataSource.initialize();
    await migrate(dataSource, lockMigrations);
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
  }
}

/** It is planned once, for tables as they are. */
async function lockMigrations(runner: QueryRunner): Promise<void> {
  await runner.query('SET LOCAL enable_seqscan = on; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0');
  await runner.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
}

/** What was read on a connection that was lost is read on another one. */
async function askOn(runner: QueryRunner, given: Parameters<Query>): Promise<unknown> {
  try {
    return await (runner.query as Query)(...given);
  } finally {
    await runner.release();
  }
}

/** TypeORM releases a runner whose connection is lost, and then says no more than that of it. */
function explain(error: unknown): unknown {
  if (!(error instanceof QueryRunnerAlreadyReleasedError)) return error;
  return new DatabaseUnavailableError('the connection to the database was lost', error);
}
