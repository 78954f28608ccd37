import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whose e-mail is proven keeps what was allowed in the session that proves it. */
export class GivenIn1765300000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The sign-in session of all its approvals; null: they are of several, or of none.
    await runner.query('ALTER TABLE grants ADD COLUMN given_in varchar(36)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE grants DROP COLUMN given_in');
  }
}
