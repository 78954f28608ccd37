import {
  FeedReader,
  digestOf,
  entriesOf,
  pageUrl,
  readPage,
  verifyPage,
} from '@consentry/test-support/world/feed-reader';
import { givenServer } from '@consentry/test-support/server/given';
import { startProcesses } from '@consentry/test-support/server/processes';
import { TestServer } from '@consentry/test-support/server/server';
import { addRevocation } from '@consentry/test-support/world/stored-revocation';
import { call } from '@consentry/test-support/world/world';

describe('a call that waits for revocations', () => {
  const server = givenServer();
  const readers: FeedReader[] = [];

  const open = async (of: { url: string } = server, issuer = of.url) => {
    const reader = await FeedReader.open(of, { issuer });
    readers.push(reader);
    return reader;
  };
  afterEach(() => readers.splice(0).forEach((reader) => reader.close()));

  it('is answered as soon as something is committed, by whatever process, as are all others', async () => {
    const all = [await open(), await open(), await open()];
    await addRevocation(server, { kind: 'family', subject: 'family-a' });
    for (const reader of all) await reader.refused('family', 'family-a');
    await addRevocation(server, { kind: 'token', subject: 'token-a' });
    for (const reader of all) await reader.refused('token', 'token-a');
    for (const { entries } of all) expect(new Set(entries.map(({ h }) => h)).size).toBe(entries.length);
  });

  it('is answered at once where something is newer, without a cursor, and by one that is none', async () => {
    const { log, next } = await readPage(server);
    await addRevocation(server, { kind: 'token', subject: 'token-b' });
    const page = await readPage(server, { query: { after: next, wait: '25' } });
    expect(entriesOf(page)).toMatchObject([{ k: 'token', h: digestOf(log, 'token', 'token-b') }]);
    for (const after of [{}, { after: 'x' }])
      expect((await readPage(server, { query: { ...after, wait: '25' } })).after).toBeUndefined();
  });

  it('is answered by an empty page, signed then, when the wait is over', async () => {
    const { next } = await readPage(server);
    const before = Date.now();
    const { status, headers, text } = await call('GET', pageUrl(server, { after: next, wait: '2' }));
    expect([status, headers.get('cache-control'), headers.get('retry-after')]).toEqual([200, 'no-store', null]);
    const { entries, iat } = await verifyPage(server, text);
    expect([entries, iat! * 1_000 > before]).toEqual([[], true]);
  });

  it('waits at another process too, which hears of what this one committed', async () => {
    const [here, there] = await startProcesses(2);
    const reader = await open(there, here!.url);
    await addRevocation(here!.process, { kind: 'key', subject: 'a-kid' });
    await reader.refused('key', 'a-kid');
    const { next } = await readPage(there!, { issuer: here!.url });
    expect((await readPage(here!, { query: { after: next } })).after).toBe(next);
    for (const { process } of [here!, there!]) expect(await process.stop()).toBe(0);
  });

  it('is answered when the server stops, and holds nothing up', async () => {
    const stopped = await TestServer.start();
    const { next } = await readPage(stopped);
    const answers = Array.from({ length: 5 }, () => call('GET', pageUrl(stopped, { after: next, wait: '25' })));
    await readPage(stopped);
    const began = performance.now();
    expect(await stopped.stop()).toBe(0);
    expect(performance.now() - began).toBeLessThan(5_000);
    for (const answer of await Promise.all(answers))
      expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  });

  it('goes on after a restart where it was', async () => {
    const restarted = await TestServer.start();
    await addRevocation(restarted, { kind: 'family', subject: 'family-a' });
    const { next } = await readPage(restarted);
    await addRevocation(restarted, { kind: 'family', subject: 'family-b' });
    await restarted.restart();
    const page = await readPage(restarted, { query: { after: next, wait: '25' } });
    expect([page.after, entriesOf(page).length]).toEqual([next, 1]);
    await restarted.stop();
  });
});
