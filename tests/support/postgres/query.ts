import { Client, TypeOverrides, types } from 'pg';

/** A bigint is a number, as on SQLite. */
const rowTypes = new TypeOverrides();
rowTypes.setTypeParser(types.builtins.INT8, Number);

/** One statement on its own connection. */
export async function queryPostgres<Row>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: url, types: rowTypes });
  // When the server is killed the query rejects and this event follows; unhandled it ends the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query(text, values);
    return rows as Row[];
  } finally {
    await client.end().catch(() => undefined);
  }
}
