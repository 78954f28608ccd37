import { copyFileSync, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { freshDatabase, templateDatabase } from '../postgres/databases';

// Migrations are most of opening a new database: run them once per run and copy the result. TypeORM is loaded by the
// one test file that runs them.

/** Makes a migrated SQLite file. @returns its name. */
export async function migratedFile(file: string): Promise<string> {
  const template = join(process.env['CONSENTRY_TEST_DIR']!, 'migrated.sqlite');
  if (!existsSync(template)) await prepareFile(template);
  copyFileSync(template, file);
  return file;
}

/** Renamed when complete, so that no test copies half a file. */
async function prepareFile(template: string): Promise<void> {
  const { openSqlite } = await import('../../../apps/auth-server/src/platform/database/sqlite/sqlite-data-source.js');
  const draft = `${template}-${process.pid}`;
  await (await openSqlite(draft)).destroy();
  renameSync(draft, template);
}

let template: Promise<string> | undefined;

/** @returns the URL of a new migrated PostgreSQL database. */
export async function migratedDatabase(): Promise<string> {
  template ??= templateDatabase('migrated', prepareDatabase);
  return freshDatabase({ template: await template });
}

async function prepareDatabase(url: string): Promise<void> {
  const { openPostgres } =
    await import('../../../apps/auth-server/src/platform/database/postgres/postgres-data-source.js');
  await (await openPostgres(url, 1)).destroy();
}
