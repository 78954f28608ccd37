import { FeedReader, digestOf, readSnapshot } from '@consentry/test-support/world/feed-reader';
import { givenServer } from '@consentry/test-support/server/given';
import { startProcesses } from '@consentry/test-support/server/processes';
import { addRevocation } from '@consentry/test-support/world/stored-revocation';
import { TestServer } from '@consentry/test-support/server/server';
import { call } from '@consentry/test-support/world/world';

describe('the stream of revocations', () => {
  const server = givenServer();
  const readers: FeedReader[] = [];

  const open = async (...given: Parameters<typeof FeedReader.open>) => {
    const reader = await FeedReader.open(...given);
    readers.push(reader);
    return reader;
  };
  afterEach(() => readers.splice(0).forEach((reader) => reader.close()));

  it('says hello with log and version, and no proxy keeps it back', async () => {
    const reader = await open(server);
    const { data, id } = await reader.named('hello');
    const { log, v } = await readSnapshot(server);
    expect([data, id]).toEqual([{ log, v }, `${log}.${v}`]);
    expect(reader.answer.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'x-accel-buffering': 'no',
      'cache-control': 'no-store',
      connection: 'close',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    });
  });

  it('tells what ended and what was lifted as soon as it is committed, by whatever process, to all', async () => {
    const [one, other] = [await open(server), await open(server)];
    await addRevocation(server, { kind: 'family', subject: 'family-a' });
    for (const reader of [one, other]) {
      const { v } = await reader.refused('family', 'family-a');
      const { id, data } = await reader.named('ended');
      expect([id, data.v]).toEqual([`${data.log}.${v}`, v]);
    }
    await addRevocation(server, { kind: 'disabled', subject: 'client-a' });
    const { v: n } = await one.refused('disabled', 'client-a');
    await addRevocation(server, { kind: 'enabled', subject: 'client-a', below: n });
    const { data } = await one.named('lifted');
    expect(data.entries).toMatchObject([{ v: n + 1, k: 'enabled', n, h: digestOf(data.log, 'disabled', 'client-a') }]);
  });

  it('shows that it lives while nothing happens', async () => {
    const reader = await open(server);
    await reader.named('comment');
    expect(reader.events[0]!.event).toBe('hello');
  });

  it('continues after the last event that a reader got, if it is of the same log', async () => {
    const { log, v } = await readSnapshot(server);
    await addRevocation(server, { kind: 'token', subject: 'token-a' });
    const continued = await open(server, { headers: { 'last-event-id': `${log}.${v}` } });
    expect((await continued.refused('token', 'token-a')).v).toBe(v + 1);
    expect((await continued.named('hello')).data.v).toBe(v + 1);
    for (const id of [`other.${v}`, `${log}.${v + 99}`, `${log}.x`, 'x']) {
      const anew = await open(server, { headers: { 'last-event-id': id } });
      await anew.named('comment');
      expect([id, anew.entries('ended')]).toEqual([id, []]);
    }
  });

  it('needs no stream of the same process: a sibling has the entry too', async () => {
    const [here, there] = await startProcesses(2);
    const reader = await open(there!);
    await reader.named('hello');
    await addRevocation(here!.process, { kind: 'key', subject: 'a-kid' });
    await reader.refused('key', 'a-kid');
    for (const { process } of [here!, there!]) expect(await process.stop()).toBe(0);
  });

  it('says bye when the server stops, with a wait of its own for each reader, and holds nothing up', async () => {
    const stopped = await TestServer.start();
    const some = await Promise.all(Array.from({ length: 5 }, () => open(stopped)));
    const began = performance.now();
    expect(await stopped.stop()).toBe(0);
    expect(performance.now() - began).toBeLessThan(5_000);
    const waits = await Promise.all(some.map(async (reader) => (await reader.named('bye')).retry!));
    for (const wait of waits) expect([wait >= 200, wait <= 5_000]).toEqual([true, true]);
    expect(new Set(waits).size).toBeGreaterThan(1);
    for (const reader of some) await reader.ended();
  });

  it('goes on after a restart, with the same log and version', async () => {
    const first = await TestServer.start();
    await addRevocation(first, { kind: 'family', subject: 'family-a' });
    const { data: before } = await (await open(first)).named('hello');
    await first.restart();
    const again = await open(first, { headers: { 'last-event-id': `${before.log}.0` } });
    expect((await again.named('hello')).data).toEqual(before);
    await again.refused('family', 'family-a');
    await first.stop();
  });

  it('is logged when it ends, and takes GET alone', async () => {
    const reader = await open(server);
    await reader.named('hello');
    reader.close();
    await server.logged('/oauth2/revocations/events');
    expect((await call('POST', `${server.url}/oauth2/revocations/events`)).status).toBe(405);
  });
});
