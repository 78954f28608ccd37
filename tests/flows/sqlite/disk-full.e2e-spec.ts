import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { TestServer } from '@consentry/test-support/server/server';
import { assertSentAway, attemptWrites, expectUnavailable } from '@consentry/test-support/server/unavailable';
import { call, obtainTokens, refresh, register, signIn, signUp } from '@consentry/test-support/world/world';

/** Limits the size of the server's files, like a full disk. @returns a function that lifts the limit. */
function fillDisk({ child, dataDir }: TestServer): () => void {
  const limit = (bytes: number | 'unlimited') =>
    execFileSync('prlimit', ['--pid', String(child.pid), `--fsize=${bytes}:unlimited`]);
  limit(statSync(join(dataDir, 'auth.sqlite-wal')).size);
  return () => limit('unlimited');
}

const onLinux = process.platform === 'linux' ? it : it.skip;

describe('a disk that is full', () => {
  onLinux('is 503 and spends nothing, and the server is not ready', async () => {
    const server = await TestServer.start();
    const account = await signUp(server);
    const { refresh_token } = await obtainTokens(server, account, await register(server, account));
    const makeRoom = fillDisk(server);
    expectUnavailable(await attemptWrites(server, account, refresh_token));
    expect((await call('GET', `${server.url}/api/session`, { headers: account.session })).status).toBe(200);
    await server.advance({ seconds: 10 });
    const ready = () => call('GET', `${server.url}/health/ready`);
    assertSentAway(await ready());
    expect((await call('GET', `${server.url}/health/live`)).status).toBe(200);
    makeRoom();
    expect((await ready()).status).toBe(200);
    expect((await refresh(server, refresh_token)).status).toBe(200);
    await signIn(server, account);
    await server.stop();
  });
});
