import { type SqliteDatabase, closeFile, openFile } from '@consentry/typeorm-node-sqlite';
import { findFault } from '../../backup/copy-database';
import type { EngineFacts } from './engine-facts';
import type { Select, StoredFacts } from './stored-facts';
import { pragma } from '../../../platform/database/sqlite/first-value';

/** Milliseconds that SQLite waits for a server that recovers or closes the file. */
const TIMEOUT = 5_000;

/** Reads beside a running server, without its writes waiting. */
export async function readSqlite(
  file: string,
  readStored: (select: Select) => Promise<StoredFacts>,
): Promise<{ engine: EngineFacts; stored: StoredFacts }> {
  const db = openFile(file, { readonly: true, fileMustExist: true, timeout: TIMEOUT });
  try {
    const stored = await readStored(async <Row>(text: string) => db.prepare(text).all() as Row[]);
    return { engine: { engine: 'sqlite', fault: findFault(db), orphans: findOrphans(db) }, stored };
  } finally {
    closeFile(db);
  }
}

/** The first table with a row that refers to none. */
function findOrphans(db: SqliteDatabase): string | null {
  return (pragma(db, 'foreign_key_check') as string | undefined) ?? null;
}
