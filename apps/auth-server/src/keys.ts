import 'reflect-metadata';
import { systemClock } from './config/clock';
import { explainFailure } from './explain-failure';
import { type ReplaceMasterKey, runKeysCommand } from './commands/keys/run-keys-command';

const replaceMasterKey: ReplaceMasterKey = async (settings, now) => {
  const command = await import('./commands/keys/replace-master-key.js');
  return command.replaceMasterKey(settings, now);
};

runKeysCommand(process.argv.slice(2), process.env, systemClock, replaceMasterKey).then(
  (done) => process.stdout.write(done),
  (error: unknown) => explainFailure(error, 'keys'),
);
