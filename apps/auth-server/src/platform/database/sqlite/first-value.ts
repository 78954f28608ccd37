import type { SqliteDatabase } from '@consentry/typeorm-node-sqlite';

/** The first value of the first row, `undefined` where there is none. */
export function firstValue(db: SqliteDatabase, text: string): unknown {
  const row = db.prepare(text).get() as Record<string, unknown> | undefined;
  return row && Object.values(row)[0];
}

export const pragma = (db: SqliteDatabase, text: string) => firstValue(db, `PRAGMA ${text}`);
