/** Milliseconds to wait after each attempt to deliver a notice; none after the last. */
const PAUSES = [10_000, 60_000, 300_000, 1_200_000];

/** Number of attempts. */
export const MOST_ATTEMPTS = PAUSES.length + 1;

/**
 * Milliseconds until the next attempt.
 *
 * @param attempts number so far, including the one that begins now.
 * @returns `null` if it is the last.
 */
export const pauseAfter = (attempts: number): number | null => PAUSES[attempts - 1] ?? null;
