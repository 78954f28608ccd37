import { join } from 'node:path';
import { migratedDatabase } from './migrated';
import { freshDatabase } from './postgres-databases';

/** The engine that this run of the tests puts under the server: `TEST_DATABASE`. */
export const engine = process.env['TEST_DATABASE'] === 'postgres' ? 'postgres' : 'sqlite';

const databases = new Map<string, Promise<string>>();

/** A data folder's own PostgreSQL database: processes that share the one share the other. */
export function databaseUrlOf(dataDir: string): Promise<string> {
  const known = databases.get(dataDir) ?? migratedDatabase();
  databases.set(dataDir, known);
  return known;
}

/** Gives a data folder a database that nobody has migrated yet; on SQLite every fresh folder is one. */
export function withEmptyDatabase(dataDir: string): string {
  if (engine === 'postgres') databases.set(dataDir, freshDatabase());
  return dataDir;
}

/** Gives a data folder a database that the test made. */
export function withDatabase(dataDir: string, url: string): string {
  databases.set(dataDir, Promise.resolve(url));
  return dataDir;
}

/** The settings by which a process uses the database that belongs to a data folder. */
export const databaseSettingsOf = async (dataDir: string): Promise<Record<string, string>> =>
  engine === 'postgres' ? { DATABASE_URL: await databaseUrlOf(dataDir) } : {};

/** The database as an operator is told of it: never with its password. */
export async function databaseNameOf(dataDir: string): Promise<string> {
  if (engine === 'sqlite') return join(dataDir, 'auth.sqlite');
  const { host, pathname } = new URL(await databaseUrlOf(dataDir));
  return `postgres://${host}${pathname}`;
}

/** What of the database stands in a data folder once nobody uses it. */
export const DATABASE_FILES = engine === 'sqlite' ? ['auth.sqlite'] : [];
