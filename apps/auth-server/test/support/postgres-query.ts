import { Client, TypeOverrides, types } from 'pg';

/** A bigint comes as a number, as SQLite gives it; all else as `pg` reads it. */
const rowTypes = new TypeOverrides();
rowTypes.setTypeParser(types.builtins.INT8, Number);

/** One statement on a connection of its own. */
export async function queryPostgres<Row>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: url, types: rowTypes });
  // A server that is killed answers twice: the query rejects, and this event, which unheard ends the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query(text, values);
    return rows as Row[];
  } finally {
    await client.end().catch(() => undefined);
  }
}
