import 'reflect-metadata';
import { runMoveCommand } from './commands/move/run-move-command';
import { systemClock } from './config/clock';
import { explainFailure } from './explain-failure';

runMoveCommand(process.argv.slice(2), process.env, systemClock).then(
  (done) => process.stdout.write(done),
  (error: unknown) => explainFailure(error, 'move'),
);
