import BetterSqlite from 'better-sqlite3';
import { Client } from 'pg';
import { freshFile } from '../../../test/database';
import { migratedDatabase } from '@consentry/test-support/server/migrated';
import { dropFreshDatabases } from '@consentry/test-support/postgres/databases';
import { FOUNDATION } from '../../../test/rows/foundation';
import { STANDARDS_ROWS } from '../../../test/rows/standards';
import { insertRows, readRows } from '../../../test/stored-rows';
import { tablesOf } from '@consentry/test-support/server/stored-tables';
import { openPostgres } from '../../platform/database/postgres/postgres-data-source';
import { SqliteDataSource } from '../../platform/database/sqlite/sqlite-data-source';
import { LEFT, MOVED, copyRows } from './copy-rows';

afterAll(dropFreshDatabases);

const MORE = {
  mailed_tokens: [
    {
      ...{ hash: 'b'.repeat(64), purpose: 'verify', account_id: 'ada', email: 'ada@example.com' },
      ...{ created_at: 5, expires_at: 6, used_at: null },
    },
  ],
  client_logos: [
    {
      ...{
        client_id: 1,
        uri: 'https://a.example.com/a.png',
        media_type: 'image/png',
        body: 'iVBO',
        hash: 'c'.repeat(43),
      },
      fetched_at: 5,
    },
  ],
  delegations: [
    {
      ...{ grant_id: 'g1', client_id: 1, resource: 'https://a.example.com', scopes: 'a', grant_epoch: 0 },
      ...{ created_at: 5, last_used_at: 5 },
    },
  ],
  leases: [{ name: 'chores', holder: 'one', expires_at: 5 }],
  loose_ends: [{ kind: 'client', subject: '2', at: 5, address: '::1' }],
  limit_counts: [{ hash: 'a'.repeat(64), name: 'sign_ups', slots: '[[5,1]]', last_at: 5, expires_at: 6 }],
  usage_counts: [{ id: '0.1.code', client_id: 1, hour: 0, kind: 'code', calls: 5 }],
  access_token_cutoffs: [{ id: 1, issued_before: 5 }],
  revocations: [{ version: 7, kind: 'family', subject: 'f', client_id: null, below: null, at: 5, expires_at: 6 }],
};

/** A file with rows in every table, migrated from the first version. */
async function openFilled(file: string) {
  const source = await new SqliteDataSource(file).initialize();
  const { migrations } = source;
  await Object.assign(source, { migrations: migrations.slice(0, 1) }).runMigrations();
  await insertRows(source, FOUNDATION);
  await Object.assign(source, { migrations }).runMigrations();
  await insertRows(source, { ...STANDARDS_ROWS, ...MORE });
  return source;
}

async function copy(file: string, url: string): Promise<Map<string, number>> {
  const db = new BetterSqlite(file);
  const client = new Client({ connectionString: url });
  await client.connect();
  const counts = await copyRows(db, client);
  await client.end();
  db.close();
  return counts;
}

describe('copying every row from SQLite to PostgreSQL', () => {
  it('leaves no table and no value out, and goes on numbering', async () => {
    const file = freshFile();
    const source = await openFilled(file);
    await source.query("UPDATE sqlite_sequence SET seq = 41 WHERE name = 'clients'");
    await source.query("UPDATE changes SET version = 7 WHERE topic = 'clients'");
    const url = await migratedDatabase();
    const counts = await copy(file, url);

    const target = await openPostgres(url, 1);
    for (const table of MOVED) {
      const rows = await readRows(source, table);
      expect([table, rows.length > 0, counts.get(table)]).toEqual([table, true, rows.length]);
      expect([table, await readRows(target, table)]).toEqual([table, rows]);
    }
    expect([...MOVED, ...LEFT].sort()).toEqual([...(await tablesOf(source)), 'migrations'].sort());
    expect(await readRows(target, 'leases')).toEqual([]);
    const [next] = await target.query<{ id: number }[]>(
      "SELECT nextval(pg_get_serial_sequence('clients', 'id')) AS id",
    );
    expect(Number(next!.id)).toBe(42);
    const [version] = await target.query<{ version: number }[]>(
      "SELECT nextval(pg_get_serial_sequence('revocations', 'version')) AS version",
    );
    expect(Number(version!.version)).toBe(8);
    await source.destroy();
    await target.destroy();
  });

  it('copies more rows than go at once', async () => {
    const file = freshFile();
    const source = await openFilled(file);
    await source.query(`WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 2600)
      INSERT INTO used_tokens SELECT 'token ' || i || ' of "Ada" \\ 😀', i FROM n`);
    const url = await migratedDatabase();
    await copy(file, url);
    const target = await openPostgres(url, 1);
    const select = 'SELECT hash, expires_at + 0 AS at FROM used_tokens ORDER BY expires_at, hash';
    const rows = await target.query<{ hash: string; at: string }[]>(select);
    const numbered = rows.map(({ hash, at }) => ({ hash, at: Number(at) }));
    expect(numbered).toEqual(await source.query(select));
    expect(numbered).toHaveLength(2502);
    await source.destroy();
    await target.destroy();
  });
});
