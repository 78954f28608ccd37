import type { Clock } from '../../platform/config/clock';
import { readSettings } from '../../platform/config/read-settings';
import { StartError } from '../../platform/config/settings-error';
import { RESTORE_HELP, parseRestoreLine } from '../command-line';
import { askYes } from '../ask-yes';
import { loadCommand } from '../backup/postgres-commands';
import { restoreSqlite } from './sqlite-restore';

/** Restores a backup while no server runs; what was used since the backup stays used. */
export async function runRestoreCommand(
  given: readonly string[],
  environment: NodeJS.ProcessEnv,
  clock: Clock,
): Promise<string> {
  const line = parseRestoreLine(given);
  if (line === null) return RESTORE_HELP;
  const settings = readSettings(environment);
  const { database } = settings;
  const { file: backup, yes } = line;
  if (database.engine === 'sqlite') {
    if (backup === undefined) throw new StartError('the file to restore is missing; see npm run restore -- --help');
    return restoreSqlite({ file: database.file, backup }, settings, clock.now());
  }
  if (backup !== undefined)
    throw new StartError(
      `PostgreSQL is restored by its own command, then by npm run restore without a file: ${loadCommand(database.url, backup)}`,
    );
  if (!yes) await askYes('This ends all sign-in sessions, codes and token families of the database.');
  // Most servers need no PostgreSQL driver.
  const { restorePostgres } = await import('./postgres-restore.js');
  return restorePostgres(database.url, settings, clock.now());
}
