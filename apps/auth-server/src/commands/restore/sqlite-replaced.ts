import type { SqliteDatabase } from '@consentry/typeorm-node-sqlite';
import { existsSync } from 'node:fs';
import type { Settings } from '../../platform/config/settings';
import { databaseCode } from '../../platform/database/database-error';
import { findFault } from '../backup/copy-database';
import { explainUse, holdAlone } from '../hold-alone';
import { reasonOf } from '../reason';
import { assertNoServer } from '../running-server';
import { HAS_EVENT, INDEXES, LAST_EVENT, type LastEvent, OTHER_PAST, STANDING } from './replaced-database';

/**
 * Attaches the file to replace, locks it until the connection closes, and fills the temporary tables from it.
 *
 * @returns why it tells nothing, `null` where the tables are there.
 * @throws StartError when another process uses it.
 */
export async function takeReplaced(db: SqliteDatabase, file: string, settings: Settings): Promise<string | null> {
  const fault = existsSync(file) ? attach(db, file) : 'there is none';
  // A missing or damaged file holds no lock that shows a running server.
  if (fault !== null) await assertNoServer(settings);
  return fault ?? fillFrom(db);
}

function attach(db: SqliteDatabase, file: string): string | null {
  try {
    db.prepare('ATTACH ? AS present').run(file);
    holdAlone(db, 'present');
    return null;
  } catch (error) {
    if (!isDamaged(error)) throw explainUse(file, error);
    return spellDamage(error);
  }
}

function fillFrom(db: SqliteDatabase): string | null {
  try {
    const fault = findFault(db, 'present');
    if (fault !== null) return `it is damaged: ${fault}`;
    const last = db.prepare(LAST_EVENT).get() as LastEvent | undefined;
    if (last !== undefined && db.prepare(HAS_EVENT('present.')).get(last.id, last.at, last.kind) === undefined)
      return OTHER_PAST;
    for (const [table, select] of Object.entries(STANDING))
      db.exec(`CREATE TEMP TABLE ${table} AS ${select('present.')}`);
    INDEXES.forEach((text) => db.exec(text));
    return null;
  } catch (error) {
    if (isDamaged(error)) return spellDamage(error);
    if (databaseCode(error) === 'SQLITE_ERROR')
      return `it is of another version, or another program's: ${reasonOf(error)}`;
    throw error;
  }
}

const isDamaged = (error: unknown) => /^SQLITE_(NOTADB|CORRUPT)/.test(databaseCode(error) ?? '');

const spellDamage = (error: unknown) => `it is damaged: ${reasonOf(error)}`;
