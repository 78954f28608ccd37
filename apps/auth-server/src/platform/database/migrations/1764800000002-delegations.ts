import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

const DELEGATIONS = new Table({
  name: 'delegations',
  columns: [
    { name: 'grant_id', type: 'varchar', length: '36', isPrimary: true },
    { name: 'client_id', type: 'integer', isPrimary: true }, // the client that exchanged a token of the grant
    { name: 'resource', type: 'varchar', length: '2048', isPrimary: true }, // what it may reach in the account's name
    { name: 'scopes', type: 'text' }, // of the last exchange
    { name: 'grant_epoch', type: 'integer' }, // the grant's; what was delegated before its end does not come back
    { name: 'created_at', type: 'bigint' },
    { name: 'last_used_at', type: 'bigint' },
  ],
  foreignKeys: [
    { columnNames: ['grant_id'], referencedTableName: 'grants', referencedColumnNames: ['id'], onDelete: 'CASCADE' },
    { columnNames: ['client_id'], referencedTableName: 'clients', referencedColumnNames: ['id'], onDelete: 'CASCADE' },
  ],
  indices: [{ name: 'delegations_client', columnNames: ['client_id'] }],
});

/** Accounts see which applications act for the ones that they granted access. */
export class Delegations1764800000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(DELEGATIONS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(DELEGATIONS);
  }
}
