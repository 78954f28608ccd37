import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  'ALTER TABLE accounts ADD COLUMN developer_since bigint', // epoch milliseconds; null: no developer
  // What could register clients until now goes on: through the console, or by the tokens that it hands out.
  `UPDATE accounts SET developer_since = created_at
     WHERE EXISTS (SELECT 1 FROM clients c WHERE c.account_id = accounts.id AND c.revoked_at IS NULL)
       OR EXISTS (SELECT 1 FROM initial_access_tokens t WHERE t.account_id = accounts.id AND t.revoked_at IS NULL)`,
];

/** Which accounts may register applications where `DEVELOPERS` is `invited`. */
export class Developers1764200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE accounts DROP COLUMN developer_since');
  }
}
