import { Acknowledged } from '../support/acknowledged';
import { TestServer, freePort, freshDir } from '../support/server';
import { assertSound, storedRows } from '../support/stored';
import { type Account, call, register, signUp } from '../support/world';

const CYCLES = Number(process.env['CYCLES'] ?? 10);
const LANES = 8;
/** Acknowledged refreshes after which the server is killed. */
const PER_CYCLE = 20;

/** The server is gone: anything else is a wrong answer. */
const GONE = /^(fetch failed|terminated)$/;

async function crashUnderLoad(server: TestServer, client: Acknowledged): Promise<void> {
  const before = client.spentTokens.length;
  const failures: unknown[] = [];
  const lanes = Array.from({ length: LANES }, (_, lane) =>
    (lane === 0 ? client.useConsole(server) : client.useTokens(server)).catch((error: unknown) => {
      if (!GONE.test((error as Error).message)) failures.push(error);
    }),
  );
  while (client.spentTokens.length < before + PER_CYCLE && failures.length === 0)
    await call('GET', `${server.url}/health/live`);
  await server.end('SIGKILL');
  await Promise.all(lanes);
  expect(failures).toEqual([]);
}

describe('kill -9 under load', () => {
  it(
    `loses nothing acknowledged and takes nothing twice, ${CYCLES} times`,
    async () => {
      const dataDir = freshDir();
      const port = await freePort();
      let server = await TestServer.start({ dataDir, port });
      const account = await signUp(server);
      const client = new Acknowledged(account, await register(server, account));
      const passed: Account[] = [account];

      for (let cycle = 0; cycle < CYCLES; cycle += 1) {
        if (cycle % 5 === 0) passed.push(await signUp(server));
        await crashUnderLoad(server, client);
        server = await TestServer.start({ dataDir, port });
        await client.assertNothingLost(server);
      }

      for (const { session } of passed)
        expect((await call('GET', `${server.url}/api/session`, { headers: session })).status).toBe(200);
      expect(client.spentTokens.length).toBeGreaterThan(CYCLES * PER_CYCLE);
      await client.assertSpentAndKept(server);

      expect(await server.stop()).toBe(0);
      await assertSound(server);
      const halfDone = 'SELECT hash FROM authorization_codes WHERE (redeemed_at IS NULL) <> (family_id IS NULL)';
      expect(await storedRows(server, halfDone)).toEqual([]);
    },
    CYCLES * 20_000,
  );
});
