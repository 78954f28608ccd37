/** `since` is in epoch milliseconds. */
export type Slot = readonly [since: number, count: number];

/** Bounds the size of a row. */
const PARTS = 15;

/** Also drops slots more than a window ahead, which a wrong clock wrote. */
export const inWindow = (slots: readonly Slot[], window: number, now: number): Slot[] =>
  slots.filter(([since]) => since > now - window && since <= now + window);

/** All calls of a slot leave the window with its first. */
export function plusOne(slots: readonly Slot[], window: number, now: number): Slot[] {
  const at = slots.findIndex(([since]) => Math.abs(now - since) < window / PARTS);
  if (at >= 0) return slots.map(([since, count], n) => [since, n === at ? count + 1 : count]);
  return [...slots, [now, 1] as const].sort(([one], [other]) => one - other);
}

/** Subtracts from the newest slots first. */
export function minus(slots: readonly Slot[], less: number): Slot[] {
  const [since, count] = slots.at(-1) ?? [0, 0];
  if (less <= 0 || slots.length === 0) return [...slots];
  const rest = slots.slice(0, -1);
  return count > less ? [...rest, [since, count - less]] : minus(rest, less - count);
}

export const total = (slots: readonly Slot[]) => slots.reduce((sum, [, count]) => sum + count, 0);

/** @returns when the count falls below `most`, in epoch milliseconds; `null` if it is below now. */
export function fullUntil(slots: readonly Slot[], most: number, window: number): number | null {
  let sum = 0;
  for (const [since, count] of slots.toReversed()) {
    sum += count;
    if (sum >= most) return since + window;
  }
  return null;
}
