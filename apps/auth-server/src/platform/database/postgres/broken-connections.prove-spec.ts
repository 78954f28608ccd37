import { Client } from 'pg';
import { INSERT_ACCOUNT } from '../../../../test/database';
import { PostgresCluster } from '@consentry/test-support/postgres/cluster';
import { queryPostgres } from '@consentry/test-support/postgres/query';
import { isDatabaseUnavailable } from '../database-error';
import { type Unit, all, get, run } from '../sql';
import { type PostgresDataSource, openPostgres } from './postgres-data-source';

const PID = 'SELECT pg_backend_pid() AS pid';

/** These tests wait for answers that do not come. */
const PATIENCE = 40_000;

describe('a connection to PostgreSQL that breaks', () => {
  let cluster: PostgresCluster;
  let dataSource: PostgresDataSource;
  let stopped: number[];

  beforeAll(async () => (cluster = await PostgresCluster.start()));
  afterAll(() => cluster.stop());
  beforeEach(async () => {
    await queryPostgres(cluster.url, 'DROP SCHEMA public CASCADE');
    await queryPostgres(cluster.url, 'CREATE SCHEMA public');
    dataSource = await openPostgres(cluster.url, 1);
    stopped = [];
  });
  afterEach(async () => {
    wakeAll();
    jest.restoreAllMocks();
    await dataSource.destroy();
  });

  /** Stops a backend, like a frozen machine. */
  const freeze = (pid: number) => {
    process.kill(pid, 'SIGSTOP');
    stopped.push(pid);
  };
  const wakeAll = () => {
    for (const pid of stopped.splice(0)) process.kill(pid, 'SIGCONT');
  };
  const currentPid = async () => (await dataSource.units.read(() => get<{ pid: number }>(PID)))!.pid;
  const write = (name: string) => dataSource.units.write(() => run(INSERT_ACCOUNT, name, name));
  const written = async () =>
    (await queryPostgres<{ id: string }>(cluster.url, 'SELECT id FROM accounts ORDER BY 1')).map(({ id }) => id);
  const reasonOf = (work: Promise<unknown>) => work.catch((error: unknown) => error);

  /** Ends its own connection, so many times. */
  function* cutConnections(times: number, attempt: number): Unit<void> {
    if (attempt <= times) yield* get('SELECT pg_terminate_backend(pg_backend_pid())');
  }

  it('is another than one whose statement the database refuses, which is used on', async () => {
    const before = await currentPid();
    const unit = dataSource.units.write(function* (): Unit<void> {
      yield* run(INSERT_ACCOUNT, 'undone', 'undone');
      yield* get("SELECT set_config('statement_timeout', '20', TRUE)");
      yield* get('SELECT pg_sleep(9)');
    });
    expect(isDatabaseUnavailable(await reasonOf(unit))).toBe(true);
    expect(await currentPid()).toBe(before);
    await write('next');
    expect(await written()).toEqual(['next']);
  });

  it('within a unit: the unit is undone, and carried out on another connection', async () => {
    const before = await currentPid();
    let attempts = 0;
    await dataSource.units.write(function* (): Unit<void> {
      attempts += 1;
      yield* run(INSERT_ACCOUNT, 'once', 'once');
      yield* cutConnections(1, attempts);
    });
    expect(await currentPid()).not.toBe(before);
    expect(await written()).toEqual(['once']);
  });

  it('within a read: it is read on another connection', async () => {
    let attempts = 0;
    const answer = dataSource.units.read(function* (): Unit<number | undefined> {
      attempts += 1;
      yield* cutConnections(1, attempts);
      return (yield* get<{ pid: number }>(PID))?.pid;
    });
    expect(await answer).toBe(await currentPid());
  });

  it('again: a unit that may be what ends them has done nothing, and is not carried out a third time', async () => {
    let attempts = 0;
    const unit = dataSource.units.write(function* (): Unit<void> {
      attempts += 1;
      yield* run(INSERT_ACCOUNT, 'undone', 'undone');
      yield* cutConnections(9, attempts);
    });
    expect(isDatabaseUnavailable(await reasonOf(unit))).toBe(true);
    expect(attempts).toBe(2);
    await write('next');
    expect(await written()).toEqual(['next']);
  });

  it('under a read of one row: it is asked once more', async () => {
    const cut = 'SELECT pg_terminate_backend(pg_backend_pid()), pg_sleep(9), ? AS name';
    expect(isDatabaseUnavailable(await reasonOf(dataSource.units.get(cut, 'a')))).toBe(true);
    const before = await currentPid();
    // Counts the attempts: only the first one ends its connection.
    await queryPostgres(cluster.url, 'CREATE SEQUENCE asked');
    const once = `SELECT CASE nextval('asked') WHEN 1 THEN pg_terminate_backend(pg_backend_pid()) END AS cut,
      pg_sleep(0.2), ? AS name`;
    expect(await dataSource.units.get(once, 'a')).toMatchObject({ cut: null, name: 'a' });
    expect(await currentPid()).not.toBe(before);
  });

  it('under a write of one statement: nobody knows what became of it, and it is not repeated', async () => {
    await queryPostgres(cluster.url, 'CREATE SEQUENCE asked');
    const sent = dataSource.units.returning(
      `SELECT nextval('asked'), pg_terminate_backend(pg_backend_pid()), pg_sleep(9)`,
    );
    expect(isDatabaseUnavailable(await reasonOf(sent))).toBe(true);
    expect(await queryPostgres(cluster.url, 'SELECT last_value FROM asked')).toEqual([{ last_value: 1 }]);
  });

  it(
    'before a unit that changed its mind is rolled back: it is never lent again inside the transaction',
    async () => {
      const before = await currentPid();
      const unit = dataSource.units.write(function* (): Unit<void> {
        yield* run(INSERT_ACCOUNT, 'undone', 'undone');
        freeze(before);
        throw new Error('changed its mind');
      });
      expect(await reasonOf(unit)).toEqual(new Error('changed its mind'));
      await write('next');
      expect(await currentPid()).not.toBe(before);
      wakeAll();
      expect(await written()).toEqual(['next']);
    },
    PATIENCE,
  );

  it(
    'by saying nothing: it is not asked to roll back, which would take as long again',
    async () => {
      const before = await currentPid();
      const sent = jest.spyOn(Client.prototype, 'query');
      const unit = dataSource.units.write(function* (): Unit<void> {
        yield* run(INSERT_ACCOUNT, 'undone', 'undone');
        freeze(before);
        yield* all('SELECT id FROM accounts');
      });
      expect(isDatabaseUnavailable(await reasonOf(unit))).toBe(true);
      expect(sent.mock.calls.map(([text]) => text)).not.toContain('ROLLBACK');
      await write('next');
      expect(await currentPid()).not.toBe(before);
      wakeAll();
      expect(await written()).toEqual(['next']);
    },
    PATIENCE,
  );

  it('as it is closed: nobody waits for the answer to a goodbye', async () => {
    const ours = "SELECT pid FROM pg_stat_activity WHERE application_name = 'consentry'";
    const pids = (await queryPostgres<{ pid: number }>(cluster.url, ours)).map(({ pid }) => pid);
    // Includes the listening connection.
    expect(pids.length).toBeGreaterThan(1);
    pids.forEach(freeze);
    await dataSource.destroy();
    wakeAll();
    dataSource = await openPostgres(cluster.url, 1);
  });
});
