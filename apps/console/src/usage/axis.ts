import type { Range } from './spans';

/** At most so many lines above the base line. */
const LINES = 4;

/** From 1 to 2, 5, 10, 20 … */
const FACTORS = [2, 2.5, 2] as const;

/** What the axis of counts shows: 0 and the same steps of 1, 2 or 5 times a power of ten up to the highest or above. */
export function ticksOf(highest: number): number[] {
  let step = 1;
  for (let place = 0; highest > step * LINES; place += 1) step *= FACTORS[place % FACTORS.length]!;
  const lines = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: lines + 1 }, (_, line) => line * step);
}

/** Columns that a label is as wide as, on the narrowest screen. */
const WIDTHS: Readonly<Record<Range, number>> = { hours: 4, days: 6 };

/** Every sixth hour of the day, or the first day of each week, where the reader is. @param at epoch milliseconds */
const isMarked = (at: number, range: Range) =>
  range === 'hours' ? new Date(at).getHours() % 6 === 0 : new Date(at).getDay() === 1;

/** Which of the bars have a label below them: not those at the end, where there is no room. */
export function labelledOf(beginnings: readonly number[], range: Range): boolean[] {
  return beginnings.map((at, place) => place <= beginnings.length - WIDTHS[range] && isMarked(at, range));
}
