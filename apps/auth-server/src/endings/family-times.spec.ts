import { purgeDay } from './family-times';

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** First millisecond of a day since 1970. */
const startOf = (day: number) => day * DAY;

describe('the day on which a row may go', () => {
  it.each([
    ['the refresh token lives longest', startOf(20_000) + 1, startOf(19_000), 20_001],
    ['the access token lives longest', startOf(19_000), startOf(20_000) + 1, 20_001],
    ['both end at midnight', startOf(20_000), startOf(20_000), 20_001],
    ['both end in the last millisecond before the last hour', startOf(20_001) - HOUR - 1, 0, 20_001],
    ['both end an hour before midnight', startOf(20_001) - HOUR, 0, 20_002],
    ['both end right before midnight', startOf(20_001) - 1, 0, 20_002],
    ['nothing was ever issued', 0, 0, 1],
  ])('%s', (_, expiresAt, accessExpiresAt, expected) => {
    expect(purgeDay({ expiresAt, accessExpiresAt })).toBe(expected);
  });

  it('begins after all that was issued, a retried answer too, is over, and at most a day and an hour later', () => {
    for (let last = startOf(20_000); last < startOf(20_002); last += 997_000) {
      const begins = startOf(purgeDay({ expiresAt: last, accessExpiresAt: last - 1 }));
      expect(begins).toBeGreaterThan(last + HOUR);
      expect(begins).toBeLessThanOrEqual(last + HOUR + DAY);
    }
  });

  it('stays the same for most refreshes of a day: the index on it is not written', () => {
    const days = Array.from({ length: 24 }, (_, hour) =>
      purgeDay({ expiresAt: startOf(20_000) + hour * HOUR, accessExpiresAt: 0 }),
    );
    expect(new Set(days)).toEqual(new Set([20_001, 20_002]));
    expect(days.filter((day) => day === 20_001)).toHaveLength(23);
  });
});
