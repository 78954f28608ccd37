import type { Clock } from '../../platform/config/clock';
import { readSettings } from '../../platform/config/read-settings';
import { StartError } from '../../platform/config/settings-error';
import { askYes } from '../ask-yes';
import { loadCommand } from '../backup/postgres-commands';
import { restoreSqlite } from './sqlite-restore';

interface RestoreOptions {
  keepRoles?: boolean;
  /** The URL of the PostgreSQL database that the backup replaces. */
  replaced?: string;
  yes?: boolean;
}

/** Restores a backup while no server runs: nothing that the backup holds can be used again. */
export async function runRestoreCommand(
  environment: NodeJS.ProcessEnv,
  clock: Clock,
  backup: string | undefined,
  { keepRoles = false, replaced, yes }: RestoreOptions,
): Promise<string> {
  const settings = readSettings(environment);
  const { database } = settings;
  if (database.engine === 'sqlite') {
    if (backup === undefined) throw new StartError('the file to restore is missing; see consentry restore --help');
    if (replaced !== undefined)
      throw new StartError('--replaced is for PostgreSQL: on SQLite the file in its place is the replaced database');
    return restoreSqlite({ file: database.file, backup, keepRoles }, { settings, clock });
  }
  if (backup !== undefined)
    throw new StartError(
      `PostgreSQL is restored by its own command, then by npm run restore without a file: ${loadCommand(database.url, backup)}`,
    );
  if (!yes) await askYes('This ends all sign-in sessions, codes and token families of the database.');
  // Most servers need no PostgreSQL driver.
  const { restorePostgres } = await import('./postgres-restore.js');
  return restorePostgres({ url: database.url, replaced, keepRoles }, { settings, clock });
}
