import { closeFile, openFile } from '@consentry/typeorm-node-sqlite';
import { randomBytes } from 'node:crypto';
import { existsSync, realpathSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Clock } from '../../platform/config/clock';
import { prepareDataDir } from '../../platform/config/data-dir';
import type { Settings } from '../../platform/config/settings';
import { StartError } from '../../platform/config/settings-error';
import { openSqlite } from '../../platform/database/sqlite/sqlite-data-source';
import { UnitRunner } from '../../platform/database/sqlite/unit-runner';
import { assertFileOurs } from '../backup/assert-ours';
import { copyDatabase } from '../backup/copy-database';
import { finishRestore } from './finish-restore';
import { takeReplaced } from './sqlite-replaced';
import { TransactionUnits } from '../transaction-units';
import { reasonOf } from '../reason';
import { swapIn } from './swap-in';

interface Surroundings {
  settings: Settings;
  clock: Clock;
}

/**
 * Replaces the database by a backup, and keeps the replaced one beside it.
 *
 * @returns the text to print.
 * @throws StartError; the database is then unchanged.
 */
export async function restoreSqlite(
  { file, backup, keepRoles }: { file: string; backup: string; keepRoles: boolean },
  surroundings: Surroundings,
): Promise<string> {
  const { settings } = surroundings;
  prepareDataDir(settings.dataDir);
  const source = resolve(backup);
  if (!existsSync(source)) throw new StartError(`there is no backup ${source}`);
  if (existsSync(file) && realpathSync(file) === realpathSync(source))
    throw new StartError(`${source} is the database itself, not a backup of it`);
  const draft = `${file}.${randomBytes(4).toString('hex')}.restoring`;
  try {
    await prepareDraft(source, draft, settings);
    return `restored ${source} into ${file}\n${await replace({ file, draft }, surroundings, keepRoles)}`;
  } finally {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${draft}${suffix}`, { force: true });
  }
}

/** Makes a checked and migrated copy beside the database, which then needs a rename alone. */
async function prepareDraft(source: string, draft: string, settings: Settings): Promise<void> {
  try {
    await copyDatabase(source, draft);
    assertFileOurs(draft, settings, { called: 'the backup', served: true });
    await (await openSqlite(draft)).destroy();
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`the backup ${source} cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}

async function replace(
  { file, draft }: { file: string; draft: string },
  { settings, clock }: Surroundings,
  keepRoles: boolean,
): Promise<string> {
  const db = openFile(draft, { timeout: 0 });
  try {
    db.exec('PRAGMA journal_mode = DELETE; PRAGMA secure_delete = ON');
    const unknown = await takeReplaced(db, file, settings);
    const runner = new UnitRunner(db);
    const units = new TransactionUnits('sqlite', (unit) => Promise.resolve(runner.run(unit)));
    db.exec('BEGIN EXCLUSIVE');
    const done = await finishRestore(units, { settings, clock }, { keepRoles, unknown });
    db.exec('COMMIT');
    // The lock on the replaced database still holds.
    const kept = swapIn({ file, draft }, clock.now());
    return (kept === null ? '' : `the replaced database is kept as ${kept}\n`) + done;
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${file} cannot be replaced: ${reasonOf(error)}`, { cause: error });
  } finally {
    closeFile(db);
  }
}
