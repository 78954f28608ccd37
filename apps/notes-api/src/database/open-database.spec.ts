import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { databaseOptions } from './database-options';
import { openDatabase } from './open-database';

describe('openDatabase', () => {
  const folder = mkdtempSync(join(tmpdir(), 'notes-database-'));
  let database: DataSource;
  beforeAll(async () => {
    database = await openDatabase(databaseOptions(folder));
  });
  afterAll(async () => {
    await database.destroy();
    rmSync(folder, { recursive: true });
  });

  it('makes by migration exactly what the entity describes', async () => {
    const { upQueries } = await database.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('writes through to the disk before it answers', async () => {
    expect(await database.query('PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }]);
    expect(await database.query('PRAGMA synchronous')).toEqual([{ synchronous: 2 }]);
  });

  it('finds an account’s notes by the index, already in order', async () => {
    const query = 'SELECT * FROM "notes" WHERE "account_id" = ? ORDER BY "created_at", "id"';
    const plan = await database.query<{ detail: string }[]>(`EXPLAIN QUERY PLAN ${query}`, ['a']);
    expect(plan.map(({ detail }) => detail)).toEqual(['SEARCH notes USING INDEX notes_by_account (account_id=?)']);
  });
});
