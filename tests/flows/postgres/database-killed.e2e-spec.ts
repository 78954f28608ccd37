import { SIZE } from '@consentry/test-support/run/sizes';
import { becomesSo } from '@consentry/test-support/world/becomes-so';
import { Acknowledged } from '@consentry/test-support/server/acknowledged';
import { withDatabase } from '@consentry/test-support/server/engine';
import { PostgresCluster } from '@consentry/test-support/postgres/cluster';
import { TestServer, freshDir } from '@consentry/test-support/server/server';
import { storedRows } from '@consentry/test-support/server/stored';
import { assertSentAway } from '@consentry/test-support/server/unavailable';
import { call, obtainTokens, refresh, register, signUp } from '@consentry/test-support/world/world';

const CYCLES = SIZE.kills;
const CALLERS = 8;
/** Acknowledged refreshes before each kill. */
const PER_CYCLE = 20;
/** Most milliseconds from the database's return to a ready service. */
const BACK = 5_000;

describe('a database that is killed under load', () => {
  let cluster: PostgresCluster;
  let server: TestServer;

  beforeAll(async () => {
    cluster = await PostgresCluster.start({ durable: true });
    server = await TestServer.start({ dataDir: withDatabase(freshDir(), cluster.url) });
  });
  afterAll(async () => {
    await server.stop();
    await cluster.stop();
  });

  const becomesReady = () =>
    becomesSo(async () => (await call('GET', `${server.url}/health/ready`)).status === 200, BACK);

  it(
    `tells its callers to come again, loses nothing acknowledged, and is back by itself, ${CYCLES} times`,
    async () => {
      const account = await signUp(server);
      const client = new Acknowledged(account, await register(server, account));
      for (let cycle = 0; cycle < CYCLES; cycle += 1) {
        const end = cycle % 2 === 0 ? () => cluster.kill() : () => cluster.stopFast();
        (await client.useUntil(server, { callers: CALLERS, more: PER_CYCLE, end })).forEach(assertSentAway);
        assertSentAway(await call('GET', `${server.url}/health/ready`));
        expect((await call('GET', `${server.url}/health/live`)).status).toBe(200);
        await cluster.restart();
        await becomesReady();
        await client.assertNothingLost(server);
      }
      await client.assertNothingEverLost(server);
      await client.assertSpentAndKept(server);
      expect(client.spentTokens.length).toBeGreaterThan(CYCLES * PER_CYCLE);
      const halfDone = 'SELECT hash FROM authorization_codes WHERE (redeemed_at IS NULL) <> (family_id IS NULL)';
      expect(await storedRows(server, halfDone)).toEqual([]);
      expect(server.output).not.toMatch(/"status":500/);
    },
    60_000 + CYCLES * 25_000,
  );

  it('restarts under load without one wrong answer', async () => {
    const account = await signUp(server);
    const client = new Acknowledged(account, await register(server, account));
    const end = () => cluster.restart();
    (await client.useUntil(server, { callers: CALLERS, more: PER_CYCLE, end })).forEach(assertSentAway);
    await becomesReady();
    await client.assertNothingLost(server);
    const { refresh_token } = await obtainTokens(server, account, client.applications[0]!);
    expect((await refresh(server, refresh_token)).status).toBe(200);
  });
});
