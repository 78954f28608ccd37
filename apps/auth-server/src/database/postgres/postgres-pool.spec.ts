import type { PoolClient } from 'pg';
import { PostgresCluster } from '../../../test/support/postgres-cluster';
import { queryPostgres } from '../../../test/support/postgres-query';
import { freePort } from '../../../test/support/ports';
import { standStill } from '../../../test/support/standstill';
import { DatabaseUnavailableError } from '../database-error';
import { type PoolOptions, PostgresPool } from './postgres-pool';

const PID = 'SELECT pg_backend_pid() AS pid';
const POSTMASTER = "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid";
const OURS = "FROM pg_stat_activity WHERE application_name = 'pool'";

describe('a pool of connections to PostgreSQL', () => {
  let cluster: PostgresCluster;
  let pool: PostgresPool;

  beforeAll(async () => (cluster = await PostgresCluster.start()));
  afterAll(() => cluster.stop());
  afterEach(() => pool.end());

  const open = (options: Partial<PoolOptions> = {}) =>
    (pool = new PostgresPool({
      connectionString: cluster.url,
      application_name: 'pool',
      max: 2,
      patience: 5_000,
      toConnect: 5_000,
      silence: 5_000,
      ...options,
    }));
  const pidOf = async (client: PoolClient) => (await client.query<{ pid: number }>(PID)).rows[0]!.pid;
  const ask = async () => {
    const client = await pool.connect();
    return pidOf(client).finally(() => client.release());
  };
  const reasonOf = (work: Promise<unknown>) => work.catch((error: unknown) => error);

  it('opens no more than it may, and lends what was given back', async () => {
    open();
    const pids = await Promise.all(Array.from({ length: 20 }, ask));
    expect(new Set(pids).size).toBe(2);
  });

  it('serves all by those that are connected while nobody can connect', async () => {
    open({ max: 5 });
    const pid = await ask();
    const [postmaster] = await queryPostgres<{ pid: number }>(cluster.url, POSTMASTER);
    process.kill(postmaster!.pid, 'SIGSTOP');
    const pids = await Promise.all(Array.from({ length: 20 }, ask)).finally(() =>
      process.kill(postmaster!.pid, 'SIGCONT'),
    );
    expect(new Set(pids)).toEqual(new Set([pid]));
  });

  it('serves all by those that are connected where the database allows no more', async () => {
    await queryPostgres(cluster.url, "CREATE ROLE single LOGIN PASSWORD 'single' CONNECTION LIMIT 1");
    open({ max: 5, user: 'single', connectionString: withRole(cluster.url, 'single') });
    const pid = await ask();
    expect(new Set(await Promise.all(Array.from({ length: 20 }, ask)))).toEqual(new Set([pid]));
  });

  it('opens more while many wait, as soon as the database allows it', async () => {
    await queryPostgres(cluster.url, "CREATE ROLE few LOGIN PASSWORD 'few' CONNECTION LIMIT 1");
    open({ max: 3, user: 'few', connectionString: withRole(cluster.url, 'few'), patience: 60_000 });
    const pids: number[] = [];
    const use = async () => {
      const client = await pool.connect();
      pids.push(await pidOf(client));
      await client.query('SELECT pg_sleep(0.05)').finally(() => client.release());
    };
    await use();
    let isEnough = false;
    const callers = Array.from({ length: 40 }, async () => {
      while (!isEnough) await use();
    });
    while (pids.length < 100) await use();
    expect(new Set(pids).size).toBe(1);
    await queryPostgres(cluster.url, 'ALTER ROLE few CONNECTION LIMIT 9');
    while (pids.length < 300 && new Set(pids).size < 3) await use();
    isEnough = true;
    await Promise.all(callers);
    expect(new Set(pids).size).toBe(3);
  });

  it('tells everybody at once where nothing is connected but what was told to leave and does not answer', async () => {
    await queryPostgres(cluster.url, "CREATE ROLE leaving LOGIN PASSWORD 'leaving' CONNECTION LIMIT 1");
    open({ user: 'leaving', connectionString: withRole(cluster.url, 'leaving') });
    const client = await pool.connect();
    const pid = await pidOf(client);
    process.kill(pid, 'SIGSTOP');
    client.release(true);
    const reason = await reasonOf(ask()).finally(() => process.kill(pid, 'SIGCONT'));
    expect(reason).toMatchObject({ code: '53300' });
  });

  it('tells everybody at once where there is nobody to connect to', async () => {
    open({ connectionString: cluster.url.replace(/:\d+\//, `:${await freePort()}/`), patience: 60_000 });
    const reasons = await Promise.all(Array.from({ length: 20 }, () => reasonOf(pool.connect())));
    expect(reasons).toEqual(reasons.map(() => expect.objectContaining({ code: 'ECONNREFUSED' }) as unknown));
  });

  it('tells whoever waits where nobody answers that this is so', async () => {
    const [postmaster] = await queryPostgres<{ pid: number }>(cluster.url, POSTMASTER);
    open({ patience: 500 });
    process.kill(postmaster!.pid, 'SIGSTOP');
    const reason = await reasonOf(pool.connect()).finally(() => process.kill(postmaster!.pid, 'SIGCONT'));
    expect(reason).toMatchObject({ message: expect.stringContaining('the database does not answer') as unknown });
  });

  it('opens another one in place of each that is lost, lent or idle', async () => {
    open({ max: 1 });
    const before = await ask();
    const cut = `SELECT pg_terminate_backend(pid) ${OURS}`;
    await queryPostgres(cluster.url, cut);
    while ((await reasonOf(ask())) === before);
    const lent = await pool.connect();
    const waiting = pool.connect();
    await queryPostgres(cluster.url, cut);
    expect(await reasonOf(pidOf(lent))).not.toBe(before);
    lent.release();
    const next = await waiting;
    expect(await pidOf(next)).not.toBe(before);
    next.release();
    expect(await ask()).toBe(await ask());
  });

  it('lends none again that is given back with a fault', async () => {
    open({ max: 1 });
    const client = await pool.connect();
    const before = await pidOf(client);
    client.release(true);
    expect(await ask()).not.toBe(before);
  });

  it('lends none again whose end the database has announced', async () => {
    open({ max: 1 });
    const client = await pool.connect();
    const end = client.query('SELECT pg_terminate_backend(pg_backend_pid()), pg_sleep(9)');
    expect(await reasonOf(end)).toMatchObject({ code: '57P01' });
    client.release();
    expect(await ask()).toBeGreaterThan(0);
  });

  it('has nobody wait longer than it may, and serves the others in their order', async () => {
    open({ max: 1, patience: 500 });
    const client = await pool.connect();
    const order: number[] = [];
    expect(await reasonOf(pool.connect())).toBeInstanceOf(DatabaseUnavailableError);
    const others = [1, 2, 3].map((n) => pool.connect().then((lent) => (order.push(n), lent.release())));
    client.release();
    await Promise.all(others);
    expect(order).toEqual([1, 2, 3]);
  });

  it('cuts off a connection that says nothing, which is no longer lent then', async () => {
    open({ max: 1, silence: 500 });
    const client = await pool.connect();
    const before = await pidOf(client);
    expect(await reasonOf(client.query('SELECT pg_sleep(2)'))).toMatchObject({ code: 'ETIMEDOUT' });
    client.release();
    expect(await ask()).not.toBe(before);
  });

  it('lends none again that lay idle beside one that said nothing: the machine may be gone', async () => {
    open({ silence: 500 });
    const clients = [await pool.connect(), await pool.connect()];
    const gone = await Promise.all(clients.map(pidOf));
    for (const client of clients) client.release();
    for (const pid of gone) process.kill(pid, 'SIGSTOP');
    expect(await reasonOf(ask())).toMatchObject({ code: 'ETIMEDOUT' });
    const pid = await ask().finally(() => gone.forEach((one) => process.kill(one, 'SIGCONT')));
    expect(gone).not.toContain(pid);
  });

  describe('whose process stands still for longer than all limits', () => {
    const limits = { max: 1, patience: 1_000, toConnect: 1_000, silence: 1_000 };

    it('hears what was answered meanwhile', async () => {
      open(limits);
      const client = await pool.connect();
      const answered = client.query('SELECT pg_sleep(0.2)');
      const waiting = ask();
      while ((await queryPostgres(cluster.url, `SELECT 1 ${OURS} AND wait_event = 'PgSleep'`)).length === 0);
      standStill(3_000);
      expect((await answered).rowCount).toBe(1);
      client.release();
      expect(await waiting).toBeGreaterThan(0);
    });

    it('goes on connecting', async () => {
      open(limits);
      const asked = ask();
      standStill(3_000);
      expect(await asked).toBeGreaterThan(0);
    });
  });
});

const withRole = (url: string, name: string) => Object.assign(new URL(url), { username: name, password: name }).href;
