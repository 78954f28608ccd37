import 'reflect-metadata';
import { runRestoreCommand } from './commands/restore/run-restore-command';
import { systemClock } from './config/clock';
import { explainFailure } from './explain-failure';

runRestoreCommand(process.argv.slice(2), process.env, systemClock).then(
  (done) => process.stdout.write(done),
  (error: unknown) => explainFailure(error, 'restore'),
);
