import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  // The account whose initial access token let the client register itself; null: none did, or that was not kept yet.
  'ALTER TABLE clients ADD COLUMN vouched_by varchar(36)',
  'ALTER TABLE device_codes ADD COLUMN network varchar(64)', // that the device began from; null: it was not kept yet
];

const DOWN = ['ALTER TABLE device_codes DROP COLUMN network', 'ALTER TABLE clients DROP COLUMN vouched_by'];

/** Stores which account vouched for a client that registered itself, and from which network a device began. */
export class Strangers1764200000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
