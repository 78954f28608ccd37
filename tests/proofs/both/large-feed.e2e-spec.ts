import { GuardedService } from '@consentry/test-support/server/guarded-service';
import { TestServer } from '@consentry/test-support/server/server';
import { FeedReader, pageUrl, readFeed } from '@consentry/test-support/world/feed-reader';
import { addRevocation, addRevocations } from '@consentry/test-support/world/stored-revocation';
import { call, obtainTokens, register, signUp } from '@consentry/test-support/world/world';

const MANY = 1_000_000;

const say = (text: string) => process.stdout.write(`${text}\n`);

describe('a feed of a million entries', () => {
  let server: TestServer;
  const env = { ACCESS_TOKEN_AUDIENCE: 'http://localhost:3001' };

  beforeAll(async () => {
    const { dataDir } = (server = await TestServer.start({ env }));
    await addRevocations(server, MANY);
    await server.stop();
    server = await TestServer.spawn(undefined, { dataDir, env });
    await server.ready();
  });
  afterAll(() => server.stop());

  /** Runs some work. @returns what it gives, its time and the longest of other calls meanwhile, in milliseconds */
  async function timeOthers<Value>(work: () => Promise<Value>): Promise<{ value: Value; own: number; other: number }> {
    let isDone = false;
    let other = 0;
    const began = performance.now();
    const working = work().finally(() => (isDone = true));
    while (!isDone) {
      const asked = performance.now();
      await call('GET', `${server.url}/health/live`);
      other = Math.max(other, performance.now() - asked);
    }
    return { value: await working, own: performance.now() - began, other };
  }

  it('is read in pages without holding other calls up, and again from those that were made', async () => {
    for (const what of ['cold', 'warm']) {
      const { value, own, other } = await timeOthers(() => readFeed(server));
      say(`${what}: ${own.toFixed()} ms, ${value.pages} pages; the longest other call ${other.toFixed()} ms`);
      expect([value.entries.length, value.pages]).toEqual([MANY, 62]);
      expect(other).toBeLessThan(Math.max(1_000, own / 4));
    }
  });

  it('is read by a guard, which then refuses what ends', async () => {
    const account = await signUp(server);
    const application = await register(server, account);
    const { access_token: token } = await obtainTokens(server, account, application);
    const service = await GuardedService.start(server.url);
    const { own } = await timeOthers(async () => {
      while ((await statusOf(service, token)) === 503);
    });
    say(`a guard is ready after ${own.toFixed()} ms`);
    expect(await service.accepts(token)).toBe(true);
    const { client_id, client_secret } = application;
    await call('POST', `${server.url}/oauth2/revoke`, {
      body: new URLSearchParams({ token, client_id, client_secret }),
    });
    while (await service.accepts(token));
    await service.stop();
  });

  it('tells a reader that was away for long what is newer, at once', async () => {
    const { next } = await readFeed(server);
    await addRevocation(server, { kind: 'token', subject: 'another' });
    const began = performance.now();
    for (let count = 0; count < 200; count += 1) {
      const { status, body } = await fetch(pageUrl(server, { after: next }));
      expect(status).toBe(200);
      await body!.cancel();
    }
    say(`what is newer: ${((performance.now() - began) / 200).toFixed(1)} ms a call`);
    const reader = await FeedReader.open(server);
    await addRevocation(server, { kind: 'token', subject: 'one more' });
    await reader.refused('token', 'one more');
    reader.close();
  });
});

const statusOf = async ({ url }: GuardedService, token: string) =>
  (await fetch(`${url}/notes`, { headers: { authorization: `Bearer ${token}` } })).status;
