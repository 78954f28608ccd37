import 'reflect-metadata';
import { systemClock } from './clock';
import { type RunningService, start } from './start';
import { StartError } from './start-error';

function stopOnSignal(service: RunningService): void {
  let stopping = false;
  const stop = (): void => {
    // Ignore repeated signals: a terminal sends Ctrl-C to the whole group and a parent may pass it on.
    if (stopping) return;
    stopping = true;
    service.stop().then(() => process.exit(0), reportAndExit);
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}

function reportAndExit(error: unknown): never {
  if (error instanceof StartError) error.lines.forEach((line) => console.error(`notes-api: ${line}`));
  else console.error('notes-api:', error);
  process.exit(1);
}

start(process.env, systemClock).then(stopOnSignal, reportAndExit);
