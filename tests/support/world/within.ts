import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds: longer than any machine needs, shorter than a test may take. */
const LONGEST = 20_000;

/** Settles as `awaited` does. @throws if that takes too long, so that a failing test says what did not come */
export async function within<T>(awaited: Promise<T>, what: string): Promise<T> {
  const waiting = new AbortController();
  const late = sleep(LONGEST, undefined, waiting).then(() => {
    throw new Error(`did not come within ${LONGEST} ms: ${what}`);
  });
  return Promise.race([awaited, late]).finally(() => waiting.abort());
}
