import { copyFileSync, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { freshDatabase, templateDatabase } from './postgres-databases';

// Migrations are most of opening a new database: they are run once in a run of the tests, and what came of it is copied.
// What runs them is loaded by the one test file that asks first: the whole of TypeORM takes its time.

/** Makes a SQLite file that has seen all migrations. @returns its name. */
export async function migratedFile(file: string): Promise<string> {
  const template = join(process.env['CONSENTRY_TEST_DIR']!, 'migrated.sqlite');
  if (!existsSync(template)) await prepareFile(template);
  copyFileSync(template, file);
  return file;
}

/** Under another name until it is ready: half of one must not be taken for it. */
async function prepareFile(template: string): Promise<void> {
  const { openSqlite } = await import('../../src/database/sqlite/sqlite-data-source.js');
  const draft = `${template}-${process.pid}`;
  await (await openSqlite(draft)).destroy();
  renameSync(draft, template);
}

let template: Promise<string> | undefined;

/** @returns the URL of a new PostgreSQL database that has seen all migrations. */
export async function migratedDatabase(): Promise<string> {
  template ??= templateDatabase('migrated', prepareDatabase);
  return freshDatabase({ template: await template });
}

async function prepareDatabase(url: string): Promise<void> {
  const { openPostgres } = await import('../../src/database/postgres/postgres-data-source.js');
  await (await openPostgres(url, 1)).destroy();
}
