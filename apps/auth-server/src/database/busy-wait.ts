import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailableError, isBusy } from './database-error';

const SHORTEST = 2;
const LONGEST = 20;

/** How long another process may keep writing before a caller is sent away, in milliseconds. */
const PATIENCE = 5_000;

/** Runs out 5 seconds after it was first asked for. A stopwatch, not a clock: nobody moves it. */
export class Patience {
  private since: number | undefined;

  isOver(): boolean {
    this.since ??= performance.now();
    return performance.now() - this.since >= PATIENCE;
  }

  renew(): void {
    this.since = undefined;
  }
}

/** A jittered pause, so that two processes that wait for each other do not meet again and again. */
export const nextPause = () => SHORTEST + Math.random() * (LONGEST - SHORTEST);

/**
 * Tries again while another process writes. The waiting is done by a timer, never by the driver: that would block
 * the event loop.
 *
 * @throws DatabaseUnavailableError when the {@link Patience} is over.
 */
export async function whileBusy<T>(attempt: () => Promise<T>): Promise<T> {
  const patience = new Patience();
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (patience.isOver()) throw new DatabaseUnavailableError('another process holds the database', error);
      await sleep(nextPause());
    }
  }
}
