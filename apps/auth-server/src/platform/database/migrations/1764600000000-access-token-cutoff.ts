import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

const ACCESS_TOKEN_CUTOFFS = new Table({
  name: 'access_token_cutoffs',
  columns: [
    { name: 'id', type: 'integer', isPrimary: true }, // always 1: there is one row, or none
    { name: 'issued_before', type: 'bigint' }, // access tokens without a family issued before this time are refused
  ],
});

/** A restore that has nothing to compare with does not know which access tokens were revoked since the backup. */
export class AccessTokenCutoff1764600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(ACCESS_TOKEN_CUTOFFS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(ACCESS_TOKEN_CUTOFFS);
  }
}
