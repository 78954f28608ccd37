import { pageUrl, readPage } from '@consentry/test-support/world/feed-reader';
import { TestServer } from '@consentry/test-support/server/server';

const start = async () => {
  const server = await TestServer.spawn();
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

describe('a stop', () => {
  it('is not held up by 100 calls that wait: each is answered', async () => {
    const [idle, busy] = [await start(), await start()];
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
