import type { Clock } from '../../config/clock';
import { prepareDataDir } from '../../config/data-dir';
import { readSettings } from '../../config/read-settings';
import type { Settings } from '../../config/settings';
import { assertThere } from '../../database/assert-there';
import { KEYS_COMMAND_HELP, parseKeysCommandLine } from './keys-command-line';

/** Replaces the master key: the one command that needs the database for itself. */
export type ReplaceMasterKey = (settings: Settings, now: number) => Promise<string>;

/**
 * Carries one keys command out, beside running servers or without one.
 *
 * @returns what to print.
 * @throws SettingsError, StartError, DatabaseUnavailableError: said in a line each.
 */
export async function runKeysCommand(
  given: readonly string[],
  environment: NodeJS.ProcessEnv,
  clock: Clock,
  replaceMasterKey: ReplaceMasterKey,
): Promise<string> {
  const line = parseKeysCommandLine(given, environment);
  if (line === null) return KEYS_COMMAND_HELP;
  const settings = readSettings(environment);
  assertThere(settings.database);
  prepareDataDir(settings.dataDir);
  if (line === 'replace-master-key') return replaceMasterKey(settings, clock.now());
  // Loaded once there is something to do: help, and what is wrong with a line or a setting, come at once.
  const { openDatabase } = await import('../../database/open-database.js');
  const { KeysCommand } = await import('./keys-command.js');
  const database = await openDatabase(settings.database);
  try {
    return `${await new KeysCommand(settings, database.units, clock).run(line)}\n`;
  } finally {
    await database.destroy();
  }
}
