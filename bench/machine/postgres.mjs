import { randomBytes } from 'node:crypto';

/** Creates an empty database beside the URL's. */
export async function makeDatabase(postgresUrl) {
  if (!postgresUrl) throw new Error('PostgreSQL is wanted: give --postgres-url or set TEST_POSTGRES_URL');
  const name = `consentry_bench_${randomBytes(6).toString('hex')}`;
  await query(postgresUrl, `CREATE DATABASE ${name}`);
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => query(postgresUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

export async function query(url, ...statements) {
  const { default: pg } = await import('../peers/pg.mjs');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const results = [];
    for (const statement of statements) results.push(await client.query(statement));
    return results.map(({ rows }) => rows);
  } finally {
    await client.end();
  }
}
