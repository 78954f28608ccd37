import 'reflect-metadata';
import { runAccountCommand } from './commands/account/run-account-command';
import { systemClock } from './config/clock';
import { explainFailure } from './explain-failure';

runAccountCommand(process.argv.slice(2), process.env, systemClock).then(
  (done) => process.stdout.write(done),
  (error: unknown) => explainFailure(error, 'account'),
);
