import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';

const RULES = [
  { name: 'security_profile', type: 'varchar', length: '5', isNullable: true }, // null: the server's own
  { name: 'token_endpoint_auth_signing_alg', type: 'varchar', length: '10', isNullable: true }, // null: any
  { name: 'client_assertion_audience', type: 'varchar', length: '6', default: "'issuer'" },
  { name: 'request_object_signing_alg', type: 'varchar', length: '10', isNullable: true }, // null: any
  { name: 'default_max_age', type: 'integer', isNullable: true }, // seconds
];

/** SQLite's schema spells the default as it was written, and TypeORM compares it with its own. */
const requireAuthTime = (runner: QueryRunner) => ({
  ...{ name: 'require_auth_time', type: 'boolean' },
  default: runner.connection.options.type === 'postgres' ? false : 0,
});

/** Rules of single clients. */
export class ClientRules1764800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const columns = [...RULES, requireAuthTime(runner)].map((column) => new TableColumn(column));
    await runner.addColumns('clients', columns);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumns('clients', [...RULES.map(({ name }) => name), 'require_auth_time']);
  }
}
