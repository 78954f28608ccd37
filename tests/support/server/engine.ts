import { join } from 'node:path';
import { migratedDatabase } from './migrated';
import { freshDatabase } from '../postgres/databases';

/** The engine under the server in this run: `TEST_DATABASE`. */
export const engine = process.env['TEST_DATABASE'] === 'postgres' ? 'postgres' : 'sqlite';

const databases = new Map<string, Promise<string>>();

/** The PostgreSQL database of a data folder: processes with the same folder share it. */
export function databaseUrlOf(dataDir: string): Promise<string> {
  const known = databases.get(dataDir) ?? migratedDatabase();
  databases.set(dataDir, known);
  return known;
}

/** Gives a data folder a database without migrations; on SQLite every fresh folder is one. */
export function withEmptyDatabase(dataDir: string): string {
  if (engine === 'postgres') databases.set(dataDir, freshDatabase());
  return dataDir;
}

/** Gives a data folder an existing database. */
export function withDatabase(dataDir: string, url: string): string {
  databases.set(dataDir, Promise.resolve(url));
  return dataDir;
}

/** The settings that select a data folder's database. */
export const databaseSettingsOf = async (dataDir: string): Promise<Record<string, string>> =>
  engine === 'postgres' ? { DATABASE_URL: await databaseUrlOf(dataDir) } : {};

/** The database's name in messages to the operator: without its password. */
export async function databaseNameOf(dataDir: string): Promise<string> {
  if (engine === 'sqlite') return join(dataDir, 'auth.sqlite');
  const { host, pathname } = new URL(await databaseUrlOf(dataDir));
  return `postgres://${host}${pathname}`;
}

/** The database files in the data folder of a stopped server. */
export const DATABASE_FILES = engine === 'sqlite' ? ['auth.sqlite'] : [];
