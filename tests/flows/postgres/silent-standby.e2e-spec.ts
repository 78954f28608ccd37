import { withDatabase } from '@consentry/test-support/server/engine';
import { TestServer, freshDir } from '@consentry/test-support/server/server';
import { assertSentAway } from '@consentry/test-support/server/unavailable';
import { PostgresCluster } from '@consentry/test-support/postgres/cluster';
import { queryPostgres } from '@consentry/test-support/postgres/query';
import { becomesSo } from '@consentry/test-support/world/becomes-so';
import {
  type Account,
  type Application,
  type Tokens,
  call,
  obtainTokens,
  refresh,
  register,
  signIn,
  signUp,
} from '@consentry/test-support/world/world';

/** Most milliseconds until the server writes again after the standby answers. */
const BACK = 8_000;
const POOL_SIZE = 2;
const WINDOW = 60;
const FAMILIES = 16;

describe('a PostgreSQL that waits for a synchronous standby', () => {
  let primary: PostgresCluster;
  let standby: PostgresCluster;
  let server: TestServer;
  let account: Account;
  let thaw = () => {};

  beforeAll(async () => {
    primary = await PostgresCluster.start();
    standby = await primary.startStandby();
    await queryPostgres(primary.url, "ALTER SYSTEM SET synchronous_standby_names = '*'");
    await queryPostgres(primary.url, 'SELECT pg_reload_conf()');
    const synchronous = "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'";
    while ((await queryPostgres(primary.url, synchronous)).length === 0);
    const env = { DATABASE_POOL_SIZE: String(POOL_SIZE), REFRESH_RETRY_WINDOW: String(WINDOW) };
    server = await TestServer.start({ dataDir: withDatabase(freshDir(), primary.url), env });
    account = await signUp(server);
  });
  afterAll(async () => {
    await server.stop();
    await standby.stop();
    await primary.stop();
  });

  // Also where a test fails: a frozen standby does not stop.
  afterEach(() => thaw());

  const ready = () => call('GET', `${server.url}/health/ready`);
  const signingIn = () =>
    call('POST', `${server.url}/api/session`, { body: { email: account.email, password: account.password } });

  it('in vain: is 503, not ready, and written again once the standby answers', async () => {
    thaw = standby.freeze();
    const refused = signingIn();
    await server.advance({ seconds: 10 });
    assertSentAway(await ready());
    assertSentAway(await refused);
    thaw();
    await becomesSo(async () => (await ready()).status === 200, BACK);
    await signIn(server, account);
    expect(server.output).not.toMatch(/"status":500/);
  }, 60_000);

  /** Our connections, one of which listens. */
  const CONNECTIONS = "SELECT pid FROM pg_stat_activity WHERE application_name = 'consentry'";

  it('in vain: has no more connections than the pool has places, however often callers come', async () => {
    thaw = standby.freeze();
    for (let round = 0; round < 2; round += 1) await Promise.all(Array.from({ length: POOL_SIZE }, signingIn));
    expect((await queryPostgres(primary.url, CONNECTIONS)).length).toBeLessThanOrEqual(POOL_SIZE + 1);
    thaw();
    await becomesSo(async () => (await ready()).status === 200, BACK);
  }, 90_000);

  const proofOf = ({ client_id, client_secret }: Application) => ({ client_id, client_secret });

  /** Refreshes all that nobody hears of, and then once more each. @returns the second answers */
  async function refreshInVain(application: Application, families: readonly Tokens[]) {
    const proof = proofOf(application);
    const again = () => Promise.all(families.map((family) => refresh(server, family.refresh_token, proof)));
    thaw = standby.freeze();
    for (const { status } of await again()) expect(status).toBe(503);
    thaw();
    await becomesSo(async () => (await ready()).status === 200, BACK);
    return again();
  }

  it.each([
    ['ends no family of an application that says nothing: REFRESH_RETRY_WINDOW is longer', {}, 0],
    ['ends those of an application that wants no retry', { refresh_retry_window: 0 }, FAMILIES],
  ])(
    'for some seconds: %s',
    async (_, fields, ended) => {
      account = { ...account, ...(await signIn(server, account)) };
      const application = await register(server, account, fields);
      const families = await Promise.all(
        Array.from({ length: FAMILIES }, () => obtainTokens(server, account, application)),
      );
      const answers = await refreshInVain(application, families);
      expect(answers.filter(({ status }) => status !== 200)).toHaveLength(ended);
      const living = answers.filter(({ status }) => status === 200);
      for (const { body } of living)
        expect((await refresh(server, body.refresh_token, proofOf(application))).status).toBe(200);
    },
    90_000,
  );
});
