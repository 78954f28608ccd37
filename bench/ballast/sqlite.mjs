import { openFile } from '@consentry/typeorm-node-sqlite';
import { join } from 'node:path';

/** A second connection to the database of a server on SQLite. */
export async function openSqlite(dir) {
  const db = openFile(join(dir, 'auth.sqlite'), { timeout: 10_000 });
  db.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -500000');
  return {
    async run(...statements) {
      db.exec('BEGIN IMMEDIATE');
      for (const sql of statements) db.exec(sql);
      db.exec('COMMIT');
    },
    query: async (sql) => db.prepare(sql).all(),
    columnsOf: async (table) =>
      db
        .prepare(`PRAGMA table_info(${table})`)
        .all()
        .map(({ name }) => name),
    numbers: (count) =>
      `(WITH RECURSIVE k(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM k WHERE i < ${count - 1}) SELECT i FROM k) n`,
    hex: (number) => `printf('%012x', ${number})`,
    random: (digits) => `substr(lower(hex(randomblob(8))), 1, ${digits})`,
    async close() {
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      db.close();
    },
  };
}
