import 'reflect-metadata';
import { runBackupCommand } from './commands/backup/run-backup-command';
import { systemClock } from './config/clock';
import { explainFailure } from './explain-failure';

runBackupCommand(process.argv.slice(2), process.env, systemClock).then(
  (done) => process.stdout.write(done),
  (error: unknown) => explainFailure(error, 'backup'),
);
