import 'reflect-metadata';
import cluster from 'node:cluster';
import { systemClock } from './config/clock';
import { readSettings } from './config/read-settings';
import { explainFailure } from './explain-failure';
import { supervise } from './supervisor';

/** One process, or a supervisor and its workers: what a supervisor does not need it does not load. */
async function main(environment: NodeJS.ProcessEnv): Promise<void> {
  const settings = readSettings(environment);
  if (cluster.isPrimary && settings.workers > 1) return supervise(settings);
  const { start } = await import('./start.js');
  return start(settings, systemClock);
}

main(process.env).catch(explainFailure);
