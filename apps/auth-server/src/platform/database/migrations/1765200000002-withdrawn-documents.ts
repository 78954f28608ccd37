import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A client ends when its metadata document was withdrawn twice, an hour apart (ADR 34). */
export class WithdrawnDocuments1765200000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // When its document was first found withdrawn; null: it was good since.
    await runner.query('ALTER TABLE clients ADD COLUMN withdrawn_at bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE clients DROP COLUMN withdrawn_at');
  }
}
