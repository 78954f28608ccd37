import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailableError, isBusy } from '../database-error';
import { RetryLimit, retryDelay } from '../retry-limit';

/**
 * Retries while another process writes, from a timer: the driver's own waiting would block the event loop.
 *
 * @throws DatabaseUnavailableError when the {@link RetryLimit} is over.
 */
export async function whileBusy<T>(attempt: () => T | Promise<T>): Promise<T> {
  const retryLimit = new RetryLimit();
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (retryLimit.isOver()) throw new DatabaseUnavailableError('another process holds the database', error);
      await sleep(retryDelay());
    }
  }
}
