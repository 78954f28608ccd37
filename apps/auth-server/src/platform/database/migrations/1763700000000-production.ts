import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

/** The day, counted from 1970, on which a row may go: an hour after its last moment, so that no token outlives it. */
const REAP_DAY = '(access_expires_at + 3600000) / 86400000 + 1';

const UP = [
  'ALTER TABLE clients ADD COLUMN refresh_retry_window integer NOT NULL DEFAULT 0', // seconds
  'ALTER TABLE refresh_families ADD COLUMN rotated_at bigint',
  'ALTER TABLE refresh_families ADD COLUMN rotated_scope text', // what the last refresh asked for, in one spelling
  'ALTER TABLE refresh_families ADD COLUMN access_expires_at bigint NOT NULL DEFAULT 0', // of the last access token
  'ALTER TABLE refresh_families ADD COLUMN reap_day integer NOT NULL DEFAULT 0',
  // No access token of a family was issued after its last refresh token expired, none lives longer than any key knew.
  `UPDATE refresh_families SET access_expires_at =
     expires_at + 1000 * COALESCE((SELECT MAX(CAST(longest_token_ttl AS bigint)) FROM signing_keys), 0)`,
  `UPDATE refresh_families SET reap_day = ${REAP_DAY}`,
  // By the day: an index on what every refresh changes would make PostgreSQL write a new index entry each time.
  'CREATE INDEX refresh_families_reap_day ON refresh_families (reap_day)',
  'CREATE INDEX authorization_codes_expiry ON authorization_codes (expires_at)',
  'CREATE INDEX consent_sessions_expiry ON consent_sessions (expires_at)',
  'CREATE INDEX sign_in_sessions_expiry ON sign_in_sessions (expires_at)',
  'CREATE INDEX sign_in_attempts_time ON sign_in_attempts (attempted_at)',
  // Accounts and applications are marked, never deleted: nobody looks for their consent sessions, which are many.
  'DROP INDEX consent_sessions_account',
  'DROP INDEX consent_sessions_client',
  "INSERT INTO changes (topic, version) VALUES ('clients', 0), ('keys', 0)",
];

const DOWN = [
  'CREATE INDEX consent_sessions_client ON consent_sessions (client_id)',
  'CREATE INDEX consent_sessions_account ON consent_sessions (account_id)',
  'DROP INDEX sign_in_attempts_time',
  'DROP INDEX sign_in_sessions_expiry',
  'DROP INDEX consent_sessions_expiry',
  'DROP INDEX authorization_codes_expiry',
  'DROP INDEX refresh_families_reap_day',
  'ALTER TABLE refresh_families DROP COLUMN reap_day',
  'ALTER TABLE refresh_families DROP COLUMN access_expires_at',
  'ALTER TABLE refresh_families DROP COLUMN rotated_scope',
  'ALTER TABLE refresh_families DROP COLUMN rotated_at',
  'ALTER TABLE clients DROP COLUMN refresh_retry_window',
];

const UP_KEYS = [
  'DROP INDEX signing_keys_active',
  'ALTER TABLE signing_keys ADD COLUMN sequence integer NOT NULL DEFAULT 0', // within its algorithm
  'ALTER TABLE signing_keys ADD COLUMN signs_from bigint NOT NULL DEFAULT 0', // until then it is announced
  'ALTER TABLE signing_keys ADD COLUMN signs_until bigint NOT NULL DEFAULT 0', // nothing is signed with it later
  'ALTER TABLE signing_keys ADD COLUMN compromised_at bigint',
  `UPDATE signing_keys SET signs_from = created_at, sequence = (
     SELECT COUNT(*) FROM signing_keys AS other WHERE other.alg = signing_keys.alg
       AND (other.created_at < signing_keys.created_at
         OR other.created_at = signing_keys.created_at AND other.kid <= signing_keys.kid))`,
  // An active key signed last when the last refresh token was issued, which expired later than that.
  `UPDATE signing_keys SET signs_until =
     COALESCE(retired_at, (SELECT MAX(expires_at) FROM refresh_families), created_at)`,
  'ALTER TABLE signing_keys DROP COLUMN retired_at',
  'CREATE UNIQUE INDEX signing_keys_alg_sequence ON signing_keys (alg, sequence)',
];

const DOWN_KEYS = [
  'ALTER TABLE signing_keys ADD COLUMN retired_at bigint',
  // The newest sound key of each algorithm is the active one; a compromised one is public no more.
  `UPDATE signing_keys SET retired_at = CASE WHEN compromised_at IS NULL THEN signs_until ELSE 0 END
   WHERE compromised_at IS NOT NULL OR sequence < (
     SELECT MAX(sequence) FROM signing_keys AS other WHERE other.alg = signing_keys.alg AND other.compromised_at IS NULL)`,
  'DROP INDEX signing_keys_alg_sequence',
  ...['compromised_at', 'signs_until', 'signs_from', 'sequence'].map(
    (column) => `ALTER TABLE signing_keys DROP COLUMN ${column}`,
  ),
  'CREATE UNIQUE INDEX signing_keys_active ON signing_keys (alg) WHERE retired_at IS NULL',
];

/** Room on each page for the next version of a row, which then needs no new index entries (HOT). */
const POSTGRES_UP = [
  'ALTER TABLE refresh_families SET (fillfactor = 80)',
  'ALTER TABLE grants SET (fillfactor = 90)',
  'ALTER TABLE consent_sessions SET (fillfactor = 90)',
];

const CHANGES = new Table({
  name: 'changes',
  columns: [
    { name: 'topic', type: 'varchar', length: '20', isPrimary: true },
    { name: 'version', type: 'integer' },
  ],
});

const LEASES = new Table({
  name: 'leases',
  columns: [
    { name: 'name', type: 'varchar', length: '20', isPrimary: true },
    { name: 'holder', type: 'varchar', length: '36' },
    { name: 'expires_at', type: 'bigint' },
  ],
});

/** What several processes, a retried refresh and the removal of what has expired need. */
export class Production1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(CHANGES);
    await runner.createTable(LEASES);
    for (const statement of [...UP, ...UP_KEYS]) await runner.query(statement);
    if (runner.connection.options.type === 'postgres')
      for (const statement of POSTGRES_UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of [...DOWN_KEYS, ...DOWN]) await runner.query(statement);
    await runner.dropTable(LEASES);
    await runner.dropTable(CHANGES);
  }
}
