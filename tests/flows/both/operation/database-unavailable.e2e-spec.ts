import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { holdWrites } from '@consentry/test-support/server/held-writes';
import { attemptWrites, expectUnavailable } from '@consentry/test-support/server/unavailable';
import { call, obtainTokens, refresh, register, signIn } from '@consentry/test-support/world/world';

describe('a database that somebody else keeps from being written for over 5 seconds', () => {
  const server = givenServer();
  const account = givenAccount(server);

  it('is 503, spends nothing, and blocks nobody who reads', async () => {
    const { refresh_token } = await obtainTokens(server, account, await register(server, account));
    const letGo = await holdWrites(server);
    const answers = attemptWrites(server, account, refresh_token);
    const read = await call('GET', `${server.url}/api/session`, { headers: account.session });
    expect(read.status).toBe(200);
    expect((await call('GET', `${server.url}/health/ready`)).status).toBe(200);
    expectUnavailable(await answers);
    await letGo();
    expect((await refresh(server, refresh_token)).status).toBe(200);
    await signIn(server, account);
  });
});
