import { type MigrationInterface, type QueryRunner, type Table, TableColumn, TableForeignKey } from 'typeorm';

/** What waits for an approval, and names its client. */
const WAITING = ['consent_sessions', 'device_codes', 'pushed_requests'];

const TO_CLIENT = { columnNames: ['client_id'], referencedTableName: 'clients', referencedColumnNames: ['id'] };

const NAME_PUBLICLY = (table: string) => `UPDATE ${table} SET client_id =
  (SELECT c.client_id FROM clients c WHERE CAST(c.id AS text) = ${table}.client_id)`;

/** Rows that name a client without a row: the version before has a foreign key there. */
const FORGET_UNSTORED = (table: string) =>
  `DELETE FROM ${table} WHERE NOT EXISTS (SELECT 1 FROM clients c WHERE c.client_id = ${table}.client_id)`;
const NAME_BY_ROW = (table: string) => `UPDATE ${table} SET client_id =
  (SELECT CAST(c.id AS text) FROM clients c WHERE c.client_id = ${table}.client_id)`;

const isPostgres = (runner: QueryRunner) => runner.connection.options.type === 'postgres';

async function changeType(runner: QueryRunner, table: string, type: 'text' | 'integer'): Promise<void> {
  if (isPostgres(runner)) {
    await runner.query(`ALTER TABLE ${table} ALTER COLUMN client_id TYPE ${type} USING client_id::${type}`);
    return;
  }
  const old = ((await runner.getTable(table)) as Table).findColumnByName('client_id') as TableColumn;
  await runner.changeColumn(table, old, new TableColumn({ name: 'client_id', type }));
}

/** Clients known by a metadata document have no row before an account approves one (ADR 34); old events go. */
export class UnapprovedClients1764400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of WAITING) {
      const { foreignKeys } = (await runner.getTable(table)) as Table;
      const toClients = foreignKeys.filter(({ columnNames }) => columnNames[0] === 'client_id');
      await runner.dropForeignKeys(table, toClients);
      await changeType(runner, table, 'text'); // the public client_id, no foreign key
      await runner.query(NAME_PUBLICLY(table));
    }
    await runner.query('CREATE INDEX events_at ON events (at)'); // the oldest go first
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX events_at');
    for (const table of WAITING) {
      for (const statement of [FORGET_UNSTORED(table), NAME_BY_ROW(table)]) await runner.query(statement);
      await changeType(runner, table, 'integer');
      await runner.createForeignKey(table, new TableForeignKey(TO_CLIENT));
    }
  }
}
