import { databaseUrlOf, withDatabase } from '@consentry/test-support/server/engine';
import { givenServer } from '@consentry/test-support/server/given';
import { holdTables } from '@consentry/test-support/server/held-writes';
import { PostgresCluster } from '@consentry/test-support/postgres/cluster';
import { postgresUrl } from '@consentry/test-support/postgres/databases';
import { queryPostgres } from '@consentry/test-support/postgres/query';
import { TestServer, freshDir } from '@consentry/test-support/server/server';
import { storedRows } from '@consentry/test-support/server/stored';
import { assertSentAway, attemptWrites, expectUnavailable } from '@consentry/test-support/server/unavailable';
import {
  type Account,
  call,
  exchange,
  obtainCode,
  obtainTokens,
  refresh,
  register,
  signUp,
} from '@consentry/test-support/world/world';

describe('a PostgreSQL that cannot be used', () => {
  const server = givenServer({ env: { DATABASE_POOL_SIZE: '4' } });
  let url: string;
  let account: Account;

  beforeAll(async () => {
    url = await databaseUrlOf(server.dataDir);
    account = await signUp(server);
  });

  const setReadOnly = async (value: 'on' | 'off') => {
    const name = new URL(url).pathname.slice(1);
    await queryPostgres(postgresUrl(), `ALTER DATABASE "${name}" SET default_transaction_read_only = ${value}`);
    // ALTER DATABASE affects new connections only.
    const cut = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1';
    await queryPostgres(postgresUrl(), cut, [name]);
  };

  it('to write, as a standby: is 503, spends nothing, and is read on', async () => {
    const { refresh_token } = await obtainTokens(server, account, await register(server, account));
    await setReadOnly('on');
    expectUnavailable(await attemptWrites(server, account, refresh_token));
    expect((await call('GET', `${server.url}/api/session`, { headers: account.session })).status).toBe(200);
    await setReadOnly('off');
    // One more connection may turn out to be cut.
    while ((await refresh(server, refresh_token)).status === 503);
    const rotations = 'SELECT generation FROM refresh_families ORDER BY created_at DESC LIMIT 1';
    expect(await storedRows(server, rotations)).toEqual([{ generation: 1 }]);
  });

  it('because its tables are locked, even for readers: is 503 everywhere but in /health/live', async () => {
    const { refresh_token } = await obtainTokens(server, account, await register(server, account));
    const letGo = await holdTables(
      url,
      'accounts, refresh_families, sign_in_sessions, clients, migrations',
      'ACCESS EXCLUSIVE',
    );
    const [answers, ready] = await Promise.all([
      attemptWrites(server, account, refresh_token),
      call('GET', `${server.url}/health/ready`),
    ]);
    expectUnavailable(answers);
    expect(ready.status).toBe(503);
    expect((await call('GET', `${server.url}/health/live`)).status).toBe(200);
    await letGo();
    expect((await refresh(server, refresh_token)).status).toBe(200);
  });

  it('for want of connections: those who wait longer than 5 seconds for one are sent away, nothing half done', async () => {
    const application = await register(server, account);
    const code = await obtainCode(server, account, application);
    const tokens = await Promise.all(Array.from({ length: 12 }, () => obtainTokens(server, account, application)));
    const letGo = await holdTables(url, 'refresh_families');
    const use = () => [
      exchange(server, application, code),
      ...tokens.map(({ refresh_token }) => refresh(server, refresh_token)),
    ];
    const answers = await Promise.all(use());
    await letGo();
    for (const { status, headers } of answers)
      expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true]);
    expect((await Promise.all(use())).map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  it('to note that a grant is used: a refresh is whole or not at all', async () => {
    const { refresh_token } = await obtainTokens(server, account, await register(server, account));
    await server.advance({ minutes: 5 });
    const letGo = await holdTables(url, 'grants');
    const { status } = await refresh(server, refresh_token);
    await letGo();
    const [family] = await storedRows<{ rotations: number }>(
      server,
      'SELECT generation AS rotations FROM refresh_families ORDER BY created_at DESC LIMIT 1',
    );
    expect({ status, ...family }).toEqual(
      status === 200 ? { status: 200, rotations: 1 } : { status: 503, rotations: 0 },
    );
  });
});

describe('a PostgreSQL that has too few connections for a pool', () => {
  let cluster: PostgresCluster;
  let server: TestServer;

  beforeAll(async () => {
    cluster = await PostgresCluster.start();
    await queryPostgres(cluster.url, "CREATE ROLE auth LOGIN PASSWORD 'auth' CONNECTION LIMIT 3");
    await queryPostgres(cluster.url, 'CREATE DATABASE auth OWNER auth');
    const url = Object.assign(new URL(cluster.url), { username: 'auth', password: 'auth', pathname: 'auth' });
    server = await TestServer.start({ dataDir: withDatabase(freshDir(), url.href) });
  });
  afterAll(async () => {
    await server.stop();
    await cluster.stop();
  });

  const setLimit = (limit: number) => queryPostgres(cluster.url, `ALTER ROLE auth CONNECTION LIMIT ${limit}`);

  it('serves all by those there are, and is 503 where there are none', async () => {
    const { session: headers } = await signUp(server);
    const callers = () =>
      Promise.all(Array.from({ length: 60 }, () => call('GET', `${server.url}/api/grants`, { headers })));
    for (const { status, text } of await callers()) expect({ status, text }).toMatchObject({ status: 200 });
    await setLimit(0);
    await queryPostgres(cluster.url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'auth'");
    (await callers()).forEach(assertSentAway);
    await setLimit(3);
    for (const { status, text } of await callers()) expect({ status, text }).toMatchObject({ status: 200 });
  });
});
