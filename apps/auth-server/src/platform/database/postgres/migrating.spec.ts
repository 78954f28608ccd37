import { Client } from 'pg';
import { setImmediate as turn } from 'node:timers/promises';
import { dropFreshDatabases, freshDatabase } from '@consentry/test-support/postgres/databases';
import { queryPostgres } from '@consentry/test-support/postgres/query';
import { MIGRATION_LOCK, type PostgresDataSource, openPostgres } from './postgres-data-source';

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
