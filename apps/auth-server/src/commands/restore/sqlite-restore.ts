import type Database from 'better-sqlite3';
import { randomBytes } from 'node:crypto';
import { existsSync, realpathSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { prepareDataDir } from '../../platform/config/data-dir';
import type { Settings } from '../../platform/config/settings';
import { StartError } from '../../platform/config/settings-error';
import { openSqlite } from '../../platform/database/sqlite/sqlite-data-source';
import { openFile } from '../../platform/database/sqlite/driver';
import { assertOurs } from '../backup/assert-ours';
import { carryOver, refuseEarlier, runEndings } from './carry-over';
import { copyDatabase } from '../backup/copy-database';
import {
  BEGIN_LOG,
  EARLIER_REFUSED,
  END_EVERYTHING,
  type EndingValues,
  RECORD_RESTORE,
  endingValues,
  newLog,
  spellCounts,
} from '../ending';
import { findIncomparable, takePresent } from './present-database';
import { reasonOf } from '../reason';
import { swapIn } from './swap-in';

/**
 * Replaces the database by a backup, and keeps the replaced one beside it.
 *
 * @returns the text to print.
 * @throws StartError; the database is then unchanged.
 */
export async function restoreSqlite(
  { file, backup }: { file: string; backup: string },
  settings: Settings,
  now: number,
): Promise<string> {
  prepareDataDir(settings.dataDir);
  const source = resolve(backup);
  if (!existsSync(source)) throw new StartError(`there is no backup ${source}`);
  if (existsSync(file) && realpathSync(file) === realpathSync(source))
    throw new StartError(`${source} is the database itself, not a backup of it`);
  const draft = `${file}.${randomBytes(4).toString('hex')}.restoring`;
  try {
    await prepareDraft(source, draft, settings);
    return `restored ${source} into ${file}\n${await replace({ file, draft }, settings, now)}`;
  } finally {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${draft}${suffix}`, { force: true });
  }
}

/** Makes a checked and migrated copy beside the database, which then needs a rename alone. */
async function prepareDraft(source: string, draft: string, settings: Settings): Promise<void> {
  try {
    await copyDatabase(source, draft);
    assertOurs(draft, settings, { called: 'the backup', served: true });
    await (await openSqlite(draft)).destroy();
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`the backup ${source} cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}

async function replace(
  { file, draft }: { file: string; draft: string },
  settings: Settings,
  now: number,
): Promise<string> {
  const db = openFile(draft, { timeout: 0 });
  try {
    db.pragma('journal_mode = DELETE');
    db.pragma('secure_delete = ON');
    const unreadable = await takePresent(db, { file, settings });
    const values = endingValues(now, settings.ttl.accessToken);
    const restore = db.transaction(() => {
      const ended = endWhatIsOver(db, unreadable ?? findIncomparable(db), values);
      db.prepare(BEGIN_LOG.sqlite).run(newLog());
      db.prepare(RECORD_RESTORE).run({ now });
      return ended;
    });
    const done = restore.exclusive();
    // The lock on the replaced database still holds.
    const kept = swapIn({ file, draft }, now);
    return (kept === null ? '' : `the replaced database is kept as ${kept}\n`) + done;
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${file} cannot be replaced: ${reasonOf(error)}`, { cause: error });
  } finally {
    db.close();
  }
}

/** @param fault why the present database cannot be compared, `null` when it can. */
function endWhatIsOver(db: Database.Database, fault: string | null, values: EndingValues): string {
  if (fault === null) return spellCarriedOver(carryOver(db, values));
  const counts = spellCounts(runEndings(db, END_EVERYTHING, values));
  refuseEarlier(db, values);
  return `nothing to compare the backup with: ${fault}; ended (possibly used since): ${counts}\n${EARLIER_REFUSED}`;
}

const spellCarriedOver = ({ ended, takenAway, kept, lost, published }: ReturnType<typeof carryOver>) =>
  `ended (used, ended or deleted since the backup): ${spellCounts(ended)}
taken away again: ${spellCounts(takenAway)}
as they are now: ${spellCounts(kept)}
lost (created after the backup): ${spellCounts(lost)}
services refuse the access tokens of these within a second of the server's start: ${spellCounts(published)}
`;
