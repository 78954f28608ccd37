import { join } from 'node:path';

/** A second connection to the database of a server on SQLite. */
export async function openSqlite(dir) {
  const { default: Database } = await import('../peers/better-sqlite3.mjs');
  const db = new Database(join(dir, 'auth.sqlite'), { timeout: 10_000 });
  db.pragma('synchronous = OFF');
  db.pragma('cache_size = -500000');
  return {
    async run(...statements) {
      db.transaction(() => statements.forEach((sql) => db.prepare(sql).run())).immediate();
    },
    query: async (sql) => db.prepare(sql).all(),
    columnsOf: async (table) => db.pragma(`table_info(${table})`).map(({ name }) => name),
    numbers: (count) =>
      `(WITH RECURSIVE k(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM k WHERE i < ${count - 1}) SELECT i FROM k) n`,
    hex: (number) => `printf('%012x', ${number})`,
    random: (digits) => `substr(lower(hex(randomblob(8))), 1, ${digits})`,
    async close() {
      db.pragma('wal_checkpoint(TRUNCATE)');
      db.close();
    },
  };
}
