import type { Settings } from '../../platform/config/settings';
import { ReaderLimits } from './reader-limits';

const MB = 1_000_000;

const given = (loopbackCounts = false) => {
  const clock = { time: 0, now: () => 0, elapsed: () => clock.time };
  const limits = new ReaderLimits(clock, { connections: { loopbackCounts } } as Settings);
  /** @returns the seconds to wait; 0 where the bytes are given */
  const take = (network: string | null, bytes: number) => {
    try {
      limits.takeBytes(network, bytes);
      return 0;
    } catch (error) {
      expect(error).toMatchObject({ status: 429, code: 'temporarily_unavailable' });
      return (error as { detail: { retryAfter: number } }).detail.retryAfter;
    }
  };
  return { limits, clock, take };
};

describe('what readers of the revocations share', () => {
  it.each([
    ['192.0.2.7', '192.0.2.0/24'],
    ['::ffff:192.0.2.7', '192.0.2.0/24'],
    ['2001:db8:1:2::3', '2001:db8:1::/48'],
    ['127.0.0.1', null],
    ['::1', null],
  ])('is counted for %s by %s', (address, network) => {
    expect(given().limits.networkOf(address)).toBe(network);
  });

  it('is counted for this machine too, where its connections are', () => {
    expect(given(true).limits.networkOf('127.0.0.1')).toBe('127.0.0.0/24');
  });

  it('is 100 MB of closed pages at once, and then 10 MB a second, for each network', () => {
    const { take, clock } = given();
    for (let count = 0; count < 100; count += 1) expect(take('a', MB)).toBe(0);
    expect([take('a', MB), take('a', 15 * MB), take('b', MB), take(null, 200 * MB)]).toEqual([1, 2, 0, 0]);
    clock.time += 1_000;
    for (let count = 0; count < 10; count += 1) expect(take('a', MB)).toBe(0);
    expect(take('a', MB)).toBe(1);
    clock.time += 3_600_000;
    expect([take('a', 100 * MB), take('a', 1)]).toEqual([0, 1]);
  });

  it('is 500 places for a network and 2,000 in all; each is given back once', () => {
    const { limits } = given();
    const taken = Array.from({ length: 500 }, () => limits.takePlace('a')!);
    expect(limits.takePlace('a')).toBeNull();
    taken[0]!();
    taken[0]!();
    expect([limits.takePlace('a') === null, limits.takePlace('a') === null]).toEqual([false, true]);
    for (let count = 0; count < 1_500; count += 1) expect(limits.takePlace(null)).not.toBeNull();
    expect([limits.takePlace(null), limits.takePlace('b')]).toEqual([null, null]);
  });
});
