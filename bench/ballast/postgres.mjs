/** The same for PostgreSQL. */
export async function openPostgres(connectionString) {
  const { default: pg } = await import('../peers/pg.mjs');
  const client = new pg.Client({ connectionString });
  await client.connect();
  return {
    async run(...statements) {
      await client.query(`BEGIN; ${statements.join(';\n')}; COMMIT`);
    },
    query: async (sql) => (await client.query(sql)).rows,
    async columnsOf(table) {
      const { rows } = await client.query(
        `SELECT column_name FROM information_schema.columns WHERE table_name = $1 AND table_schema = current_schema()`,
        [table],
      );
      return rows.map(({ column_name: name }) => name);
    },
    numbers: (count) => `generate_series(0, ${count - 1}) n(i)`,
    hex: (number) => `lpad(to_hex((${number})::bigint), 12, '0')`,
    random: (digits) => `substr(md5(random()::text), 1, ${digits})`,
    async close() {
      // As autovacuum does after so many changes.
      await client.query('VACUUM ANALYZE');
      await client.end();
    },
  };
}
