import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailableError, isBusy } from './database-error';

const SHORTEST = 2;
const LONGEST = 20;

/** How long another process may keep writing before a caller is sent away, in milliseconds. */
export const PATIENCE = 5_000;

/** A jittered pause, so that two processes that wait for each other do not meet again and again. */
export const nextPause = () => SHORTEST + Math.random() * (LONGEST - SHORTEST);

/**
 * Tries again while another process writes. The waiting is done by a timer, never by the driver: that would block
 * the event loop.
 *
 * @throws DatabaseUnavailableError after {@link PATIENCE}.
 */
export async function whileBusy<T>(attempt: () => Promise<T>): Promise<T> {
  for (let waited = 0; ;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (waited >= PATIENCE) throw new DatabaseUnavailableError('another process holds the database', error);
      const pause = nextPause();
      waited += pause;
      await sleep(pause);
    }
  }
}
