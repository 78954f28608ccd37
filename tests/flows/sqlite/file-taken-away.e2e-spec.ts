import { copyFileSync, renameSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { TestServer } from '@consentry/test-support/server/server';
import { call, obtainTokens, register, refresh, signUp } from '@consentry/test-support/world/world';

const AWAY = 'the database file is not where it was opened';
const BACK = 'the database file is back';

/** Writes to an unlinked file are lost with the process. */
describe('a database file under a running server', () => {
  let server: TestServer;
  let file: string;

  beforeEach(async () => {
    server = await TestServer.start();
    file = join(server.dataDir, 'auth.sqlite');
  });
  afterEach(() => server.stop());

  const statusOf = async (path: string) => (await call('GET', `${server.url}${path}`)).status;
  const newcomer = () => ({ email: 'new@example.com', password: 'a long password', name: 'New' });

  it('that is moved away is noticed: nothing is read or written until it is back', async () => {
    const account = await signUp(server);
    const application = await register(server, account);
    const { refresh_token } = await obtainTokens(server, account, application);
    renameSync(file, `${file}.elsewhere`);
    await server.logged(AWAY);
    const line = JSON.parse(server.output.split('\n').find((text) => text.includes(AWAY)) ?? '') as object;
    expect(line).toMatchObject({ level: 'error', file });

    const ready = await call('GET', `${server.url}/health/ready`);
    expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, expect.any(String)]);
    expect(await statusOf('/health/live')).toBe(200);
    expect((await refresh(server, refresh_token)).body).toMatchObject({ error: 'temporarily_unavailable' });
    expect((await call('POST', `${server.url}/api/accounts`, { body: newcomer() })).status).toBe(503);
    expect((await call('GET', `${server.url}/api/grants`, { headers: account.session })).status).toBe(503);

    renameSync(`${file}.elsewhere`, file);
    await server.logged(BACK);
    expect(await statusOf('/health/ready')).toBe(200);
    expect((await refresh(server, refresh_token)).status).toBe(200);
    expect((await call('POST', `${server.url}/api/accounts`, { body: newcomer() })).status).toBe(201);
    for (const text of [AWAY, BACK]) expect(server.output.split(text)).toHaveLength(2);
  });

  it('that another one has replaced is noticed', async () => {
    copyFileSync(file, `${file}.copy`);
    renameSync(`${file}.copy`, file);
    await server.logged(AWAY);
    expect(await statusOf('/health/ready')).toBe(503);
  });

  it('that is deleted is noticed', async () => {
    unlinkSync(file);
    await server.logged(AWAY);
    expect(await statusOf('/health/ready')).toBe(503);
  });
});
