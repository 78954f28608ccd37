import { type SqliteDatabase, closeFile, openFile } from '@consentry/typeorm-node-sqlite';
import type { Settings } from '../platform/config/settings';
import { StartError } from '../platform/config/settings-error';
import { assertOurs } from './backup/assert-ours';
import { findFault } from './backup/copy-database';
import { explainUse, holdAlone } from './hold-alone';

/**
 * Opens and locks a database file of this server, until the connection closes.
 *
 * @throws StartError when it is in use, damaged, of another version or another program's.
 */
export function openAlone(file: string, settings: Settings, { served = false } = {}): SqliteDatabase {
  let db: SqliteDatabase | undefined;
  try {
    db = openFile(file, { fileMustExist: true, timeout: 0 });
    assertOurs(db, settings, { called: file, upToDate: true, served });
    holdAlone(db, 'main');
    const fault = findFault(db);
    if (fault !== null) throw new StartError(`${file} is damaged: ${fault}`);
    return db;
  } catch (error) {
    if (db !== undefined) closeFile(db);
    throw explainUse(file, error);
  }
}
