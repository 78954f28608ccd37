import { type SqliteDatabase, readEach } from '@consentry/typeorm-node-sqlite';
import type { Client } from 'pg';

/** Of these the target keeps its own rows. */
const LEFT = ['leases', 'migrations'];

/** Tables into which migrations insert rows. */
export const SEEDED: readonly string[] = ['changes', 'revocation_logs'];

/** Rows for each INSERT. */
const CHUNK = 1_000;

const SELECT_TABLES = `SELECT name, (SELECT group_concat("table") FROM pragma_foreign_key_list(m.name)) AS referred
  FROM sqlite_master m WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`;
const SELECT_NUMBERS = `SELECT s.name, s.seq, (SELECT t.name FROM pragma_table_info(s.name) t WHERE t.pk = 1) AS key
  FROM sqlite_sequence s WHERE s.seq > 0 AND s.name <> 'migrations'`;
const CONTINUE_NUMBERS = 'SELECT setval(pg_get_serial_sequence($1, $2), $3)';

/** @returns the tables to copy, each after those that its foreign keys refer to. */
export function movedTables(db: SqliteDatabase): string[] {
  const found = db.prepare(SELECT_TABLES).all() as { name: string; referred: string | null }[];
  const referred = new Map(found.map((table) => [table.name, table.referred?.split(',') ?? []]));
  const ordered = new Set<string>();
  const add = (table: string) => {
    if (ordered.has(table)) return;
    for (const other of referred.get(table) ?? []) add(other);
    ordered.add(table);
  };
  for (const table of referred.keys()) if (!LEFT.includes(table)) add(table);
  return [...ordered];
}

/**
 * Copies the tables' rows from SQLite to PostgreSQL, in the client's transaction; sequences continue from SQLite's.
 *
 * @param tables as `movedTables` orders them.
 * @returns the number of rows for each table.
 */
export async function copyRows(
  db: SqliteDatabase,
  client: Client,
  tables: readonly string[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const table of SEEDED) await client.query(`DELETE FROM ${table}`);
  for (const table of tables) counts.set(table, await copyTable(db, client, table));
  const numbers = db.prepare(SELECT_NUMBERS).all() as { name: string; key: string; seq: number }[];
  for (const { name, key, seq } of numbers) await client.query(CONTINUE_NUMBERS, [name, key, seq]);
  return counts;
}

async function copyTable(db: SqliteDatabase, client: Client, table: string): Promise<number> {
  let count = 0;
  let chunk: unknown[] = [];
  for (const row of readEach(db, `SELECT * FROM ${table} ORDER BY 1`)) {
    if (chunk.push(row) < CHUNK) continue;
    count += await insert(client, table, chunk);
    chunk = [];
  }
  return count + (await insert(client, table, chunk));
}

/** Sends the rows as JSON, which PostgreSQL converts by column type: 0 and 1 become booleans. */
async function insert(client: Client, table: string, rows: readonly unknown[]): Promise<number> {
  const text = `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`;
  const { rowCount } = await client.query({ name: table, text, values: [JSON.stringify(rows)] });
  return rowCount ?? 0;
}
