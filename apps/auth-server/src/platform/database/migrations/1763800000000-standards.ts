import { type MigrationInterface, type QueryRunner, Table, TableColumn, type TableColumnOptions } from 'typeorm';

const varchar = (length: number) => ({ type: 'varchar', length: String(length) });
const column = (name: string, shape: Pick<TableColumnOptions, 'type' | 'length'>, more = {}): TableColumnOptions => ({
  name,
  ...shape,
  ...more,
});
const NULLABLE = { isNullable: true };
const KEY = { isPrimary: true };
const TEXT = { type: 'text' };
const UUID = varchar(36);
const SHA256 = varchar(64);
const INTEGER = { type: 'integer' };
/** Epoch milliseconds. */
const TIME = { type: 'bigint' };

const references = (name: string, table: string) => ({
  columnNames: [name],
  referencedTableName: table,
  referencedColumnNames: ['id'],
});
const index = (name: string, ...columnNames: string[]) => ({ name, columnNames });
const unique = (name: string, ...columnNames: string[]) => ({ name, columnNames, isUnique: true });

/** How the account signed in, what the client bound its tokens to, and what it asked for beside scopes. */
const AUTHENTICATION = [
  'sid varchar(36)', // the sign-in session
  'auth_time bigint', // when the account signed in
  'acr text',
  'dpop_jkt varchar(43)', // thumbprint of the proof key (RFC 9449)
  'authorization_details text', // JSON (RFC 9396)
];

const COLUMNS: Record<string, string[]> = {
  clients: [
    "origin varchar(17) NOT NULL DEFAULT 'console'", // console, registration or metadata_document
    "application_type varchar(6) NOT NULL DEFAULT 'web'", // web or native
    'require_pkce boolean NOT NULL DEFAULT FALSE',
    'require_pushed_authorization_requests boolean NOT NULL DEFAULT FALSE',
    'require_signed_request_object boolean NOT NULL DEFAULT FALSE',
    'dpop_bound_access_tokens boolean NOT NULL DEFAULT FALSE',
    'grant_types text', // null: authorization_code and refresh_token
    'own_scopes text', // for client_credentials
    'token_endpoint_auth_method varchar(30)', // null: a secret by Basic or in the body, or none
    'jwks text',
    'jwks_uri text',
    'id_token_signed_response_alg varchar(10)', // null: RS256
    'post_logout_redirect_uris text', // separated by spaces
    'backchannel_logout_uri text',
    'backchannel_logout_session_required boolean NOT NULL DEFAULT FALSE',
    'authorization_details_types text', // null: every type there is
    'tos_uri text',
    'policy_uri text',
    'contacts text', // JSON
    'software_id text',
    'software_version text',
    'registration_token_hash varchar(64)', // SHA-256; who may change a registration (RFC 7592)
    'registered_from varchar(64)', // the network that it registered itself from
    'metadata_expires_at bigint', // when a metadata document is fetched again
  ],
  consent_sessions: ['response_mode varchar(9)', 'nonce text', 'pushed_request varchar(64)', ...AUTHENTICATION],
  authorization_codes: ['nonce text', ...AUTHENTICATION],
  refresh_families: AUTHENTICATION,
  signing_keys: ["purpose varchar(12) NOT NULL DEFAULT 'access_token'"], // access_token or id_token
};

const PUSHED_REQUESTS = new Table({
  name: 'pushed_requests',
  columns: [
    column('hash', SHA256, KEY), // of the request_uri
    column('client_id', INTEGER),
    column('parameters', TEXT), // JSON
    column('expires_at', TIME),
  ],
  foreignKeys: [references('client_id', 'clients')],
  indices: [index('pushed_requests_expiry', 'expires_at'), index('pushed_requests_client', 'client_id')],
});

const DEVICE_CODES = new Table({
  name: 'device_codes',
  columns: [
    column('hash', SHA256, KEY), // of the device_code
    column('user_code_hash', SHA256),
    column('client_id', INTEGER),
    column('scope', TEXT),
    column('resource', TEXT),
    column('authorization_details', TEXT, NULLABLE),
    column('interval', INTEGER), // seconds between two polls
    column('next_poll_at', TIME),
    column('expires_at', TIME),
    column('decided_at', TIME, NULLABLE),
    column('grant_id', UUID, NULLABLE), // of an approval
    column('grant_epoch', INTEGER, NULLABLE),
    column('scope_granted', TEXT, NULLABLE),
    column('sid', UUID, NULLABLE),
    column('auth_time', TIME, NULLABLE),
    column('acr', TEXT, NULLABLE),
    column('redeemed_at', TIME, NULLABLE),
  ],
  foreignKeys: [references('client_id', 'clients'), references('grant_id', 'grants')],
  indices: [
    unique('device_codes_user_code', 'user_code_hash'),
    index('device_codes_expiry', 'expires_at'),
    index('device_codes_client', 'client_id'),
    index('device_codes_grant', 'grant_id'),
  ],
});

/** What may be presented once: client assertions, DPoP proofs. */
const USED_TOKENS = new Table({
  name: 'used_tokens',
  columns: [column('hash', SHA256, KEY), column('expires_at', TIME)],
  indices: [index('used_tokens_expiry', 'expires_at')],
});

const REVOKED_ACCESS_TOKENS = new Table({
  name: 'revoked_access_tokens',
  columns: [column('jti', UUID, KEY), column('expires_at', TIME)],
  indices: [index('revoked_access_tokens_expiry', 'expires_at')],
});

const INITIAL_ACCESS_TOKENS = new Table({
  name: 'initial_access_tokens',
  columns: [
    column('id', UUID, KEY),
    column('account_id', UUID),
    column('hash', SHA256),
    column('created_at', TIME),
    column('expires_at', TIME),
    column('revoked_at', TIME, NULLABLE),
  ],
  foreignKeys: [references('account_id', 'accounts')],
  indices: [
    unique('initial_access_tokens_hash', 'hash'),
    index('initial_access_tokens_account', 'account_id'),
    index('initial_access_tokens_expiry', 'expires_at'),
  ],
});

/** Back-channel logout: what clients are still to be told. */
const LOGOUT_NOTICES = new Table({
  name: 'logout_notices',
  columns: [
    column('id', UUID, KEY),
    column('client_id', INTEGER),
    column('account_id', UUID),
    column('sid', UUID, NULLABLE),
    column('attempts', INTEGER),
    column('next_attempt_at', TIME),
    column('expires_at', TIME),
  ],
  foreignKeys: [references('client_id', 'clients'), references('account_id', 'accounts')],
  indices: [
    index('logout_notices_due', 'next_attempt_at'),
    index('logout_notices_client', 'client_id'),
    index('logout_notices_account', 'account_id'),
  ],
});

/** Requests that want the account to sign in anew, and when they first did. */
const SIGN_IN_DEMANDS = new Table({
  name: 'sign_in_demands',
  columns: [column('hash', SHA256, KEY), column('asked_at', TIME), column('expires_at', TIME)],
  indices: [index('sign_in_demands_expiry', 'expires_at')],
});

const TABLES = [
  PUSHED_REQUESTS,
  DEVICE_CODES,
  USED_TOKENS,
  REVOKED_ACCESS_TOKENS,
  INITIAL_ACCESS_TOKENS,
  LOGOUT_NOTICES,
  SIGN_IN_DEMANDS,
];

const PARTIAL_INDICES = {
  refresh_families_sid: 'refresh_families (sid) WHERE sid IS NOT NULL',
  clients_registered_from: 'clients (registered_from, created_at) WHERE registered_from IS NOT NULL',
};

const UP_KEYS = [
  'DROP INDEX signing_keys_alg_sequence',
  'CREATE UNIQUE INDEX signing_keys_sequence ON signing_keys (purpose, alg, sequence)',
];
/** The version before signs access tokens alone: ID tokens' keys would be taken for theirs. */
const DOWN_KEYS = [
  "DELETE FROM signing_keys WHERE purpose <> 'access_token'",
  'DROP INDEX signing_keys_sequence',
  'CREATE UNIQUE INDEX signing_keys_alg_sequence ON signing_keys (alg, sequence)',
];

/** An application that registered itself has no account; a metadata document's client_id is a URL. */
const POSTGRES_UP = [
  'ALTER TABLE clients ALTER COLUMN account_id DROP NOT NULL, ALTER COLUMN client_id TYPE text',
  'ALTER TABLE events ALTER COLUMN client_id TYPE text',
];
const POSTGRES_DOWN = [
  'ALTER TABLE clients ALTER COLUMN account_id SET NOT NULL, ALTER COLUMN client_id TYPE varchar(32)',
  'ALTER TABLE events ALTER COLUMN client_id TYPE varchar(32) USING left(client_id, 32)',
];

const OWNERLESS = 'SELECT id FROM clients WHERE account_id IS NULL';
const OF_OWNERLESS = `SELECT id FROM grants WHERE client_id IN (${OWNERLESS})`;

/** The version before knows no application without an account. */
const FORGET_OWNERLESS = [
  `DELETE FROM authorization_codes WHERE grant_id IN (${OF_OWNERLESS})`,
  `DELETE FROM refresh_families WHERE grant_id IN (${OF_OWNERLESS})`,
  ...['consent_sessions', 'grants', 'client_secrets', 'client_redirect_uris'].map(
    (table) => `DELETE FROM ${table} WHERE client_id IN (${OWNERLESS})`,
  ),
  'DELETE FROM clients WHERE account_id IS NULL',
];

const onSqlite = {
  up: async (runner: QueryRunner) => {
    await changeColumns(runner, 'clients', { client_id: TEXT, account_id: { ...UUID, ...NULLABLE } });
    await changeColumns(runner, 'events', { client_id: { ...TEXT, ...NULLABLE } });
  },
  down: async (runner: QueryRunner) => {
    await changeColumns(runner, 'events', { client_id: { ...varchar(32), ...NULLABLE } });
    await changeColumns(runner, 'clients', { client_id: varchar(32), account_id: UUID });
  },
};

async function changeColumns(
  runner: QueryRunner,
  tableName: string,
  changes: Record<string, Partial<TableColumnOptions>>,
) {
  const table = await runner.getTable(tableName);
  const changed = Object.entries(changes).map(([name, options]) => ({
    oldColumn: table?.findColumnByName(name) as TableColumn,
    newColumn: new TableColumn({ name, ...options } as TableColumnOptions),
  }));
  await runner.changeColumns(tableName, changed);
}

/** What the standards beyond the code flow keep. */
export class Standards1763800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const isPostgres = runner.connection.options.type === 'postgres';
    for (const [table, columns] of Object.entries(COLUMNS))
      for (const definition of columns)
        await runner.query(
          `ALTER TABLE ${table} ADD COLUMN ${definition.replace('FALSE', isPostgres ? 'FALSE' : '0')}`,
        );
    if (isPostgres) for (const statement of POSTGRES_UP) await runner.query(statement);
    else await onSqlite.up(runner);
    for (const [name, on] of Object.entries(PARTIAL_INDICES)) await runner.query(`CREATE INDEX ${name} ON ${on}`);
    for (const statement of UP_KEYS) await runner.query(statement);
    for (const table of TABLES) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...TABLES].reverse()) await runner.dropTable(table);
    for (const name of Object.keys(PARTIAL_INDICES)) await runner.query(`DROP INDEX ${name}`);
    for (const statement of [...DOWN_KEYS, ...FORGET_OWNERLESS]) await runner.query(statement);
    if (runner.connection.options.type === 'postgres')
      for (const statement of POSTGRES_DOWN) await runner.query(statement);
    else await onSqlite.down(runner);
    for (const [table, columns] of Object.entries(COLUMNS))
      for (const definition of columns)
        await runner.query(`ALTER TABLE ${table} DROP COLUMN ${definition.slice(0, definition.indexOf(' '))}`);
  }
}
