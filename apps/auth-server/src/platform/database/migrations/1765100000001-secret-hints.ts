import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By which of its secrets a developer recognises the one that an application has. */
export class SecretHints1765100000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The secret's last four characters; null: a secret from before this column.
    await runner.query('ALTER TABLE client_secrets ADD COLUMN hint varchar(4)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE client_secrets DROP COLUMN hint');
  }
}
