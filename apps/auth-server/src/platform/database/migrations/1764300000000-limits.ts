import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

const LIMIT_COUNTS = new Table({
  name: 'limit_counts',
  columns: [
    { name: 'hash', type: 'varchar', length: '64', isPrimary: true }, // SHA-256 of the limit's name and of what is counted
    { name: 'name', type: 'varchar', length: '32' }, // the limit's
    { name: 'slots', type: 'text' }, // JSON: [since, count] for each part of the window
    { name: 'last_at', type: 'bigint' }, // when the last one was counted
    { name: 'expires_at', type: 'bigint' }, // from then on nothing of it counts
  ],
  indices: [{ name: 'limit_counts_expiry', columnNames: ['expires_at'] }],
});

/** As it was: a row for each failed try. */
const SIGN_IN_ATTEMPTS = new Table({
  name: 'sign_in_attempts',
  columns: [
    { name: 'id', type: 'integer', isPrimary: true, isGenerated: true, generationStrategy: 'increment' },
    { name: 'email_hash', type: 'varchar', length: '64' },
    { name: 'address', type: 'text' },
    { name: 'attempted_at', type: 'bigint' },
  ],
  indices: [
    { name: 'sign_in_attempts_address', columnNames: ['address', 'attempted_at'] },
    { name: 'sign_in_attempts_email', columnNames: ['email_hash', 'address', 'attempted_at'] },
    { name: 'sign_in_attempts_time', columnNames: ['attempted_at'] },
  ],
});

/** All limits count in one table; failed tries and registrations of the hour before are not taken along. */
export class Limits1764300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(LIMIT_COUNTS);
    await runner.dropTable('sign_in_attempts');
    await runner.query('DROP INDEX clients_registered_from'); // it was for counting
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX clients_registered_from ON clients (registered_from, created_at) WHERE registered_from IS NOT NULL',
    );
    await runner.createTable(SIGN_IN_ATTEMPTS);
    await runner.dropTable(LIMIT_COUNTS);
  }
}
