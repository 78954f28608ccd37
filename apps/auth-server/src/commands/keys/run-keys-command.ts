import type { Clock } from '../../platform/config/clock';
import { prepareDataDir } from '../../platform/config/data-dir';
import { readSettings } from '../../platform/config/read-settings';
import type { Settings } from '../../platform/config/settings';
import { assertThere } from '../../platform/database/assert-there';
import type { KeysCommand } from './keys-command';

export const listKeys = (environment: NodeJS.ProcessEnv, clock: Clock): Promise<string> =>
  withKeys(environment, clock, (keys) => keys.list());

export const rotateKeys = (
  environment: NodeJS.ProcessEnv,
  clock: Clock,
  { compromised }: { compromised?: true },
): Promise<string> => withKeys(environment, clock, (keys) => (compromised ? keys.replaceCompromised() : keys.rotate()));

/** No server may be running. */
export async function replaceMasterKeyOf(environment: NodeJS.ProcessEnv, clock: Clock): Promise<string> {
  const settings = settingsFrom(environment);
  const { replaceMasterKey } = await import('./replace-master-key.js');
  return replaceMasterKey(settings, clock.now());
}

/** Runs one keys command; servers may be running. */
async function withKeys(
  environment: NodeJS.ProcessEnv,
  clock: Clock,
  run: (keys: KeysCommand) => Promise<string>,
): Promise<string> {
  const settings = settingsFrom(environment);
  // Imported after the checks, so that a wrong setting is answered at once.
  const { openDatabase } = await import('../../platform/database/open-database.js');
  const { KeysCommand } = await import('./keys-command.js');
  const database = await openDatabase(settings.database);
  try {
    return `${await run(new KeysCommand(settings, database.units, clock))}\n`;
  } finally {
    await database.destroy();
  }
}

function settingsFrom(environment: NodeJS.ProcessEnv): Settings {
  const settings = readSettings(environment);
  assertThere(settings.database);
  prepareDataDir(settings.dataDir);
  return settings;
}
