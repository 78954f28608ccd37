import { setTimeout as pause } from 'node:timers/promises';
import { startProcesses } from '@consentry/test-support/server/processes';
import { TestServer } from '@consentry/test-support/server/server';
import { storedRows } from '@consentry/test-support/server/stored';
import {
  exchange,
  obtainCode,
  obtainTokens,
  refresh,
  register,
  requestConsent,
  signUp,
} from '@consentry/test-support/world/world';

/** Background jobs run a moment after the clock has moved. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(50);
}

const countOf = async (server: TestServer, table: string) =>
  (await storedRows<{ n: number }>(server, `SELECT COUNT(*) AS n FROM ${table}`))[0]!.n;
const holderOf = async (server: TestServer) =>
  (await storedRows<{ holder: string }>(server, 'SELECT holder FROM leases'))[0]?.holder;

describe('a server left to itself', () => {
  it('removes what has expired, and nothing that is alive', async () => {
    const server = await TestServer.start();
    const account = await signUp(server);
    const application = await register(server, account);
    await requestConsent(server, account, application);
    const code = await obtainCode(server, account, application);
    const { refresh_token: token } = await obtainTokens(server, account, application);

    await server.advance({ minutes: 10 });
    await until(async () => (await countOf(server, 'authorization_codes')) === 0);
    expect(await countOf(server, 'consent_sessions')).toBe(3);
    expect((await exchange(server, application, code)).body.error).toBe('invalid_grant');

    await server.advance({ days: 89 });
    await until(async () => (await countOf(server, 'sign_in_sessions')) === 0);
    await until(async () => (await countOf(server, 'consent_sessions')) === 0);
    const { status, body } = await refresh(server, token);
    expect(status).toBe(200);

    await server.advance({ days: 92 });
    await until(async () => (await countOf(server, 'refresh_families')) === 0);
    expect((await refresh(server, body.refresh_token)).body.error).toBe('invalid_grant');
    expect([await countOf(server, 'grants'), await countOf(server, 'accounts')]).toEqual([1, 1]);
    expect(await server.stop()).toBe(0);
    expect(server.output).not.toMatch(/"level":"(warn|error)"/);
  });
});

describe('of two processes', () => {
  it('one does the jobs, and the other takes over when that one is killed', async () => {
    const [leader, follower] = (await startProcesses(2)).map(({ process }) => process) as [TestServer, TestServer];
    await leader.advance({ seconds: 10 });
    await until(async () => (await holderOf(leader)) !== undefined);
    const first = await holderOf(leader);

    const account = await signUp(leader);
    const application = await register(leader, account);
    await obtainCode(leader, account, application);
    await leader.end('SIGKILL');
    await follower.advance({ minutes: 11 });
    await until(async () => (await countOf(follower, 'authorization_codes')) === 0);
    expect(await holderOf(follower)).not.toBe(first);
    expect(await follower.stop()).toBe(0);
  });
});
