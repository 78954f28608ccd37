import { Client } from 'pg';
import type { QueryRunner } from 'typeorm';
import { setImmediate as turn } from 'node:timers/promises';
import { dropFreshDatabases, freshDatabase } from '@consentry/test-support/postgres/databases';
import { queryPostgres } from '@consentry/test-support/postgres/query';
import { migratedDatabase } from '@consentry/test-support/server/migrated';
import type { Migration } from '../migrations/migration';
import { type TableWait, holdTables } from './hold-tables';
import { MIGRATION_LOCK, PostgresDataSource, openPostgres } from './postgres-data-source';

const WAITING = `SELECT l.pid FROM pg_locks l JOIN pg_database d ON d.oid = l.database
  WHERE d.datname = current_database() AND l.locktype = 'advisory' AND NOT l.granted`;

describe('a process that starts while another one migrates the database', () => {
  let url: string;
  let sibling: Client;
  let opened: PostgresDataSource | undefined;

  beforeEach(async () => {
    url = await freshDatabase();
    await (await openPostgres(url, 1)).destroy();
    sibling = new Client(url);
    await sibling.connect();
    // Any time limit would fire with fake timers.
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance', 'Date', 'hrtime'] });
  });
  afterEach(async () => {
    jest.useRealTimers();
    await sibling.end();
    await opened?.destroy();
    await dropFreshDatabases();
  });

  it('waits for as long as that takes, and then starts', async () => {
    await sibling.query(`BEGIN; SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    const opening = openPostgres(url, 1);
    const ending = opening.then(
      () => 'opened',
      (error: Error) => error.message,
    );
    while ((await queryPostgres(url, WAITING)).length === 0) await turn();
    jest.advanceTimersByTime(3_600_000);
    await turn();
    await sibling.query('COMMIT');
    expect(await ending).toBe('opened');
    opened = await opening;
    // Afterwards the usual limits hold.
    const { lock } = (await opened.query<{ lock: string }[]>("SELECT current_setting('lock_timeout') AS lock"))[0]!;
    expect(lock).toBe('5s');
  });
});

/** What a later version does to two tables; the server reads accounts, then grants. */
const LATER: Migration = {
  holds: [
    { table: 'grants', mode: 'ACCESS EXCLUSIVE', rows: 'none' },
    { table: 'accounts', mode: 'ACCESS EXCLUSIVE', rows: 'none' },
    { table: 'made_later', mode: 'ACCESS EXCLUSIVE', rows: 'none' },
  ],
  up: () => Promise.resolve(),
  down: () => Promise.resolve(),
};
const LOCKED = `SELECT relation::regclass::text AS table, mode FROM pg_locks
  WHERE mode IN ('ExclusiveLock', 'AccessExclusiveLock') AND locktype = 'relation' AND granted ORDER BY 1`;

describe('the tables that a migration changes', () => {
  const QUICK = { wait: 200, moments: 20, pause: 5 };
  let dataSource: PostgresDataSource;
  let runner: QueryRunner;
  let dump: Client;

  beforeEach(async () => {
    const url = await migratedDatabase();
    dataSource = await new PostgresDataSource(url, 1).initialize();
    runner = dataSource.createQueryRunner();
    dump = new Client({ connectionString: url, application_name: 'pg_dump' });
    await dump.connect();
    await dump.query('BEGIN; SELECT FROM accounts');
    await runner.query('BEGIN');
  });
  afterEach(async () => {
    await dump.end();
    await runner.release();
    await dataSource.destroy();
  });

  it('are locked all at once when none is in use, and until then none is', async () => {
    const waits: TableWait[] = [];
    const locked: Promise<unknown>[] = [];
    await holdTables(
      runner,
      [LATER],
      (wait) => {
        waits.push(wait);
        locked.push(dump.query<object>(LOCKED).then(({ rows }) => rows));
        if (wait.attempt === 2) locked.push(dump.query('COMMIT').then(() => []));
      },
      QUICK,
    );
    const usedBy = [expect.stringMatching(/^process \d+ \(pg_dump\)$/)];
    expect(waits).toEqual([1, 2].map((attempt) => ({ table: 'accounts', usedBy, attempt, attempts: 12 })));
    expect(await Promise.all(locked)).toEqual([[], [], []]);
    expect((await dump.query(LOCKED)).rows).toEqual([
      { table: 'accounts', mode: 'AccessExclusiveLock' },
      { table: 'changes', mode: 'ExclusiveLock' },
      { table: 'grants', mode: 'AccessExclusiveLock' },
    ]);
  });

  it('are not waited for without an end', async () => {
    let waits = 0;
    const held = holdTables(runner, [LATER], () => (waits += 1), QUICK);
    await expect(held).rejects.toThrow(
      /^a migration needs the table accounts, which is in use by process \d+ \(pg_dump\); nothing was changed: try again/,
    );
    expect(waits).toBe(11);
    expect((await dump.query(LOCKED)).rows).toEqual([]);
  });
});
