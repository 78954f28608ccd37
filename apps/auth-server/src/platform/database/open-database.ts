import type { Type } from '@nestjs/common';
import type { DatabaseSettings } from '../config/settings';
import { StartError } from '../config/settings-error';
import type { SqliteDataSource } from './sqlite/sqlite-data-source';
import type { TableWait } from './postgres/hold-tables';
import type { PostgresDataSource } from './postgres/postgres-data-source';
import { assertNotMoved } from './sqlite/set-aside';
import { openSqlite } from './sqlite/sqlite-data-source';

/** A data source whose units and changes are its engine's. */
export type Database = SqliteDataSource | PostgresDataSource;

/**
 * Opens the database and brings its schema up to date.
 *
 * @param entities whose metadata TypeORM builds, for programs that use it; units and migrations need none.
 * @param onWait called each time that a table to migrate is in use; on SQLite never.
 * @throws StartError naming the database when it cannot be opened.
 */
export async function openDatabase(
  settings: DatabaseSettings,
  entities: Type[] = [],
  onWait?: (wait: TableWait) => void,
): Promise<Database> {
  try {
    if (settings.engine === 'sqlite') {
      assertNotMoved(settings.file);
      return await openSqlite(settings.file, entities);
    }
    // Most servers do not need the PostgreSQL driver.
    const { openPostgres } = await import('./postgres/postgres-data-source.js');
    return await openPostgres(settings.url, settings.poolSize, entities, onWait);
  } catch (error) {
    throw cannotBeOpened(settings, error);
  }
}

export const cannotBeOpened = (settings: DatabaseSettings, cause: unknown) =>
  new StartError(`the database ${nameOf(settings)} cannot be opened: ${reasonOf(cause)}`, {
    cause,
    help: 'database-cannot-be-opened',
  });

/** Without the password of a database URL. */
export function nameOf(settings: DatabaseSettings): string {
  if (settings.engine === 'sqlite') return settings.file;
  const { host, pathname } = new URL(settings.url);
  return `postgres://${host}${pathname}`;
}

/** What the engine, or the system, says of a failure. */
export function reasonOf(error: unknown): string {
  // Node reports an error for each address of a host.
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return (error as Partial<Error>).message ?? String(error);
}
