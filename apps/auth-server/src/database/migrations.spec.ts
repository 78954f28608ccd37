import type { Database } from 'better-sqlite3';
import { openFile } from '../../test/support/database';
import type { GatedDataSource } from './sqlite/gated-data-source';

const tablesOf = async (dataSource: GatedDataSource) =>
  dataSource.query<{ name: string; sql: string }[]>(
    "SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' AND tbl_name <> 'migrations' ORDER BY name",
  );

describe('migrations', () => {
  let dataSource: GatedDataSource;

  beforeEach(async () => {
    dataSource = await openFile();
  });
  afterEach(() => dataSource.destroy());

  it('make exactly the schema that the entities describe', async () => {
    const log = await dataSource.driver.createSchemaBuilder().log();
    expect(log.upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('go down to nothing and up again to the same', async () => {
    const before = await tablesOf(dataSource);
    expect(before.length).toBeGreaterThan(13);
    for (let left = dataSource.migrations.length; left > 0; left -= 1) await dataSource.undoLastMigration();
    expect(await tablesOf(dataSource)).toEqual([]);
    await dataSource.runMigrations();
    expect(await tablesOf(dataSource)).toEqual(before);
  });

  it('leave foreign keys enforced and none violated', async () => {
    const db = (dataSource.driver as unknown as { databaseConnection: Database }).databaseConnection;
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
    expect(db.pragma('foreign_key_check')).toEqual([]);
    const referencing = await dataSource.query<{ name: string; columns: number }[]>(
      `SELECT m.name, COUNT(*) AS columns FROM sqlite_master m, pragma_foreign_key_list(m.name) WHERE m.type = 'table'
       GROUP BY m.name ORDER BY m.name`,
    );
    expect(referencing).toEqual([
      { name: 'authorization_codes', columns: 2 },
      { name: 'client_redirect_uris', columns: 1 },
      { name: 'client_secrets', columns: 1 },
      { name: 'clients', columns: 1 },
      { name: 'consent_sessions', columns: 2 },
      { name: 'grants', columns: 2 },
      { name: 'refresh_families', columns: 1 },
      { name: 'sign_in_sessions', columns: 1 },
    ]);
  });

  it('keep an index for each foreign key: ending an account or application reads no whole table', async () => {
    const unindexed: unknown = await dataSource.query(
      `SELECT m.name, f."from" FROM sqlite_master m, pragma_foreign_key_list(m.name) f
       WHERE m.type = 'table' AND NOT EXISTS (
         SELECT 1 FROM pragma_index_list(m.name) i, pragma_index_info(i.name) c WHERE c.seqno = 0 AND c.name = f."from")`,
    );
    expect(unindexed).toEqual([]);
  });
});
