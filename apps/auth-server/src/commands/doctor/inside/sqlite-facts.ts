import type Database from 'better-sqlite3';
import { findFault } from '../../backup/copy-database';
import type { EngineFacts } from './engine-facts';
import type { Select, StoredFacts } from './stored-facts';
import { openFile } from '../../../platform/database/sqlite/driver';

/** Milliseconds that SQLite waits for a server that recovers or closes the file. */
const TIMEOUT = 5_000;

/** Reads beside a running server, without its writes waiting. */
export async function readSqlite(
  file: string,
  readStored: (select: Select) => Promise<StoredFacts>,
): Promise<{ engine: EngineFacts; stored: StoredFacts }> {
  const db = openFile(file, { readonly: true, fileMustExist: true, timeout: TIMEOUT });
  try {
    const stored = await readStored(async <Row>(text: string) => db.prepare<[], Row>(text).all());
    const journalMode = String(db.pragma('journal_mode', { simple: true }));
    return { engine: { engine: 'sqlite', journalMode, fault: findFault(db), orphans: findOrphans(db) }, stored };
  } finally {
    db.close();
  }
}

/** The first table with a row that refers to none. */
function findOrphans(db: Database.Database): string | null {
  for (const row of db.prepare<[], { table: string }>('PRAGMA foreign_key_check').iterate()) return row.table;
  return null;
}
