import { engine } from '@consentry/test-support/server/engine';
import { FeedReader, readSnapshot } from '@consentry/test-support/world/feed-reader';
import { TestServer } from '@consentry/test-support/server/server';
import { addRevocation } from '@consentry/test-support/world/stored-revocation';
import { changeStored } from '@consentry/test-support/server/stored';
import { call } from '@consentry/test-support/world/world';

const MANY = 100_000;
const NUMBERS = {
  sqlite: 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT',
  postgres: 'WITH n AS (SELECT i FROM generate_series(1, CAST(? AS int)) AS i) SELECT',
};

const say = (text: string) => process.stdout.write(`${text}\n`);

describe('a feed of 100,000 entries', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await TestServer.spawn();
    await server.ready();
    const columns = 'INSERT INTO revocations (kind, subject, at, expires_at)';
    const expiresAt = Date.now() + 86_400_000;
    await changeStored(server, `${columns} ${NUMBERS[engine]} 'family', 'f' || i, 1, ${expiresAt} FROM n`, MANY);
  });
  afterAll(() => server.stop());

  /** Runs some work. @returns the longest wait of other calls meanwhile, in milliseconds, and of the work */
  async function timeOthers(work: () => Promise<unknown>): Promise<{ other: number; own: number }> {
    let isDone = false;
    let other = 0;
    const began = performance.now();
    const working = work().finally(() => (isDone = true));
    while (!isDone) {
      const asked = performance.now();
      await call('GET', `${server.url}/health/live`);
      other = Math.max(other, performance.now() - asked);
    }
    await working;
    return { other, own: performance.now() - began };
  }

  it('is read and signed without holding other calls up', async () => {
    await timeOthers(() => call('GET', `${server.url}/health/live`));
    for (const what of ['first', 'after one more', 'again']) {
      if (what === 'after one more') await addRevocation(server, { kind: 'token', subject: 'one-more' });
      const fetchWhole = async () => {
        const { status, headers, body } = await fetch(`${server.url}/oauth2/revocations`);
        expect([status, headers.get('content-encoding')]).toEqual([200, 'gzip']);
        await body!.cancel();
      };
      const { own, other } = await timeOthers(fetchWhole);
      say(`${what}: ${own.toFixed()} ms; the longest other call ${other.toFixed()} ms`);
      // Half of it: signing in one stretch would take as long as the whole answer.
      expect(other).toBeLessThan(Math.max(500, own / 2));
    }
    const { entries, v } = await readSnapshot(server);
    expect([entries.length, v]).toEqual([MANY + 1, MANY + 1]);
  });

  it('greets a listener at once, however far behind it is', async () => {
    const { log } = await readSnapshot(server);
    const reader = await FeedReader.open(server, { headers: { 'last-event-id': `${log}.5` } });
    expect((await reader.named('hello')).data.v).toBe(MANY + 1);
    await addRevocation(server, { kind: 'token', subject: 'another' });
    await reader.refused('token', 'another');
    expect(reader.entries('ended')).toHaveLength(1);
    reader.close();
  });
});
