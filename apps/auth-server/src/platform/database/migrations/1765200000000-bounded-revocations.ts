import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Many entries of one account, grant or application are replaced by one that refuses all its older access tokens. */
export class BoundedRevocations1765200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Whose tokens the entry refuses: an account, or an application with its own.
    await runner.query('ALTER TABLE revocations ADD COLUMN holder text');
    // The public id of the grant's client; empty: all of the holder's.
    await runner.query('ALTER TABLE revocations ADD COLUMN pair text');
    await runner.query('CREATE INDEX revocations_holder ON revocations (holder, pair)');
    // Counts what refused older access tokens of the application's own.
    await runner.query('ALTER TABLE clients ADD COLUMN reissues integer NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE clients DROP COLUMN reissues');
    await runner.query('DROP INDEX revocations_holder');
    await runner.query('ALTER TABLE revocations DROP COLUMN pair');
    await runner.query('ALTER TABLE revocations DROP COLUMN holder');
  }
}
