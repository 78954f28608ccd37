import type { DataSource, QueryRunner } from 'typeorm';
import { ENGINES, POSTGRES } from '../../../test/engines';
import { tablesOf } from '@consentry/test-support/server/stored-tables';
import { measuredHolds } from '../../../test/measured-holds';
import { migrate } from './migrate';
import { MIGRATIONS } from './migrations';
import type { Migration } from './migrations/migration';
import type { Database } from './open-database';

const byName = (a: { name?: string }, b: { name?: string }) => (String(a.name) < String(b.name) ? -1 : 1);

/** Columns, indices and foreign keys, as TypeORM reads them. */
async function schemaOf(dataSource: DataSource) {
  const runner = dataSource.createQueryRunner();
  const tables = await runner.getTables(await tablesOf(dataSource));
  await runner.release();
  return tables.sort(byName).map(({ name, columns, indices, foreignKeys }) => ({
    name,
    columns: columns.sort(byName),
    indices: indices.sort(byName),
    foreignKeys,
  }));
}

/** Foreign keys, and whether an index begins with them. */
const FOREIGN_KEYS = {
  sqlite: `SELECT m.name AS table_name, f."from" AS column_name, EXISTS (
      SELECT 1 FROM pragma_index_list(m.name) i, pragma_index_info(i.name) c
      WHERE c.seqno = 0 AND c.name = f."from")
      OR EXISTS (SELECT 1 FROM pragma_table_info(m.name) t WHERE t.pk = 1 AND t.name = f."from") AS indexed
    FROM sqlite_master m, pragma_foreign_key_list(m.name) f WHERE m.type = 'table' ORDER BY 1, 2`,
  postgres: `SELECT c.conrelid::regclass::text AS table_name, a.attname AS column_name, EXISTS (
      SELECT 1 FROM pg_index i WHERE i.indrelid = c.conrelid AND i.indkey[0] = c.conkey[1])::int AS indexed
    FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    WHERE c.contype = 'f' ORDER BY 1, 2`,
};

describe.each(ENGINES)('migrations on $engine', ({ engine, open }) => {
  let dataSource: Database;

  beforeEach(async () => {
    dataSource = await open();
  });
  afterEach(() => dataSource.destroy());

  it('make exactly the schema that the entities describe', async () => {
    // SQLite gives numbers to a column of that type alone, which has 64 bits there.
    if (engine === 'sqlite')
      for (const { generatedColumns } of dataSource.entityMetadatas)
        for (const column of generatedColumns) column.type = 'integer';
    const log = await dataSource.driver.createSchemaBuilder().log();
    expect(log.upQueries.map(({ query }) => query)).toEqual([]);
    expect(await tablesOf(dataSource)).toEqual(dataSource.entityMetadatas.map(({ tableName }) => tableName).sort());
  });

  it('go down to nothing and up again to the same', async () => {
    const before = await schemaOf(dataSource);
    for (let left = dataSource.migrations.length; left > 0; left -= 1) await dataSource.undoLastMigration();
    expect(await tablesOf(dataSource)).toEqual([]);
    await dataSource.runMigrations();
    expect(await schemaOf(dataSource)).toEqual(before);
  });

  it('keep an index for each foreign key: ending an account or application reads no whole table', async () => {
    const references = await dataSource.query<{ table_name: string; column_name: string; indexed: number }[]>(
      FOREIGN_KEYS[engine],
    );
    expect(references.map(({ table_name, column_name }) => `${table_name}.${column_name}`)).toEqual([
      'client_logos.client_id',
      'client_redirect_uris.client_id',
      'client_secrets.client_id',
      'clients.account_id',
      'consent_sessions.account_id',
      'delegations.client_id',
      'delegations.grant_id',
      'device_codes.grant_id',
      'grants.account_id',
      'grants.client_id',
      'initial_access_tokens.account_id',
      'logout_notices.account_id',
      'logout_notices.client_id',
      'mailed_tokens.account_id',
      'refresh_families.grant_id',
      'sign_in_sessions.account_id',
      'usage_counts.client_id',
    ]);
    // No query selects consent sessions by account, and accounts are never deleted.
    const bare = references.filter(({ indexed }) => indexed !== 1);
    expect(bare.map(({ table_name }) => table_name)).toEqual(['consent_sessions']);
  });
});

/** What a version after this one adds. */
class Second1780000000000 implements Migration {
  readonly holds = [{ table: 'accounts', mode: 'ACCESS EXCLUSIVE', rows: 'none' }] as const;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE accounts ADD COLUMN motto text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE accounts DROP COLUMN motto');
  }
}

describe.each(ENGINES)('a database of another version on $engine', ({ make, open }) => {
  const beginning = { begin: (runner: QueryRunner) => runner.query('BEGIN') };

  it('is migrated while a server of the earlier version runs on it, which does not start again', async () => {
    const place = await make();
    const [running, next] = [await open(place), await open(place)];
    next.migrations.push(new Second1780000000000());
    await migrate(next, beginning);
    await running.units.run("INSERT INTO accounts (id, created_at) VALUES ('ada', 1)");
    await next.units.run("UPDATE accounts SET motto = 'on and on' WHERE id = 'ada'");
    await expect(migrate(running, beginning)).rejects.toThrow(
      /^it is of a later version, which made Second1780000000000; /,
    );
    await Promise.all([running.destroy(), next.destroy()]);
  });

  it('that a build before 0.1.0 made is refused and left unchanged', async () => {
    const dataSource = await open();
    await dataSource.query("UPDATE migrations SET name = 'Foundation1763600000000'");
    const before = await schemaOf(dataSource);
    const message = /^it is of a build before 0.1.0, which made Foundation1763600000000; start that version, or/;
    await expect(migrate(dataSource, beginning)).rejects.toThrow(message);
    expect(await schemaOf(dataSource)).toEqual(before);
    await dataSource.destroy();
  });
});

/** Does to each table something else. */
class Mixed1790000000000 implements Migration {
  readonly holds = [
    { table: 'accounts', mode: 'ACCESS EXCLUSIVE', rows: 'none' },
    { table: 'client_logos', mode: 'ROW EXCLUSIVE', rows: 'read' },
    { table: 'clients', mode: 'ACCESS EXCLUSIVE', rows: 'written' },
    { table: 'events', mode: 'SHARE', rows: 'read' },
    { table: 'grants', mode: 'SHARE ROW EXCLUSIVE', rows: 'none' },
  ] as const;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE accounts ADD COLUMN motto text');
    await runner.query('UPDATE client_logos SET fetched_at = 0');
    await runner.query('ALTER TABLE clients ALTER COLUMN refresh_retry_window TYPE bigint');
    await runner.query('CREATE INDEX events_family ON events (family_id)');
    await runner.query('CREATE TABLE mottos (grant_id varchar(36) REFERENCES grants (id))');
  }

  async down(): Promise<void> {}
}

describe('what migrations declare to hold', () => {
  it.each([...MIGRATIONS.slice(1), Mixed1790000000000])(
    'is what PostgreSQL locks, reads and rewrites: %p',
    async (made) => {
      const dataSource = await POSTGRES.open();
      const at = MIGRATIONS.indexOf(made);
      for (let left = at < 0 ? 0 : MIGRATIONS.length - at; left > 0; left -= 1) await dataSource.undoLastMigration();
      const migration = new made();
      expect(await measuredHolds(dataSource, migration)).toEqual(migration.holds);
      await dataSource.destroy();
    },
  );
});

it('leave room on the pages of PostgreSQL for rows that are rewritten, and no index on what every refresh changes', async () => {
  const dataSource = await POSTGRES.open();
  const roomy: unknown = await dataSource.query(
    'SELECT relname, reloptions FROM pg_class WHERE reloptions IS NOT NULL AND relnamespace = $1::regnamespace ORDER BY 1',
    ['public'],
  );
  expect(roomy).toEqual([
    { relname: 'consent_sessions', reloptions: ['fillfactor=90'] },
    { relname: 'grants', reloptions: ['fillfactor=90'] },
    { relname: 'refresh_families', reloptions: ['fillfactor=80'] },
  ]);
  await dataSource.destroy();
});
