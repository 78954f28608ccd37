import { existsSync } from 'node:fs';
import type { DatabaseSettings } from '../config/settings';
import { StartError } from '../config/settings-error';

/**
 * Stops a command on a database that is not there: SQLite would create an empty one at a wrong path.
 *
 * @throws StartError
 */
export function assertThere(database: DatabaseSettings): void {
  if (database.engine === 'sqlite' && !existsSync(database.file))
    throw new StartError(`there is no database ${database.file}; set DATA_DIR or DATABASE_URL as for the server`, {
      help: 'no-database',
    });
}
