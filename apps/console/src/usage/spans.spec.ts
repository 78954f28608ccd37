import { HOURS, spansOf, totalsOf } from './spans';

const NOW = Date.parse('2026-11-24T10:20:00Z');
const hour = (at: string, more = {}) => ({ hour: at, codes: 0, tokens: {}, refusals: {}, ...more });

describe('the bars of usage', () => {
  it('are 24 hours, the current one last', () => {
    const spans = spansOf(
      [
        hour('2026-11-23T11:00:00.000Z', { codes: 1 }),
        hour('2026-11-24T10:00:00.000Z', { tokens: { refresh_token: 2, authorization_code: 1 }, refusals: { a: 4 } }),
      ],
      'hours',
      NOW,
    );
    expect(spans).toHaveLength(24);
    expect(spans[0]).toEqual({ at: Date.parse('2026-11-23T11:00:00Z'), codes: 1, tokens: 0, refusals: 0 });
    expect(spans[23]).toEqual({ at: Date.parse('2026-11-24T10:00:00Z'), codes: 0, tokens: 3, refusals: 4 });
    expect(spans.slice(1, 23).every(({ codes, tokens, refusals }) => codes + tokens + refusals === 0)).toBe(true);
  });

  it('are 30 days of the reader, whose hours add up; what is earlier is left out', () => {
    const today = new Date(NOW).setHours(0, 0, 0, 0);
    const first = new Date(today);
    first.setDate(first.getDate() - 29);
    const at = (time: number) => new Date(time).toISOString();
    const spans = spansOf(
      [
        hour(at(first.getTime() - 3_600_000), { codes: 7 }),
        hour(at(first.getTime()), { codes: 1 }),
        hour(at(today), { codes: 2 }),
        hour(at(today + 3_600_000), { codes: 3 }),
      ],
      'days',
      NOW,
    );
    expect(spans.map(({ codes }) => codes)).toEqual([1, ...Array<number>(28).fill(0), 5]);
    expect(HOURS.days).toBeGreaterThanOrEqual((NOW - first.getTime()) / 3_600_000);
  });
});

it('sums are by name, the largest first', () => {
  expect(totalsOf([{ a: 1, c: 2 }, { b: 2 }, { a: 4 }])).toEqual([
    ['a', 5],
    ['b', 2],
    ['c', 2],
  ]);
});
