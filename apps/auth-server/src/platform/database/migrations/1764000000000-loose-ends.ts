import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

const LOOSE_ENDS = new Table({
  name: 'loose_ends',
  columns: [
    { name: 'kind', type: 'varchar', length: '7', isPrimary: true }, // account, client or grant
    { name: 'subject', type: 'varchar', length: '36', isPrimary: true }, // the id of its row
    { name: 'at', type: 'bigint' },
    { name: 'address', type: 'text', isNullable: true }, // of the caller that ended it
  ],
});

const UP = [
  'ALTER TABLE refresh_families ADD COLUMN grant_epoch integer NOT NULL DEFAULT 0', // the grant's when it began
  `UPDATE refresh_families SET grant_epoch = (SELECT g.epoch FROM grants g WHERE g.id = grant_id)
     WHERE grant_id IN (SELECT g.id FROM grants g WHERE g.epoch > 0)`,
  // What was granted to an application is looked at in an order that has a place to go on from.
  'DROP INDEX grants_client',
  'CREATE INDEX grants_client ON grants (client_id, id)',
];

/** The version before takes a family for alive that does not say itself that it has ended. */
const END_LOOSE = `UPDATE refresh_families SET reap_day = (access_expires_at + 3600000) / 86400000 + 1,
    revoked_at = (SELECT COALESCE(a.closed_at, c.revoked_at, g.revoked_at, g.created_at) FROM grants g
      JOIN accounts a ON a.id = g.account_id JOIN clients c ON c.id = g.client_id WHERE g.id = grant_id)
  WHERE revoked_at IS NULL AND NOT EXISTS (SELECT 1 FROM grants g JOIN accounts a ON a.id = g.account_id
      JOIN clients c ON c.id = g.client_id
    WHERE g.id = grant_id AND g.epoch = grant_epoch AND a.closed_at IS NULL AND c.revoked_at IS NULL)`;

const DOWN = [
  END_LOOSE,
  'DROP INDEX grants_client',
  'CREATE INDEX grants_client ON grants (client_id)',
  'ALTER TABLE refresh_families DROP COLUMN grant_epoch',
];

/** What ends says so in one row; what hangs on it ends a little later (ADR 24). */
export class LooseEnds1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(LOOSE_ENDS);
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
    await runner.dropTable(LOOSE_ENDS);
  }
}
