/** An hour as the API counts it. */
export interface CountedHour {
  hour: string;
  codes: number;
  tokens: Record<string, number>;
  refusals: Record<string, number>;
}

/** A bar. */
export interface Span {
  /** Its beginning, epoch milliseconds. */
  at: number;
  codes: number;
  tokens: number;
  refusals: number;
}

export type Range = 'hours' | 'days';

const HOUR = 3_600_000;

/** What is asked of the API; the day that is as long as the clock goes back has 25 hours. */
export const HOURS: Readonly<Record<Range, number>> = { hours: 24, days: 30 * 24 + 1 };

const sumOf = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** The beginnings of the last 24 hours, or of 30 days where the reader is, the earliest first. */
function beginningsOf(range: Range, now: number): number[] {
  if (range === 'hours') {
    const last = Math.floor(now / HOUR) * HOUR;
    return Array.from({ length: 24 }, (_, at) => last - (23 - at) * HOUR);
  }
  const today = new Date(now);
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()];
  return Array.from({ length: 30 }, (_, at) => new Date(year, month, day - 29 + at).getTime());
}

/** The hours as bars, those without a call too. */
export function spansOf(hours: readonly CountedHour[], range: Range, now: number): Span[] {
  const spans = beginningsOf(range, now).map((at) => ({ at, codes: 0, tokens: 0, refusals: 0 }));
  for (const { hour, codes, tokens, refusals } of hours) {
    const span = spans.findLast(({ at }) => at <= Date.parse(hour));
    if (span === undefined) continue;
    span.codes += codes;
    span.tokens += sumOf(tokens);
    span.refusals += sumOf(refusals);
  }
  return spans;
}

/** Sums by name, the largest first. */
export function totalsOf(all: readonly Record<string, number>[]): [name: string, count: number][] {
  const totals = new Map<string, number>();
  for (const counts of all)
    for (const [name, count] of Object.entries(counts)) totals.set(name, (totals.get(name) ?? 0) + count);
  return [...totals].sort(([one, few], [other, many]) => many - few || (one < other ? -1 : 1));
}
