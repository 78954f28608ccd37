import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { holdWriteLock } from '../support/database';
import { expectProblem } from '../support/problem';
import { TestServer } from '../support/server';
import { type Account, type Answer, call, obtainTokens, refresh, register, signIn, signUp } from '../support/world';

/** Keeps the server's files from growing, as a full disk does. @returns what makes room again. */
function fillDisk({ child, dataDir }: TestServer): () => void {
  const limit = (bytes: number | 'unlimited') =>
    execFileSync('prlimit', ['--pid', String(child.pid), `--fsize=${bytes}:unlimited`]);
  limit(statSync(join(dataDir, 'auth.sqlite-wal')).size);
  return () => limit('unlimited');
}

const onLinux = process.platform === 'linux' ? describe : describe.skip;

describe('a database that cannot be written', () => {
  let server: TestServer;
  let account: Account;

  beforeAll(async () => {
    server = await TestServer.start();
    account = await signUp(server);
  });
  afterAll(() => server.stop());

  const attempts = async (token: string) => {
    const body = { email: account.email, password: account.password };
    return Promise.all([
      refresh(server, token),
      call('POST', `${server.url}/api/session`, { body }),
      call('POST', `${server.url}/api/accounts`, { body: { ...body, email: 'new@example.com', name: 'New' } }),
      call('POST', `${server.url}/api/applications`, {
        headers: account.session,
        body: { name: 'New', redirect_uris: ['https://a.example'] },
      }),
    ]);
  };

  function expectUnavailable([refreshed, ...others]: Answer<unknown>[]): void {
    expect(refreshed).toMatchObject({ status: 503, body: { error: 'temporarily_unavailable' } });
    expect(Object.keys(refreshed!.body as object)).toEqual(['error', 'error_description']);
    for (const answer of others) expectProblem(answer as Answer, 503);
    for (const { headers, text } of [refreshed!, ...others]) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(text).not.toMatch(/sqlite|insert|update|select|SQLITE/i);
    }
  }

  it('because another process holds it is 503, spends nothing, and blocks nobody who reads', async () => {
    const { refresh_token } = await obtainTokens(server, account, await register(server, account));
    const letGo = await holdWriteLock(join(server.dataDir, 'auth.sqlite'));
    const answers = attempts(refresh_token);
    const read = await call('GET', `${server.url}/api/session`, { headers: account.session });
    expect(read.status).toBe(200);
    expect((await call('GET', `${server.url}/health/ready`)).status).toBe(200);
    expectUnavailable(await answers);
    await letGo();
    expect((await refresh(server, refresh_token)).status).toBe(200);
    await signIn(server, account);
  });

  onLinux('because the disk is full', () => {
    it('is 503 and spends nothing', async () => {
      const { refresh_token } = await obtainTokens(server, account, await register(server, account));
      const makeRoom = fillDisk(server);
      expectUnavailable(await attempts(refresh_token));
      expect((await call('GET', `${server.url}/api/session`, { headers: account.session })).status).toBe(200);
      makeRoom();
      expect((await refresh(server, refresh_token)).status).toBe(200);
      await signIn(server, account);
    });
  });
});
