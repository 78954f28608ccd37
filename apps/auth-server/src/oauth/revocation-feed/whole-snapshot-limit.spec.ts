import type { Settings } from '../../config/settings';
import { WholeSnapshotLimit } from './whole-snapshot-limit';

describe('the limit of whole snapshots', () => {
  const clock = { ms: 1_000, now: () => 0, elapsed: () => clock.ms };
  const limitOf = (loopbackCounts: boolean) =>
    new WholeSnapshotLimit(clock, { connections: { loopbackCounts } } as Settings);
  const countTaken = (limit: WholeSnapshotLimit, addressOf: (at: number) => string, tries = 50) =>
    Array.from({ length: tries }, (_, at) => {
      try {
        limit.consume(addressOf(at));
        return 1;
      } catch {
        return 0;
      }
    }).reduce<number>((sum, one) => sum + one, 0);

  it.each<[string, (at: number) => string, boolean, number]>([
    ['an address', () => '192.0.2.1', false, 6],
    ['a network of IPv6', (at) => `2001:db8:1:2::${at}`, false, 6],
    ['many addresses', (at) => `192.0.2.${at}`, false, 50],
    ['this machine', () => '127.0.0.1', false, 50],
    ['this machine, where it counts', () => '::ffff:127.0.0.1', true, 6],
  ])('lets %s have its own', (_, addressOf, loopbackCounts, taken) => {
    expect(countTaken(limitOf(loopbackCounts), addressOf)).toBe(taken);
  });

  it('slides, and says when the next one may be had', () => {
    const limit = limitOf(false);
    for (let count = 0; count < 6; count += 1) {
      limit.consume('192.0.2.1');
      clock.ms += 5_000;
    }
    const refusal = { status: 429, detail: { status: 429, retryAfter: 30 } };
    expect(() => limit.consume('192.0.2.1')).toThrow(expect.objectContaining(refusal) as Error);
    clock.ms += 30_000;
    limit.consume('192.0.2.1');
    expect(() => limit.consume('192.0.2.1')).toThrow();
  });

  it('remembers a bounded number of addresses, the last served ones', () => {
    const limit = limitOf(false);
    for (let count = 0; count < 6; count += 1) limit.consume('192.0.2.1');
    for (let count = 0; count < 9_999; count += 1) limit.consume(`10.0.${count >> 8}.${count & 255}`);
    expect(() => limit.consume('192.0.2.1')).toThrow();
    limit.consume('198.51.100.1');
    limit.consume('192.0.2.1');
  });
});
