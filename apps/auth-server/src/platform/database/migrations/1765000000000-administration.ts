import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Without a default: SQLite and PostgreSQL add such a column without rewriting the table. */
const COLUMNS = [
  ['accounts', 'admin_since', 'bigint'], // epoch milliseconds; null: no administrator
  ['accounts', 'disabled_at', 'bigint'], // since when an administrator has switched it off; null: it is on
  ['clients', 'disabled_by_admin_at', 'bigint'], // since when its developer cannot enable it; null: the developer can
  ['events', 'actor_id', 'varchar(36)'], // the administrator who did it; null: the account itself, or the server
  ['master_key_checks', 'since', 'bigint'], // null: a key from before this column
] as const;

const INDICES = {
  accounts_administrators: 'accounts (admin_since) WHERE admin_since IS NOT NULL',
  events_actor: 'events (actor_id, id) WHERE actor_id IS NOT NULL',
};

/** Its other indices of text are in the order of the database's language, which has no prefixes. */
const EMAIL_PREFIXES = 'CREATE INDEX accounts_email_prefix ON accounts (email_key COLLATE "C")';

const isPostgres = (runner: QueryRunner) => runner.connection.options.type === 'postgres';

/** What administrators are, switch off and leave behind in the record of events. */
export class Administration1765000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column, type] of COLUMNS)
      await runner.query(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`);
    for (const [name, index] of Object.entries(INDICES)) await runner.query(`CREATE INDEX ${name} ON ${index}`);
    if (isPostgres(runner)) await runner.query(EMAIL_PREFIXES);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (isPostgres(runner)) await runner.query('DROP INDEX accounts_email_prefix');
    for (const name of Object.keys(INDICES)) await runner.query(`DROP INDEX ${name}`);
    for (const [table, column] of COLUMNS) await runner.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
  }
}
