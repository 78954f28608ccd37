import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

const MAILED_TOKENS = new Table({
  name: 'mailed_tokens',
  columns: [
    { name: 'hash', type: 'varchar', length: '64', isPrimary: true }, // SHA-256 of the token
    { name: 'purpose', type: 'varchar', length: '10' }, // verify, reset or change
    { name: 'account_id', type: 'varchar', length: '36' },
    { name: 'email', type: 'text' }, // the address that it was sent to, and proves
    { name: 'created_at', type: 'bigint' },
    { name: 'expires_at', type: 'bigint' },
    { name: 'used_at', type: 'bigint', isNullable: true },
  ],
  foreignKeys: [
    {
      columnNames: ['account_id'],
      referencedTableName: 'accounts',
      referencedColumnNames: ['id'],
      onDelete: 'CASCADE',
    },
  ],
  indices: [
    { name: 'mailed_tokens_account', columnNames: ['account_id'] },
    { name: 'mailed_tokens_expiry', columnNames: ['expires_at'] },
  ],
});

const CLIENT_LOGOS = new Table({
  name: 'client_logos',
  columns: [
    { name: 'client_id', type: 'integer', isPrimary: true },
    { name: 'uri', type: 'text' }, // the `logo_uri` that it was copied from
    { name: 'media_type', type: 'varchar', length: '20' },
    { name: 'body', type: 'text' }, // base64
    { name: 'hash', type: 'varchar', length: '43' }, // SHA-256 of the image, which its address names
    { name: 'fetched_at', type: 'bigint' },
  ],
  foreignKeys: [
    { columnNames: ['client_id'], referencedTableName: 'clients', referencedColumnNames: ['id'], onDelete: 'CASCADE' },
  ],
  indices: [{ name: 'client_logos_hash', columnNames: ['hash'] }],
});

/** A row without an image waits for it. */
const QUEUE_LOGOS = `INSERT INTO client_logos (client_id, uri, media_type, body, hash, fetched_at)
  SELECT id, logo_uri, '', '', '', 0 FROM clients
  WHERE origin = 'console' AND logo_uri IS NOT NULL AND revoked_at IS NULL`;

/** Without a default: SQLite and PostgreSQL add such a column without rewriting the table. */
const COLUMNS = [
  ['accounts', 'email_verified_at', 'bigint'], // null: nobody has proven that they read this mailbox
  ['sign_in_sessions', 'browser', 'varchar(60)'], // "Firefox on Linux"; null: unknown
  // The browser in which the account allowed it.
  ['authorization_codes', 'allowed_with', 'varchar(60)'],
  ['device_codes', 'allowed_with', 'varchar(60)'],
  ['refresh_families', 'allowed_with', 'varchar(60)'],
] as const;

/** What the pages show and mail: proven e-mails, the browsers of sign-ins and approvals, copies of logos. */
export class Pages1764900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column, type] of COLUMNS)
      await runner.query(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`);
    await runner.createTable(MAILED_TOKENS);
    await runner.createTable(CLIENT_LOGOS);
    await runner.query(QUEUE_LOGOS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(CLIENT_LOGOS);
    await runner.dropTable(MAILED_TOKENS);
    for (const [table, column] of COLUMNS) await runner.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
  }
}
