import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailableError, isBusy } from '../database-error';
import { Patience, nextPause } from '../patience';

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
