/** Turns of the event loop after the first, while each brings more calls. */
const TURNS = 2;

/**
 * Runs `send` once a turn of the event loop has brought no more calls. Requests that were answered together come back
 * together, but are read in several turns: leaving with the first halves the batches (ADR 21). Idle turns take no time.
 *
 * @param count of the calls that wait.
 * @param most the size of a full batch, which is sent at once.
 */
export function coalesce(count: () => number, most: number, send: () => void, turns = TURNS, before = 0): void {
  setImmediate(() => {
    const waiting = count();
    if (turns === 0 || waiting === before || waiting >= most) send();
    else coalesce(count, most, send, turns - 1, waiting);
  });
}
