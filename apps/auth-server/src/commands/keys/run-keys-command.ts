import type { Clock } from '../../platform/config/clock';
import { prepareDataDir } from '../../platform/config/data-dir';
import { readSettings } from '../../platform/config/read-settings';
import { assertThere } from '../../platform/database/assert-there';
import { KEYS_COMMAND_HELP, parseKeysCommandLine } from './keys-command-line';

/** Runs one keys command; servers may be running, but for `replace-master-key`. */
export async function runKeysCommand(
  given: readonly string[],
  environment: NodeJS.ProcessEnv,
  clock: Clock,
): Promise<string> {
  const line = parseKeysCommandLine(given, environment);
  if (line === null) return KEYS_COMMAND_HELP;
  const settings = readSettings(environment);
  assertThere(settings.database);
  prepareDataDir(settings.dataDir);
  // Imported after the checks, so that help and a wrong argument or setting are answered at once.
  if (line === 'replace-master-key') {
    const { replaceMasterKey } = await import('./replace-master-key.js');
    return replaceMasterKey(settings, clock.now());
  }
  const { openDatabase } = await import('../../platform/database/open-database.js');
  const { KeysCommand } = await import('./keys-command.js');
  const database = await openDatabase(settings.database);
  try {
    return `${await new KeysCommand(settings, database.units, clock).run(line)}\n`;
  } finally {
    await database.destroy();
  }
}
