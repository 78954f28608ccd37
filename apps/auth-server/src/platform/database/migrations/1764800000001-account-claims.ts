import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';

/** JSON; null: none is known, as the account has not signed in since its issuer's claims are kept. */
const CLAIMS = new TableColumn({ name: 'claims', type: 'text', isNullable: true });

/** What a trusted issuer says of its account, for tokens that are refreshed without it. */
export class AccountClaims1764800000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('accounts', CLAIMS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('accounts', 'claims');
  }
}
