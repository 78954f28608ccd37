import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../../config/clock';
import type { Database } from '../../database/open-database';
import { recordRevocation } from '../../revocations/record-revocation';
import { RevocationFeed } from '../../revocations/revocation-feed';
import { RevocationRepository } from '../../revocations/revocation.repository';
import { SQLITE } from '../../../test/engines';
import { EventListeners, STREAMS, type StreamSettings } from './event-listeners';

describe('the listeners of the stream', () => {
  let database: Database;
  let feed: RevocationFeed;
  let listeners: EventListeners;
  let server: Server;
  const sockets: Socket[] = [];

  const begin = async (given: Partial<StreamSettings> = {}) => {
    database = await SQLITE.open();
    feed = new RevocationFeed(new RevocationRepository(database.units), database.signals, systemClock);
    listeners = new EventListeners(feed, systemClock, { ...STREAMS, ...given });
    server = createServer((_, response) => {
      response.shouldKeepAlive = false;
      void feed.latest().then(() => listeners.join(response, 'first\n\n'));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  };
  afterEach(async () => {
    listeners.onModuleDestroy();
    for (const socket of sockets.splice(0)) socket.destroy();
    server.closeAllConnections();
    server.close();
    feed.beforeApplicationShutdown();
    await database.destroy();
  });

  const end = (subject: string) =>
    database.units.write(() => recordRevocation({ kind: 'token', subject, at: Date.now(), expiresAt: Date.now() + 1 }));

  /** A reader that hears all, or after its first words nothing. */
  async function open() {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket);
    const heard = {
      text: '',
      socket,
      until: async (what: RegExp) => {
        while (!what.test(heard.text)) await pause(2);
      },
    };
    socket.setEncoding('utf8').on('data', (chunk: string) => (heard.text += chunk));
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await heard.until(/first/);
    return heard;
  }

  const connections = () => new Promise<number>((resolve) => server.getConnections((_, open) => resolve(open)));

  it('hear a sign of life at each interval', async () => {
    await begin({ heartbeat: 10 });
    const reader = await open();
    await reader.until(/(: heartbeat\n\n[^]*){3}/);
  });

  it('hear endings that come together in one event', async () => {
    await begin({ coalesced: 30 });
    const readers = [await open(), await open()];
    await end('alone');
    await readers[0]!.until(/"v":1/);
    await Promise.all(Array.from({ length: 40 }, (_, n) => end(`token-${n}`)));
    for (const reader of readers) {
      await reader.until(/"v":41,"k"/);
      expect(reader.text.match(/event: ended/g)!.length).toBeLessThanOrEqual(3);
    }
  });

  it('leave nothing that runs behind, and no read, when the last one has gone', async () => {
    await begin();
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    await feed.latest();
    const before = timers();
    const readers = [await open(), await open()];
    readers[0]!.socket.destroy();
    readers[1]!.socket.destroy();
    const reads = jest.spyOn(database.units, 'read');
    while (timers() > before) await pause(5);
    await end('unheard');
    await pause(60);
    expect(reads).not.toHaveBeenCalled();
  });

  it('that do not read are cut off, and the others are not', async () => {
    await begin({ coalesced: 0, mostUnread: 4_096 });
    const [slow, quick] = [await open(), await open()];
    slow.socket.pause();
    await Promise.all(Array.from({ length: 1_000 }, (_, n) => end(`token-${n}`)));
    const many = (await feed.latest()).entries.all();
    // Until the buffers of the kernel are full.
    while ((await connections()) === 2) {
      listeners.onArrival(many);
      await pause(1);
    }
    await end('after');
    await quick.until(/"v":1001,"k"/);
  });

  it('are told at a stop when to come back, each at another time, and a slow one does not hold it up', async () => {
    await begin({ farewell: 50 });
    const readers = await Promise.all(Array.from({ length: 8 }, open));
    readers[0]!.socket.pause();
    const closed = readers.slice(1).map(({ socket }) => once(socket, 'close'));
    listeners.onModuleDestroy();
    await Promise.all(closed);
    const waits = readers.slice(1).map(({ text }) => Number(/retry: (\d+)\nevent: bye\ndata: \{\}\n\n/.exec(text)![1]));
    expect(waits.every((wait) => wait >= 200 && wait <= 5_000)).toBe(true);
    expect(new Set(waits).size).toBeGreaterThan(1);
    while ((await connections()) > 0) await pause(5);
  });

  it('of another log are sent away', async () => {
    await begin();
    const reader = await open();
    await database.units.run("UPDATE revocation_logs SET log = 'another'");
    await end('a');
    await reader.until(/event: bye/);
  });
});
