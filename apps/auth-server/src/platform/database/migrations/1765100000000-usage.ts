import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

const USAGE_COUNTS = new Table({
  name: 'usage_counts',
  columns: [
    { name: 'id', type: 'varchar', length: '96', isPrimary: true }, // of hour, client and kind
    { name: 'client_id', type: 'integer' },
    { name: 'hour', type: 'bigint' }, // its beginning, epoch milliseconds
    { name: 'kind', type: 'varchar', length: '64' }, // a closed list: model/usage/usage-kind.ts
    { name: 'calls', type: 'bigint' },
  ],
  foreignKeys: [
    { columnNames: ['client_id'], referencedTableName: 'clients', referencedColumnNames: ['id'], onDelete: 'CASCADE' },
  ],
  indices: [
    { name: 'usage_counts_client', columnNames: ['client_id', 'hour'] },
    { name: 'usage_counts_hour', columnNames: ['hour'] },
  ],
});

/** Developers see how often their applications get codes and tokens, and why they are refused. */
export class Usage1765100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(USAGE_COUNTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(USAGE_COUNTS);
  }
}
