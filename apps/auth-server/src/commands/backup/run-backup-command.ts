import { randomBytes } from 'node:crypto';
import { accessSync, constants, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Clock } from '../../platform/config/clock';
import { readSettings } from '../../platform/config/read-settings';
import type { Settings } from '../../platform/config/settings';
import { StartError } from '../../platform/config/settings-error';
import { assertThere } from '../../platform/database/assert-there';
import { assertFileOurs } from './assert-ours';
import { copyDatabase } from './copy-database';
import { assertNew, publish } from './new-file';
import { dumpCommand } from './postgres-commands';
import { reasonOf } from '../reason';

/** Writes the SQLite database into a new file; the server may be running. */
export async function runBackupCommand(environment: NodeJS.ProcessEnv, clock: Clock, file: string): Promise<string> {
  const settings = readSettings(environment);
  const { database } = settings;
  if (database.engine === 'postgres')
    throw new StartError(`PostgreSQL has its own backup command: ${dumpCommand(database.url, file)}`);
  process.umask(0o077);
  assertThere(database);
  const at = new Date(clock.now()).toISOString();
  const target = resolve(file);
  await writeBackup(database.file, target);
  const size = (statSync(target).size / 1e6).toFixed(1);
  return `wrote ${target}, ${size} MB: ${database.file} as it was at ${at}\n${keyAdvice(target, settings)}\n`;
}

async function writeBackup(database: string, target: string): Promise<void> {
  assertNew(target);
  const draft = `${target}.${randomBytes(4).toString('hex')}.part`;
  try {
    accessSync(dirname(target), constants.W_OK | constants.X_OK); // SQLite has one message for all causes.
    await copyDatabase(database, draft);
    publish(draft, target);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`the backup ${target} cannot be written: ${reasonOf(error)}`, { cause: error });
  } finally {
    rmSync(draft, { force: true });
    rmSync(`${draft}-journal`, { force: true });
  }
}

function keyAdvice(target: string, settings: Settings): string {
  const { masterKey, dataDir } = settings;
  try {
    assertFileOurs(target, settings, { called: target });
  } catch (error) {
    // Reported now: else it shows when the backup is needed.
    if (error instanceof StartError) return `it cannot be restored as is: ${error.message}`;
    throw error;
  }
  const key = masterKey === null ? `${dataDir}/master.key` : 'MASTER_KEY';
  return `${key} is not included: keep a copy of it in another place; without it the backup is useless`;
}
