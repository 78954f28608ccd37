import 'reflect-metadata';
import { systemClock } from './config/clock';
import { explainFailure } from './explain-failure';
import { runKeysCommand } from './keys/run-keys-command';

runKeysCommand(process.argv.slice(2), process.env, systemClock).then(
  (done) => process.stdout.write(done),
  (error: unknown) => explainFailure(error, 'keys'),
);
