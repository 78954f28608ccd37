import { readFileSync } from 'node:fs';
import { FeedReader } from '@consentry/test-support/world/feed-reader';
import { addRevocation } from '@consentry/test-support/world/stored-revocation';
import { TestServer } from '@consentry/test-support/server/server';

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

const start = async (env: Record<string, string> = {}) => {
  const server = await TestServer.spawn(undefined, { env });
  await server.ready();
  return server;
};

const openMany = (server: TestServer, count: number) =>
  Promise.all(Array.from({ length: count }, () => FeedReader.open(server)));

/** @returns the milliseconds that it took to stop */
async function timeStop(server: TestServer): Promise<number> {
  const began = performance.now();
  expect(await server.end('SIGTERM')).toBe(0);
  return performance.now() - began;
}

describe.each([
  ['one process', {}],
  ['two workers', { WORKERS: '2' }],
])('a stop of %s', (_, env) => {
  it('is not held up by 100 open streams: each hears bye', async () => {
    const [idle, busy] = [await start(env), await start(env)];
    const readers = await openMany(busy, 100);
    const without = await timeStop(idle);
    const stopped = await timeStop(busy);
    const waits = await Promise.all(readers.map(async (reader) => (await reader.named('bye')).retry!));
    expect(new Set(waits).size).toBeGreaterThan(50);
    process.stdout.write(`stop without streams ${without.toFixed()} ms, with 100 ${stopped.toFixed()} ms\n`);
    // Held up, it would take the eight seconds of grace.
    expect(stopped).toBeLessThan(without + 3_000);
    expect(busy.output).not.toMatch(/"level":"(error|warn)"|"aborted":true/);
  });
});

it('a worker that is replaced sends its readers to the other ones, which tell them all', async () => {
  const server = await start({ WORKERS: '2' });
  const readers = await openMany(server, 20);
  const [worker] = childrenOf(server.child.pid!);
  process.kill(worker!, 'SIGTERM');
  await server.logged('a new worker is ready');
  await Promise.race(readers.map((reader) => reader.named('bye')));
  const again = await openMany(server, 20);
  await addRevocation(server, { kind: 'family', subject: 'family-a' });
  for (const reader of again) await reader.refused('family', 'family-a');
  const heard = await Promise.all(readers.map((reader) => reader.find(({ event }) => /^(bye|ended)$/.test(event))));
  expect(new Set(heard.map(({ event }) => event))).toEqual(new Set(['bye', 'ended']));
  expect(await server.end('SIGTERM')).toBe(0);
});
