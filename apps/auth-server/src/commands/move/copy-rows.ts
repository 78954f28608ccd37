import type Database from 'better-sqlite3';
import type { Client } from 'pg';

/** The tables to copy, those that others refer to first. */
export const MOVED = [
  'accounts',
  'mailed_tokens',
  'limit_counts',
  'sign_in_sessions',
  'sign_in_demands',
  'clients',
  'client_redirect_uris',
  'client_secrets',
  'client_logos',
  'usage_counts',
  'initial_access_tokens',
  'grants',
  'delegations',
  'refresh_families',
  'consent_sessions',
  'authorization_codes',
  'device_codes',
  'pushed_requests',
  'used_tokens',
  'revoked_access_tokens',
  'access_token_cutoffs',
  'revocations',
  'revocation_logs',
  'logout_notices',
  'loose_ends',
  'master_key_checks',
  'signing_keys',
  'changes',
  'events',
] as const;

/** Tables into which migrations insert rows. */
export const SEEDED: readonly string[] = ['changes', 'revocation_logs'];

/** Tables of which the target keeps its own rows. */
export const LEFT = ['leases', 'migrations'];

/** Rows for each INSERT. */
const CHUNK = 1_000;

const SELECT_NUMBERS = 'SELECT name, seq FROM sqlite_sequence WHERE seq > 0';
const CONTINUE_NUMBERS = 'SELECT setval(pg_get_serial_sequence($1, $2), $3)';
/** Of tables whose numbers are not their `id`. */
const NUMBERED_BY: Record<string, string> = { revocations: 'version' };

/**
 * Copies every row from SQLite to PostgreSQL, in the client's transaction; sequences continue from SQLite's.
 *
 * @returns the number of rows for each table.
 */
export async function copyRows(db: Database.Database, client: Client): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const table of SEEDED) await client.query(`DELETE FROM ${table}`);
  for (const table of MOVED) counts.set(table, await copyTable(db, client, table));
  for (const { name, seq } of db.prepare<[], { name: string; seq: number }>(SELECT_NUMBERS).all())
    await client.query(CONTINUE_NUMBERS, [name, NUMBERED_BY[name] ?? 'id', seq]);
  return counts;
}

async function copyTable(db: Database.Database, client: Client, table: string): Promise<number> {
  let count = 0;
  let chunk: unknown[] = [];
  for (const row of db.prepare(`SELECT * FROM ${table} ORDER BY 1`).iterate()) {
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
