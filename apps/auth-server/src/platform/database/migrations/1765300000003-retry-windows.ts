import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  'ALTER TABLE clients ADD COLUMN retry_window integer',
  // Nobody could say whether a 0 was said.
  'UPDATE clients SET retry_window = NULLIF(refresh_retry_window, 0)',
  'ALTER TABLE clients DROP COLUMN refresh_retry_window',
  'ALTER TABLE clients RENAME COLUMN retry_window TO refresh_retry_window',
];
const DOWN = [
  'ALTER TABLE clients ADD COLUMN retry_window integer NOT NULL DEFAULT 0',
  'UPDATE clients SET retry_window = COALESCE(refresh_retry_window, 0)',
  'ALTER TABLE clients DROP COLUMN refresh_retry_window',
  'ALTER TABLE clients RENAME COLUMN retry_window TO refresh_retry_window',
];

/** Applications that say nothing of a retry window have that of the setting. */
export class RetryWindows1765300000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const text of UP) await runner.query(text);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const text of DOWN) await runner.query(text);
  }
}
