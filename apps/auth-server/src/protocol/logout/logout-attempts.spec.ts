import { MOST_ATTEMPTS, pauseAfter } from './logout-attempts';

describe('attempts to tell a client of a logout', () => {
  const pauses = Array.from({ length: MOST_ATTEMPTS }, (_, at) => pauseAfter(at + 1));

  it('are five, with growing pauses, within an hour', () => {
    expect(pauses).toEqual([10_000, 60_000, 300_000, 1_200_000, null]);
    expect(pauses.reduce<number>((sum, pause) => sum + (pause ?? 0), 0)).toBeLessThan(3_600_000);
  });
});
