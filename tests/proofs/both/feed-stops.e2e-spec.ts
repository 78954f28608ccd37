import { readFileSync } from 'node:fs';
import { FeedReader, pageUrl, readPage } from '@consentry/test-support/world/feed-reader';
import { addRevocation } from '@consentry/test-support/world/stored-revocation';
import { TestServer } from '@consentry/test-support/server/server';

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

const start = async (env: Record<string, string> = {}) => {
  const server = await TestServer.spawn(undefined, { env });
  await server.ready();
  return server;
};

/** Calls that wait, as each of them was answered. */
async function waitMany(server: TestServer, count: number) {
  const { next } = await readPage(server);
  const answers = Array.from({ length: count }, () => fetch(pageUrl(server, { after: next, wait: '25' })));
  await readPage(server);
  return answers;
}

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
  it('is not held up by 100 calls that wait: each is answered', async () => {
    const [idle, busy] = [await start(env), await start(env)];
    const answers = await waitMany(busy, 100);
    const without = await timeStop(idle);
    const stopped = await timeStop(busy);
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    process.stdout.write(`stop without calls that wait ${without.toFixed()} ms, with 100 ${stopped.toFixed()} ms\n`);
    // Held up, it would take the eight seconds of grace.
    expect(stopped).toBeLessThan(without + 3_000);
    expect(busy.output).not.toMatch(/"level":"(error|warn)"|"aborted":true/);
  });
});

it('a worker that is replaced answers its readers, which the other ones tell of what comes', async () => {
  const server = await start({ WORKERS: '2' });
  const readers = await Promise.all(Array.from({ length: 20 }, () => FeedReader.open(server)));
  const [worker] = childrenOf(server.child.pid!);
  process.kill(worker!, 'SIGTERM');
  await server.logged('a new worker is ready');
  await addRevocation(server, { kind: 'family', subject: 'family-a' });
  for (const reader of readers) await reader.refused('family', 'family-a');
  for (const reader of readers) reader.close();
  expect(await server.end('SIGTERM')).toBe(0);
});
