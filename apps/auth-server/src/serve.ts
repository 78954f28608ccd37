import cluster from 'node:cluster';
import { systemClock } from './platform/config/clock';
import type { Settings } from './platform/config/settings';
import { supervise } from './supervisor';

/**
 * Starts one process, or a supervisor of workers, which loads nothing of the server. Settles when it accepts connections.
 *
 * @throws StartError
 */
export async function serve(settings: Settings): Promise<void> {
  if (cluster.isPrimary && settings.workers > 1) return supervise(settings);
  const { start } = await import('./start.js');
  return start(settings, systemClock);
}
