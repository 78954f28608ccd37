import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  'DROP INDEX logout_notices_due',
  'DROP INDEX logout_notices_client',
  // Each client's earliest notice is found without reading its others.
  'CREATE INDEX logout_notices_due ON logout_notices (client_id, next_attempt_at)',
  'CREATE INDEX logout_notices_expiry ON logout_notices (expires_at)',
];

const DOWN = [
  'DROP INDEX logout_notices_expiry',
  'DROP INDEX logout_notices_due',
  'CREATE INDEX logout_notices_client ON logout_notices (client_id)',
  'CREATE INDEX logout_notices_due ON logout_notices (next_attempt_at)',
];

/** Clients are told of logouts in turn, and notices are removed once no process tries to deliver them any more. */
export class FairLogouts1764500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
