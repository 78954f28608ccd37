import { Client, Pool, type PoolClient } from 'pg';
import { PostgresCluster } from '@consentry/test-support/postgres/cluster';
import { queryPostgres } from '@consentry/test-support/postgres/query';
import { freePort } from '@consentry/test-support/server/ports';
import { DatabaseUnavailableError } from '../database-error';
import { PostgresPool } from './postgres-pool';

const SETTING = "SELECT 1 FROM pg_settings WHERE name = 'default_transaction_read_only' AND setting = $1";
const PID = 'SELECT pg_backend_pid() AS pid';

describe('a pool of connections to PostgreSQL', () => {
  let cluster: PostgresCluster;
  let connections: Pool;
  let pool: PostgresPool;
  let now = 0;

  beforeAll(async () => (cluster = await PostgresCluster.start()));
  afterAll(() => cluster.stop());
  afterEach(() => connections.end());

  const open = (connectionString: string, max: number) => {
    pool = new PostgresPool(
      max,
      () => connections,
      () => now,
    );
    connections = new Pool(pool.options({ connectionString, connectionTimeoutMillis: 5_000 }));
    // As TypeORM does: an idle connection that the database ends is an event of the pool.
    connections.on('error', () => undefined);
  };
  const pidOf = async (client: PoolClient) => (await client.query<{ pid: number }>(PID)).rows[0]!.pid;
  const ask = async () => {
    const client = await pool.connect();
    return pidOf(client).finally(() => client.release());
  };

  it('serves all by those that are connected where the database allows no more', async () => {
    await queryPostgres(cluster.url, "CREATE ROLE single LOGIN PASSWORD 'single' CONNECTION LIMIT 1");
    open(withRole(cluster.url, 'single'), 5);
    const pid = await ask();
    expect(new Set(await Promise.all(Array.from({ length: 20 }, ask)))).toEqual(new Set([pid]));
  });

  it('opens more while many wait, as soon as the database allows it', async () => {
    await queryPostgres(cluster.url, "CREATE ROLE few LOGIN PASSWORD 'few' CONNECTION LIMIT 1");
    open(withRole(cluster.url, 'few'), 3);
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

  it('fails every caller at once where nothing listens', async () => {
    open(cluster.url.replace(/:\d+\//, `:${await freePort()}/`), 2);
    const reasons = await Promise.all(
      Array.from({ length: 20 }, () => pool.connect().catch((error: unknown) => error as Error)),
    );
    for (const reason of reasons) {
      expect(reason).toBeInstanceOf(DatabaseUnavailableError);
      expect(reason).toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    }
  });

  it('fails every caller at once where the database refuses each connection', async () => {
    await queryPostgres(cluster.url, "CREATE ROLE refused LOGIN PASSWORD 'refused' CONNECTION LIMIT 0");
    open(withRole(cluster.url, 'refused'), 2);
    const reasons = await Promise.all(Array.from({ length: 5 }, () => pool.connect().catch((error: unknown) => error)));
    for (const reason of reasons) expect(reason).toMatchObject({ cause: { code: '53300' } });
  });

  const setReadOnly = async (value: 'on' | 'off') => {
    await queryPostgres(cluster.url, `ALTER SYSTEM SET default_transaction_read_only = ${value}`);
    await queryPostgres(cluster.url, 'SELECT pg_reload_conf()');
    // The pool's own connection: each hears of it when it is told.
    while ((await connections.query(SETTING, [value])).rows.length === 0);
  };

  it('replaces a connection that may only read, and asks each once in five seconds', async () => {
    open(cluster.url, 1);
    const pid = await ask();
    const sent = jest.spyOn(Client.prototype, 'query');
    await setReadOnly('on');
    sent.mockClear();
    now += 4_999;
    expect(await ask()).toBe(pid);
    expect(sent).toHaveBeenCalledTimes(1);
    now += 1;
    const another = await ask();
    expect(another).not.toBe(pid);
    await setReadOnly('off');
    now += 5_000;
    sent.mockClear();
    expect(await ask()).toBe(another);
    expect(sent).toHaveBeenCalledTimes(2);
    sent.mockRestore();
  });

  it('opens none to a standby, until it is promoted', async () => {
    const standby = await cluster.startStandby();
    open(standby.url, 1);
    await expect(ask()).rejects.toMatchObject({
      cause: { message: 'the database is a standby, which cannot be written' },
    });
    await queryPostgres(standby.url, 'SELECT pg_promote()');
    expect(await ask()).toBeGreaterThan(0);
    await connections.end();
    await standby.stop();
    open(cluster.url, 1);
  });
});

const withRole = (url: string, name: string) => Object.assign(new URL(url), { username: name, password: name }).href;
