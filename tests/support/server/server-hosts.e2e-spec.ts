import { CONSENTRY, runHosted, runProgram } from './command';
import { databaseSettingsOf } from './engine';
import { END } from './server-hosts';
import { TestServer, freshDir } from './server';
import { call, signUp } from '../world/world';

const HOUR = 3_600_000;

describe('servers one after another', () => {
  let first: TestServer;
  let second: TestServer;

  beforeAll(async () => {
    first = await TestServer.start();
    const { session } = await signUp(first);
    await first.advance({ days: 1 });
    await first.freeze();
    expect(await first.stop()).toBe(0);
    second = await TestServer.start();
    expect((await call('GET', `${second.url}/api/session`, { headers: session })).status).toBe(401);
  });
  afterAll(() => second.stop());

  it('share a process, and nothing that the first was told or wrote', async () => {
    expect(second.child.pid).toBe(first.child.pid);
    expect(Math.abs((await second.freeze()) - Date.now())).toBeLessThan(HOUR);
    expect(first.output).toContain('"path":"/api/accounts","status":201');
    expect(second.output).not.toContain('/api/accounts');
    expect(first.output + second.output).not.toContain(END);
    await expect(call('GET', `${first.url}/health/live`)).rejects.toThrow('fetch failed');
  });

  it('share none with one that serves meanwhile', async () => {
    const beside = await TestServer.start();
    expect(beside.child.pid).not.toBe(second.child.pid);
    await beside.stop();
  });

  it('leave a process to its end, where a signal ends it', async () => {
    const ended = await TestServer.start();
    expect(await ended.end('SIGTERM')).toBe(0);
    const next = await TestServer.start();
    expect(next.child.pid).not.toBe(ended.child.pid);
    await next.stop();
  });

  it('say why one of them does not start', async () => {
    await expect(TestServer.start({ env: { SIGN_UP: 'maybe' } })).rejects.toThrow(
      /did not start: .*SIGN_UP is "maybe"/s,
    );
  });

  it('are stopped once, however often that is asked for', async () => {
    const stopped = await TestServer.start();
    expect([await stopped.stop(), await stopped.stop()]).toEqual([0, 0]);
    const next = await TestServer.start();
    expect(next.child.pid).toBe(stopped.child.pid);
    await stopped.stop();
    expect((await call('GET', `${next.url}/health/live`)).status).toBe(200);
    await next.stop();
  });
});

describe('commands in a process that may have served before', () => {
  it.each([
    ['--help', {}],
    ['list', {}],
    ['list', { SIGN_UP: 'maybe' }],
    ['wrong', {}],
  ])('print and end as in one of their own: %s %j', async (given, env) => {
    const dataDir = freshDir();
    const settings = { DATA_DIR: dataDir, ...(await databaseSettingsOf(dataDir)), ...env };
    const hosted = await runHosted(CONSENTRY, ['keys', given], settings);
    expect(hosted).toEqual(await runProgram(CONSENTRY, ['keys', given], settings));
    expect(hosted.exitCode).toBe({ '--help': 0, wrong: 2 }[given] ?? 1);
  });

  it('leave it to a server with nothing of theirs', async () => {
    await runHosted(CONSENTRY, ['keys', 'list'], { DATA_DIR: freshDir(), SIGN_UP: 'maybe' });
    const server = await TestServer.start();
    await signUp(server);
    expect(await server.stop()).toBe(0);
    expect(server.output).not.toContain('SIGN_UP');
  });
});
