/** Milliseconds after each attempt but the last. */
const PAUSES = [10_000, 60_000, 300_000, 1_200_000];

export const MOST_ATTEMPTS = PAUSES.length + 1;

/**
 * @param attempts so far, including the current one.
 * @returns milliseconds; `null` after the last.
 */
export const pauseAfter = (attempts: number): number | null => PAUSES[attempts - 1] ?? null;
