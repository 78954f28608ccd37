import 'reflect-metadata';
import cluster from 'node:cluster';
import { systemClock } from './config/clock';
import { readSettings } from './config/read-settings';
import { explainFailure } from './explain-failure';
import { supervise } from './supervisor';

/** Starts one process, or a supervisor of workers, which loads nothing of the server. */
async function main(environment: NodeJS.ProcessEnv): Promise<void> {
  const settings = readSettings(environment);
  if (cluster.isPrimary && settings.workers > 1) return supervise(settings);
  const { start } = await import('./start.js');
  return start(settings, systemClock);
}

main(process.env).catch(explainFailure);
