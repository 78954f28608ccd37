import { join, resolve } from 'node:path';
import type { Clock } from '../../platform/config/clock';
import { readSettings } from '../../platform/config/read-settings';
import { StartError } from '../../platform/config/settings-error';
import { moveToPostgres } from './move-to-postgres';

/** Moves all data from SQLite to PostgreSQL while no server runs; sessions and tokens stay valid. */
export async function runMoveCommand(
  environment: NodeJS.ProcessEnv,
  clock: Clock,
  given: string | undefined,
): Promise<string> {
  const settings = readSettings(environment);
  const { database, dataDir } = settings;
  if (database.engine === 'sqlite')
    throw new StartError(
      'DATABASE_URL must name the database to move to: postgres://<user>:<password>@<host>/<database>',
    );
  const file = given === undefined ? join(dataDir, 'auth.sqlite') : resolve(given);
  return moveToPostgres({ file, target: database }, settings, clock.now());
}
