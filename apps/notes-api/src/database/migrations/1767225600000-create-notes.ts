import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateNotes1767225600000 implements MigrationInterface {
  readonly name = 'CreateNotes1767225600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "notes" (
        "id" text PRIMARY KEY NOT NULL,
        "account_id" text NOT NULL,    -- the token's subject: an account of the auth server
        "text" text NOT NULL,
        "created_at" integer NOT NULL  -- milliseconds since the epoch
      ) STRICT`);
    // For the only query: an account's notes in order of creation.
    await runner.query(`CREATE INDEX "notes_by_account" ON "notes" ("account_id", "created_at", "id")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "notes"`);
  }
}
