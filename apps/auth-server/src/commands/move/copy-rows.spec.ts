import { openFile as openRaw } from '@consentry/typeorm-node-sqlite';
import { Client } from 'pg';
import { freshFile, openFile } from '../../../test/database';
import { migratedDatabase, migratedFile } from '@consentry/test-support/server/migrated';
import { dropFreshDatabases } from '@consentry/test-support/postgres/databases';
import { filledRows } from '../../../test/filled-rows';
import { insertRows, readRows } from '../../../test/stored-rows';
import { tablesOf } from '@consentry/test-support/server/stored-tables';
import { openPostgres } from '../../platform/database/postgres/postgres-data-source';
import { SEEDED, copyRows, movedTables } from './copy-rows';

afterAll(dropFreshDatabases);

/** A file with rows in every table. */
async function openFilled(file: string) {
  const source = await openFile(await migratedFile(file));
  for (const table of SEEDED) await source.query(`DELETE FROM ${table}`);
  await insertRows(source, filledRows(source));
  return source;
}

async function copy(file: string, url: string): Promise<Map<string, number>> {
  const db = openRaw(file);
  const client = new Client({ connectionString: url });
  await client.connect();
  const counts = await copyRows(db, client, movedTables(db));
  await client.end();
  db.close();
  return counts;
}

describe('copying every row from SQLite to PostgreSQL', () => {
  it('leaves no table and no value out, and goes on numbering', async () => {
    const file = freshFile();
    const source = await openFilled(file);
    await source.query("UPDATE sqlite_sequence SET seq = 41 WHERE name = 'clients'");
    const url = await migratedDatabase();
    const counts = await copy(file, url);

    const target = await openPostgres(url, 1);
    for (const table of await tablesOf(source)) {
      if (table === 'leases') continue;
      const rows = await readRows(source, table);
      expect([table, rows.length > 0, counts.get(table)]).toEqual([table, true, rows.length]);
      expect([table, await readRows(target, table)]).toEqual([table, rows]);
    }
    expect(await readRows(target, 'leases')).toEqual([]);
    const [next] = await target.query<{ id: number }[]>(
      "SELECT nextval(pg_get_serial_sequence('clients', 'id')) AS id",
    );
    expect(Number(next!.id)).toBe(42);
    const [version] = await target.query<{ version: number }[]>(
      "SELECT nextval(pg_get_serial_sequence('revocations', 'version')) AS version",
    );
    expect(Number(version!.version)).toBe(3);
    await source.destroy();
    await target.destroy();
  });

  it('copies more rows than go at once', async () => {
    const file = freshFile();
    const source = await openFilled(file);
    await source.query(`WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 2600)
      INSERT INTO used_jtis SELECT 'token ' || i || ' of "Ada" \\ 😀', i FROM n`);
    const url = await migratedDatabase();
    await copy(file, url);
    const target = await openPostgres(url, 1);
    const select = 'SELECT hash, expires_at + 0 AS at FROM used_jtis ORDER BY expires_at, hash';
    const rows = await target.query<{ hash: string; at: string }[]>(select);
    const numbered = rows.map(({ hash, at }) => ({ hash, at: Number(at) }));
    expect(numbered).toEqual(await source.query(select));
    expect(numbered).toHaveLength(2503);
    await source.destroy();
    await target.destroy();
  });
});
