import { givenServer } from '@consentry/test-support/server/given';
import { holdWrites } from '@consentry/test-support/server/held-writes';
import { storedRows } from '@consentry/test-support/server/stored';
import { assertSentAway } from '@consentry/test-support/server/unavailable';
import { becomesSo } from '@consentry/test-support/world/becomes-so';
import { call, signUp } from '@consentry/test-support/world/world';

const ROW = "SELECT holder FROM leases WHERE name = 'readiness'";

describe('the readiness of a server', () => {
  const server = givenServer();

  const ready = () => call('GET', `${server.url}/health/ready`);
  /** Each write gives the row another holder. */
  const holder = async () => (await storedRows<{ holder: string }>(server, ROW))[0]?.holder;

  it('rests on a write of the last ten seconds, and on one of its own where there is none', async () => {
    await signUp(server);
    const before = await holder();
    expect((await ready()).status).toBe(200);
    expect(await holder()).toBe(before);
    // The first times it may find a write of the background jobs.
    await becomesSo(async () => {
      await server.advance({ seconds: 10 });
      expect((await ready()).status).toBe(200);
      return (await holder()) !== before;
    }, 5_000);
    const written = await holder();
    expect((await ready()).status).toBe(200);
    expect(await holder()).toBe(written);
  });

  it('is 503 while nothing can be written, and 200 again by itself', async () => {
    const letGo = await holdWrites(server);
    await server.advance({ seconds: 10 });
    const all = Promise.all(Array.from({ length: 8 }, ready));
    expect((await call('GET', `${server.url}/health/live`)).status).toBe(200);
    (await all).forEach(assertSentAway);
    await letGo();
    expect((await ready()).status).toBe(200);
  });
});
