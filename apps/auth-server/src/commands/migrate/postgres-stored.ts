import { assertOwn, pendingAfter } from '../../platform/database/migrate';
import { heldThere } from '../../platform/database/postgres/hold-tables';
import type { SizedHold, Stored } from './plan';

/** What PostgreSQL noted at the last VACUUM or ANALYZE, -1 before the first: counting would read the whole table. */
const SIZE = `SELECT reltuples::float8 AS rows, pg_total_relation_size(oid)::float8 AS bytes
  FROM pg_class WHERE oid = to_regclass($1)`;

/** Reads the database, and locks nothing that a server waits for. */
export async function storedInPostgres(url: string): Promise<Stored> {
  // Most servers need no PostgreSQL driver.
  const { PostgresDataSource } = await import('../../platform/database/postgres/postgres-data-source.js');
  const dataSource = new PostgresDataSource(url, 1);
  try {
    await dataSource.initialize();
    return await readStored((text, values) => dataSource.query(text, values));
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
  }
}

async function readStored(query: <Row>(text: string, values?: unknown[]) => Promise<Row[]>): Promise<Stored> {
  const isNew = (await query("SELECT WHERE to_regclass('migrations') IS NOT NULL")).length === 0;
  const migrations = isNew
    ? []
    : (await query<{ name: string }>('SELECT name FROM migrations')).map(({ name }) => name);
  assertOwn(migrations);
  const pending = pendingAfter(migrations).map((migration) => new migration());
  const held: SizedHold[] = [];
  for (const each of await heldThere(query, pending)) {
    const [size] = await query<{ rows: number; bytes: number }>(SIZE, [each.table]);
    held.push({ ...each, size: spellSize(size!) });
  }
  return { migrations, held };
}

function spellSize({ rows, bytes }: { rows: number; bytes: number }): string {
  const count = rows < 0 ? 'rows not counted yet (ANALYZE does)' : `about ${rows} rows`;
  return `${count}, ${(bytes / 1e6).toFixed(1)} MB with its indices`;
}
