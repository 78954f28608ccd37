import { randomInt } from 'node:crypto';
import { Acknowledged } from '@consentry/test-support/server/acknowledged';
import { type ServiceProcess, restart, startProcesses } from '@consentry/test-support/server/processes';
import { TestServer } from '@consentry/test-support/server/server';
import { assertSound, storedRows } from '@consentry/test-support/server/stored';
import { type Account, call, register, signUp } from '@consentry/test-support/world/world';
import { SIZE } from '@consentry/test-support/run/sizes';

const CYCLES = SIZE.kills;
const LANES = 4;
/** Acknowledged refreshes before a kill (some more at random), and of the survivor afterwards. */
const PER_CYCLE = 20;

/** The only errors that a killed server may cause. */
const GONE = /^(fetch failed|terminated)$/;

/** Which processes are killed in a cycle. */
const VICTIMS = [() => [0], () => [0, 1], () => [1], () => [randomInt(2)], () => [randomInt(2)]];

/** Kills some processes under load; the others must answer all their requests. */
async function crashUnderLoad(servers: ServiceProcess[], victims: number[], client: Acknowledged): Promise<void> {
  const failures: unknown[] = [];
  const lanes = servers.flatMap((server, at) =>
    Array.from({ length: LANES }, (_, lane) =>
      (lane === 0 ? client.useConsole(server) : client.useTokens(server)).catch((error: Error) => {
        if (!victims.includes(at) || !GONE.test(error.message)) failures.push(error);
      }),
    ),
  );
  const hear = async (server: ServiceProcess, more: number) => {
    const enough = client.spentTokens.length + more;
    while (client.spentTokens.length < enough && failures.length === 0) await call('GET', `${server.url}/health/live`);
  };
  await hear(servers[0]!, PER_CYCLE + randomInt(PER_CYCLE));
  await Promise.all(victims.map((at) => servers[at]!.process.end('SIGKILL')));
  const survivor = servers.find((_, at) => !victims.includes(at));
  if (survivor) await hear(survivor, PER_CYCLE);
  await client.rest(lanes);
  expect(failures).toEqual([]);
}

describe('kill -9 under load of two processes on one database', () => {
  it(
    `loses nothing acknowledged, takes nothing twice, and leaves the other one alone, ${CYCLES} times`,
    async () => {
      const servers = await startProcesses(2);
      const [first, second] = servers as [ServiceProcess, ServiceProcess];
      const account = await signUp(first);
      const client = new Acknowledged(account, await register(first, account));
      const passed: Account[] = [account];

      for (let cycle = 0; cycle < CYCLES; cycle += 1) {
        if (cycle % 5 === 0) passed.push(await signUp(first));
        const victims = VICTIMS[cycle % VICTIMS.length]!();
        await crashUnderLoad(servers, victims, client);
        // The survivor first, before a restarted process has repaired anything.
        const survivor = servers.find((_, at) => !victims.includes(at));
        if (survivor) await client.assertNothingLost(survivor);
        await Promise.all(victims.map((at) => restart(servers[at]!)));
        await client.assertNothingLost(servers[victims[0]!]!);
      }

      for (const { session } of passed)
        expect((await call('GET', `${second.url}/api/session`, { headers: session })).status).toBe(200);
      expect(client.spentTokens.length).toBeGreaterThan(CYCLES * PER_CYCLE);
      for (const server of servers) await client.assertNothingEverLost(server);
      for (const server of servers) await client.assertSpentAndKept(server);

      for (const { process } of servers) expect(await process.stop()).toBe(0);
      expect(TestServer.all.filter(({ output }) => /"status":5\d\d/.test(output))).toEqual([]);
      await assertSound(first.process);
      const halfDone = 'SELECT hash FROM authorization_codes WHERE (redeemed_at IS NULL) <> (family_id IS NULL)';
      expect(await storedRows(first.process, halfDone)).toEqual([]);
    },
    60_000 + CYCLES * 30_000,
  );
});
