import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '../../platform/config/clock';
import { prepareDataDir } from '../../platform/config/data-dir';
import { readSettings } from '../../platform/config/read-settings';
import type { DatabaseSettings } from '../../platform/config/settings';
import { cannotBeOpened, nameOf, openDatabase } from '../../platform/database/open-database';
import { type TableWait, spellWait } from '../../platform/database/postgres/hold-tables';
import { assertNotMoved } from '../../platform/database/sqlite/set-aside';
import { type Stored, spellPlan } from './plan';
import { storedInPostgres } from './postgres-stored';
import { storedInFile } from './sqlite-stored';

/** Brings the database to this version, as a server does at its start; servers may be running. */
export async function runMigrateCommand(
  environment: NodeJS.ProcessEnv,
  _clock: Clock,
  { plan }: { plan?: true },
): Promise<string> {
  const { database, dataDir } = readSettings(environment);
  if (plan) return `${nameOf(database)}: ${await planOf(database)}`;
  if (database.engine === 'sqlite' && dirname(database.file) === dataDir) prepareDataDir(dataDir);
  const opened = await openDatabase(database, [], tellWait);
  await opened.destroy();
  const done = opened.migrated.map((name) => `ran ${name}`);
  return `${nameOf(database)}: ${done.join(', ') || 'nothing to do, it has all migrations of this version'}\n`;
}

/** At once, to standard error: a Job's log shows what it waits for. */
const tellWait = (wait: TableWait) =>
  void process.stderr.write(
    `consentry migrate: waits for ${spellWait(wait)}: try ${wait.attempt} of ${wait.attempts}\n`,
  );

async function planOf(database: DatabaseSettings): Promise<string> {
  try {
    return await spellPlan(await storedIn(database), database.engine);
  } catch (error) {
    throw cannotBeOpened(database, error);
  }
}

async function storedIn(database: DatabaseSettings): Promise<Stored> {
  if (database.engine === 'sqlite') {
    assertNotMoved(database.file);
    return existsSync(database.file) ? storedInFile(database.file) : { migrations: [], held: [] };
  }
  return storedInPostgres(database.url);
}
