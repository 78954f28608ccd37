import { withDatabase } from '@consentry/test-support/server/engine';
import { TestServer, freshDir } from '@consentry/test-support/server/server';
import { assertSentAway } from '@consentry/test-support/server/unavailable';
import { PostgresCluster } from '@consentry/test-support/postgres/cluster';
import { queryPostgres } from '@consentry/test-support/postgres/query';
import { becomesSo } from '@consentry/test-support/world/becomes-so';
import { type Account, call, signIn, signUp } from '@consentry/test-support/world/world';

/** Most milliseconds until the server writes again after the standby answers. */
const BACK = 8_000;

describe('a PostgreSQL that waits for a synchronous standby', () => {
  let primary: PostgresCluster;
  let standby: PostgresCluster;
  let server: TestServer;
  let account: Account;

  beforeAll(async () => {
    primary = await PostgresCluster.start();
    standby = await primary.startStandby();
    await queryPostgres(primary.url, "ALTER SYSTEM SET synchronous_standby_names = '*'");
    await queryPostgres(primary.url, 'SELECT pg_reload_conf()');
    const synchronous = "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'";
    while ((await queryPostgres(primary.url, synchronous)).length === 0);
    server = await TestServer.start({ dataDir: withDatabase(freshDir(), primary.url) });
    account = await signUp(server);
  });
  afterAll(async () => {
    await server.stop();
    await standby.stop();
    await primary.stop();
  });

  const ready = () => call('GET', `${server.url}/health/ready`);
  const signingIn = () =>
    call('POST', `${server.url}/api/session`, { body: { email: account.email, password: account.password } });

  it('in vain: is 503, not ready, and written again once the standby answers', async () => {
    const thaw = standby.freeze();
    const refused = signingIn();
    await server.advance({ seconds: 10 });
    assertSentAway(await ready());
    assertSentAway(await refused);
    thaw();
    await becomesSo(async () => (await ready()).status === 200, BACK);
    await signIn(server, account);
    expect(server.output).not.toMatch(/"status":500/);
  }, 60_000);
});
