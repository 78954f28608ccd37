/** How often something happened from a moment on, in epoch milliseconds, for a part of the window. */
export type Slot = readonly [since: number, count: number];

/** A window has so many parts at most, which bounds the size of a row. */
const PARTS = 15;

/**
 * The slots that still count. A slot more than a whole window ahead was written by a wrong clock, and must not refuse
 * anybody until then.
 */
export const living = (slots: readonly Slot[], window: number, now: number): Slot[] =>
  slots.filter(([since]) => since > now - window && since <= now + window);

/** Counts one more. All calls of a slot count as if they came when its first did. */
export function plusOne(slots: readonly Slot[], window: number, now: number): Slot[] {
  const at = slots.findIndex(([since]) => Math.abs(now - since) < window / PARTS);
  if (at >= 0) return slots.map(([since, count], n) => [since, n === at ? count + 1 : count]);
  return [...slots, [now, 1] as const].sort(([one], [other]) => one - other);
}

/** Takes so many away, the newest first. */
export function minus(slots: readonly Slot[], less: number): Slot[] {
  const [since, count] = slots.at(-1) ?? [0, 0];
  if (less <= 0 || slots.length === 0) return [...slots];
  const rest = slots.slice(0, -1);
  return count > less ? [...rest, [since, count - less]] : minus(rest, less - count);
}

export const total = (slots: readonly Slot[]) => slots.reduce((sum, [, count]) => sum + count, 0);

/** When fewer than `most` will count again, in epoch milliseconds; `null` if fewer count now. */
export function fullUntil(slots: readonly Slot[], most: number, window: number): number | null {
  let sum = 0;
  for (const [since, count] of slots.toReversed()) {
    sum += count;
    if (sum >= most) return since + window;
  }
  return null;
}
