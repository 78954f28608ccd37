import { withDatabase } from '@consentry/test-support/server/engine';
import { TestServer, freshDir } from '@consentry/test-support/server/server';
import { assertSentAway, attemptWrites, expectUnavailable } from '@consentry/test-support/server/unavailable';
import { PostgresCluster } from '@consentry/test-support/postgres/cluster';
import { queryPostgres } from '@consentry/test-support/postgres/query';
import { becomesSo } from '@consentry/test-support/world/becomes-so';
import {
  type Account,
  call,
  obtainTokens,
  refresh,
  register,
  signIn,
  signUp,
} from '@consentry/test-support/world/world';
import { LeadingAddress } from '../support/leading-address';

/** Most milliseconds until the server writes again: a connection is asked again after 5 s. */
const BACK = 6_000;

describe('a PostgreSQL that may only be read', () => {
  let primary: PostgresCluster;
  let standby: PostgresCluster;
  let address: LeadingAddress;
  let server: TestServer;
  let account: Account;
  let token: string;

  beforeAll(async () => {
    primary = await PostgresCluster.start();
    standby = await primary.startStandby();
    address = await LeadingAddress.to(primary.port);
    const url = Object.assign(new URL(primary.url), { port: address.port }).href;
    server = await TestServer.start({ dataDir: withDatabase(freshDir(), url) });
    account = await signUp(server);
    token = (await obtainTokens(server, account, await register(server, account))).refresh_token;
  });
  afterAll(async () => {
    await server.stop();
    address.close();
    await standby.stop();
    await primary.stop();
  });

  const get = (path: string) => call('GET', `${server.url}${path}`, { headers: account.session });
  const writesAgain = () =>
    becomesSo(async () => {
      const body = { email: account.email, password: account.password };
      return (await call('POST', `${server.url}/api/session`, { body })).status === 201;
    }, BACK);
  const setReadOnly = async (value: 'on' | 'off') => {
    await queryPostgres(primary.url, `ALTER SYSTEM SET default_transaction_read_only = ${value}`);
    await queryPostgres(primary.url, 'SELECT pg_reload_conf()');
    const isSo = 'SELECT 1 FROM pg_settings WHERE name = $1 AND setting = $2';
    while ((await queryPostgres(primary.url, isSo, ['default_transaction_read_only', value])).length === 0);
  };

  it('by its setting: is 503 to all that writes, is read on, and is written again when it may', async () => {
    await setReadOnly('on');
    expectUnavailable(await attemptWrites(server, account, token));
    for (const path of ['/api/session', '/api/grants', '/.well-known/jwks.json', '/oauth2/revocations'])
      expect([path, (await get(path)).status]).toEqual([path, 200]);
    await server.advance({ seconds: 10 });
    assertSentAway(await get('/health/ready'));
    await setReadOnly('off');
    await writesAgain();
    expect((await get('/health/ready')).status).toBe(200);
    token = (await refresh(server, token)).body.refresh_token;
    expect(server.output).not.toMatch(/"status":500/);
  });

  it('as the address leads to a standby: is 503, unread too, until the standby is promoted', async () => {
    address.leadTo(standby.port);
    expectUnavailable(await attemptWrites(server, account, token));
    // What was ended since may live in its rows.
    assertSentAway(await get('/api/session'));
    assertSentAway(await get('/api/grants'));
    assertSentAway(await get('/health/ready'));
    await queryPostgres(standby.url, 'SELECT pg_promote()');
    await writesAgain();
    expect((await get('/health/ready')).status).toBe(200);
    expect((await refresh(server, token)).status).toBe(200);
    await signIn(server, account);
    expect(server.output).not.toMatch(/"status":500/);
  });

  it('at the start: says so', async () => {
    const second = await primary.startStandby();
    const spawned = await TestServer.spawn(undefined, { dataDir: withDatabase(freshDir(), second.url) });
    expect(await spawned.exit()).toBe(1);
    expect(spawned.output).toMatch(/cannot be opened: the database is a standby, which cannot be written/);
    await second.stop();
  });
});
