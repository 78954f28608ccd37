import { hashToken } from '../../protocol/token/opaque-secret';
import { addressOf, networkOf } from './caller-network';
import { type CountedBy, LIMITS, type Limit, type LimitName } from './limit-table';
import { type Slot, fullUntil, inWindow, minus, plusOne, total } from './sliding-count';

export interface Counted {
  address: string;
  subject?: string;
}

export interface Counter {
  limit: LimitName;
  by: CountedBy;
  hash: string;
  most: number;
}

export interface Count extends Counter {
  slots: readonly Slot[];
  /** `null` if nothing was counted. */
  lastAt: number | null;
}

/** `until` is in epoch milliseconds. */
export interface ReachedLimit {
  limit: LimitName;
  until: number;
}

/** @param most in place of the table's, where a setting says it. */
export function countersOf(
  limit: LimitName,
  { address, subject = '' }: Counted,
  most: Limit['most'] = LIMITS[limit].most,
): Counter[] {
  const values: Record<CountedBy, string[]> = {
    subject: [subject],
    'subject and address': [subject, addressOf(address)],
    address: [addressOf(address)],
    network: [networkOf(address)],
  };
  const counted = Object.entries(most) as [CountedBy, number][];
  return counted.map(([by, most]) => ({
    limit,
    by,
    most,
    hash: hashToken(JSON.stringify([limit, by, ...values[by]])),
  }));
}

const ruleOf = ({ limit }: Counter): Limit => LIMITS[limit];

/** Drops the slots that have left the window. */
export function countOf(counter: Counter, row: { slots: string; lastAt: number } | undefined, now: number): Count {
  if (row === undefined) return { ...counter, slots: [], lastAt: null };
  const slots = JSON.parse(row.slots) as Slot[];
  return { ...counter, slots: inWindow(slots, ruleOf(counter).window, now), lastAt: row.lastAt };
}

export const incremented = (count: Count, now: number): Count => ({
  ...count,
  slots: plusOne(count.slots, ruleOf(count).window, now),
  lastAt: now,
});

export const decreased = (count: Count, less: number): Count => ({ ...count, slots: minus(count.slots, less) });

export const totalOf = ({ slots }: Count) => total(slots);

export function expiryOf(count: Count, now: number): number {
  const { window } = ruleOf(count);
  const counts = count.slots.length === 0 ? now : count.slots.at(-1)![0] + window;
  return Math.max(counts, rememberedUntil(count));
}

/** The last call may be remembered for longer than its window. */
export const isRemembered = (count: Count, now: number) => now < rememberedUntil(count);

const rememberedUntil = (count: Count) => (count.lastAt ?? 0) + (ruleOf(count).remembered ?? 0);

/** Finds the full counter with the longest wait. */
export function reachedLimit(counts: readonly Count[], now: number): ReachedLimit | null {
  const reached = counts.map((count) => ({ limit: count.limit, until: fullUntilOf(count, now) ?? 0 }));
  return reached.reduce<ReachedLimit | null>(
    (longest, one) => (one.until > (longest?.until ?? 0) ? one : longest),
    null,
  );
}

function fullUntilOf(count: Count, now: number): number | null {
  const { window, trickle } = ruleOf(count);
  const until = fullUntil(count.slots, count.most, window);
  if (until === null || trickle === undefined || count.by !== 'subject' || count.lastAt === null) return until;
  // Concurrent calls may write a slightly later time first; a clock that was set back must not lengthen the wait by more.
  const isOver = Math.abs(now - count.lastAt) >= trickle;
  return isOver ? null : Math.min(until, count.lastAt + trickle);
}
