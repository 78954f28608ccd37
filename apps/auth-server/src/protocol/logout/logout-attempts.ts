/** Milliseconds to wait after each attempt to tell a client; after the last of them nobody tries any more. */
const PAUSES = [10_000, 60_000, 300_000, 1_200_000];

/** How often a client is tried to be told. */
export const MOST_ATTEMPTS = PAUSES.length + 1;

/**
 * How long to wait before the next attempt, in milliseconds.
 *
 * @param attempts how many there were, the one that begins now included.
 * @returns `null` where it is the last.
 */
export const pauseAfter = (attempts: number): number | null => PAUSES[attempts - 1] ?? null;
