import { randomBytes } from 'node:crypto';
import { DefaultNamingStrategy, type QueryRunner } from 'typeorm';
import type { Migration } from './migration';

/** What the engines write differently. Numbers that SQLite gives have 64 bits too. */
const DIALECTS = {
  sqlite: { IDENTITY: 'integer PRIMARY KEY AUTOINCREMENT NOT NULL', NO: '0' },
  postgres: { IDENTITY: 'bigserial PRIMARY KEY', NO: 'FALSE' },
};

/** A foreign key under the name that TypeORM expects. */
function reference(table: string, column: string, other: string): string {
  const name = new DefaultNamingStrategy().foreignKeyName(table, [column]);
  return `CONSTRAINT "${name}" FOREIGN KEY ("${column}") REFERENCES "${other}" ("id")`;
}

/** In the order of their references. What a column is for stands in its entity. */
const TABLES: readonly [name: string, columns: string, ...indices: string[]][] = [
  ['access_token_cutoffs', 'id integer NOT NULL PRIMARY KEY, issued_before bigint NOT NULL'],
  [
    'accounts',
    `id varchar(36) NOT NULL PRIMARY KEY, email text, email_key text, email_verified_at bigint, name text,
       password_hash text, issuer text, subject text, claims text, created_at bigint NOT NULL,
       developer_since bigint, admin_since bigint, disabled_at bigint, notices_off_at bigint, closed_at bigint`,
    'CREATE INDEX accounts_administrators ON accounts (admin_since) WHERE admin_since IS NOT NULL',
    'CREATE INDEX accounts_created ON accounts (created_at, id)',
    'CREATE UNIQUE INDEX accounts_email_key ON accounts (email_key)',
    'CREATE UNIQUE INDEX accounts_issuer_subject ON accounts (issuer, subject)',
  ],
  [
    'account_notices',
    'hash varchar(64) NOT NULL PRIMARY KEY, expires_at bigint NOT NULL',
    'CREATE INDEX account_notices_expiry ON account_notices (expires_at)',
  ],
  [
    'authorization_codes',
    `hash varchar(64) NOT NULL PRIMARY KEY, grant_id varchar(36) NOT NULL, grant_epoch bigint NOT NULL,
       redirect_uri text NOT NULL, scope_asked text NOT NULL, scope_granted text NOT NULL, resource text NOT NULL,
       code_challenge varchar(43), nonce text, allowed_with varchar(60), expires_at bigint NOT NULL,
       redeemed_at bigint, family_id varchar(36), sid varchar(36), auth_time bigint, acr text,
       dpop_jkt varchar(43), authorization_details text`,
    'CREATE INDEX authorization_codes_expiry ON authorization_codes (expires_at)',
  ],
  ['changes', 'topic varchar(20) NOT NULL PRIMARY KEY, version bigint NOT NULL'],
  [
    'clients',
    `"id" IDENTITY, client_id text NOT NULL, account_id varchar(36), type varchar(12) NOT NULL,
       origin varchar(17) NOT NULL DEFAULT 'console', registration_token_hash varchar(64),
       reissues bigint NOT NULL DEFAULT 0, registered_from varchar(64), vouched_by varchar(36),
       disabled_by_admin_at bigint, metadata_expires_at bigint, withdrawn_at bigint, logo varchar(50),
       created_at bigint NOT NULL, revoked_at bigint, name text NOT NULL, description text, homepage_uri text, logo_uri text, scopes text,
       enabled boolean NOT NULL, require_client_authentication boolean NOT NULL,
       loopback_any_port boolean NOT NULL, refresh_retry_window integer,
       application_type varchar(6) NOT NULL DEFAULT 'web', require_pkce boolean NOT NULL DEFAULT NO,
       require_pushed_authorization_requests boolean NOT NULL DEFAULT NO,
       require_signed_request_object boolean NOT NULL DEFAULT NO,
       dpop_bound_access_tokens boolean NOT NULL DEFAULT NO, grant_types text, own_scopes text,
       security_profile varchar(5), token_endpoint_auth_method varchar(30),
       token_endpoint_auth_signing_alg varchar(10), client_assertion_audience varchar(6) NOT NULL DEFAULT 'issuer',
       jwks text, jwks_uri text, request_object_signing_alg varchar(10), default_max_age integer,
       require_auth_time boolean NOT NULL DEFAULT NO, id_token_signed_response_alg varchar(10),
       profile_in_id_token boolean NOT NULL DEFAULT NO, post_logout_redirect_uris text, backchannel_logout_uri text,
       backchannel_logout_session_required boolean NOT NULL DEFAULT NO, authorization_details_types text,
       tos_uri text, policy_uri text, contacts text, software_id text, software_version text,
       ${reference('clients', 'account_id', 'accounts')}`,
    'CREATE INDEX clients_account ON clients (account_id)',
    'CREATE UNIQUE INDEX clients_client_id ON clients (client_id)',
  ],
  [
    'client_logos',
    `client_id bigint NOT NULL PRIMARY KEY, uri text NOT NULL, media_type varchar(20) NOT NULL,
       body text NOT NULL, hash varchar(43) NOT NULL, fetched_at bigint NOT NULL,
       ${reference('client_logos', 'client_id', 'clients')} ON DELETE CASCADE`,
    'CREATE INDEX client_logos_hash ON client_logos (hash)',
  ],
  [
    'client_redirect_uris',
    `"id" IDENTITY, client_id bigint NOT NULL, uri text NOT NULL,
       ${reference('client_redirect_uris', 'client_id', 'clients')}`,
    'CREATE UNIQUE INDEX client_redirect_uris_client_uri ON client_redirect_uris (client_id, uri)',
  ],
  [
    'client_secrets',
    `id varchar(36) NOT NULL PRIMARY KEY, client_id bigint NOT NULL, hash varchar(64) NOT NULL, hint varchar(4),
       name varchar(60), created_at bigint NOT NULL, last_used_at bigint, expires_at bigint, revoked_at bigint,
       ${reference('client_secrets', 'client_id', 'clients')}`,
    'CREATE INDEX client_secrets_client ON client_secrets (client_id)',
    'CREATE INDEX client_secrets_expiry ON client_secrets (expires_at) WHERE expires_at IS NOT NULL',
  ],
  [
    'consent_sessions',
    `hash varchar(64) NOT NULL PRIMARY KEY, account_id varchar(36) NOT NULL, client_id text NOT NULL,
       redirect_uri text NOT NULL, scope text NOT NULL, resource text NOT NULL, state text,
       code_challenge varchar(43), response_mode varchar(9), nonce text, pushed_request varchar(64),
       sign_in_demand varchar(64), expires_at bigint NOT NULL, decided_at bigint, sid varchar(36),
       auth_time bigint, acr text, dpop_jkt varchar(43), authorization_details text,
       ${reference('consent_sessions', 'account_id', 'accounts')}`,
    'CREATE INDEX consent_sessions_expiry ON consent_sessions (expires_at)',
  ],
  [
    'grants',
    `id varchar(36) NOT NULL PRIMARY KEY, account_id varchar(36) NOT NULL, client_id bigint NOT NULL,
       scopes text NOT NULL, test_scopes text NOT NULL DEFAULT '', epoch bigint NOT NULL,
       reissues bigint NOT NULL DEFAULT 0, given_in varchar(36),
       created_at bigint NOT NULL, last_used_at bigint, revoked_at bigint,
       ${reference('grants', 'account_id', 'accounts')}, ${reference('grants', 'client_id', 'clients')}`,
    'CREATE UNIQUE INDEX grants_account_client ON grants (account_id, client_id)',
    'CREATE INDEX grants_client ON grants (client_id, id)',
  ],
  [
    'delegations',
    `grant_id varchar(36) NOT NULL, client_id bigint NOT NULL, resource varchar(2048) NOT NULL,
       scopes text NOT NULL, grant_epoch bigint NOT NULL, created_at bigint NOT NULL, last_used_at bigint NOT NULL,
       PRIMARY KEY (grant_id, client_id, resource), ${reference('delegations', 'grant_id', 'grants')} ON DELETE CASCADE,
       ${reference('delegations', 'client_id', 'clients')} ON DELETE CASCADE`,
    'CREATE INDEX delegations_client ON delegations (client_id)',
  ],
  [
    'device_codes',
    `hash varchar(64) NOT NULL PRIMARY KEY, user_code_hash varchar(64) NOT NULL, client_id text NOT NULL,
       scope text NOT NULL, resource text NOT NULL, authorization_details text, network varchar(64),
       interval integer NOT NULL, next_poll_at bigint NOT NULL, expires_at bigint NOT NULL, decided_at bigint,
       grant_id varchar(36), grant_epoch bigint, scope_granted text, sid varchar(36), auth_time bigint, acr text,
       allowed_with varchar(60), redeemed_at bigint, ${reference('device_codes', 'grant_id', 'grants')}`,
    'CREATE INDEX device_codes_client ON device_codes (client_id)',
    'CREATE INDEX device_codes_expiry ON device_codes (expires_at)',
    'CREATE INDEX device_codes_grant ON device_codes (grant_id)',
    'CREATE UNIQUE INDEX device_codes_user_code ON device_codes (user_code_hash)',
  ],
  [
    'events',
    `"id" IDENTITY, at bigint NOT NULL, kind varchar(40) NOT NULL, account_id varchar(36), client_id text,
       family_id varchar(36), actor_id varchar(36), address text, scopes text`,
    'CREATE INDEX events_account ON events (account_id, at, id)',
    'CREATE INDEX events_actor ON events (actor_id, at, id) WHERE actor_id IS NOT NULL',
    'CREATE INDEX events_at ON events (at, id)',
    'CREATE INDEX events_client ON events (client_id, at, id)',
    'CREATE INDEX events_kind ON events (kind, at, id)',
  ],
  [
    'initial_access_tokens',
    `id varchar(36) NOT NULL PRIMARY KEY, account_id varchar(36) NOT NULL, hash varchar(64) NOT NULL,
       created_at bigint NOT NULL, expires_at bigint NOT NULL, revoked_at bigint,
       ${reference('initial_access_tokens', 'account_id', 'accounts')}`,
    'CREATE INDEX initial_access_tokens_account ON initial_access_tokens (account_id)',
    'CREATE INDEX initial_access_tokens_expiry ON initial_access_tokens (expires_at)',
    'CREATE UNIQUE INDEX initial_access_tokens_hash ON initial_access_tokens (hash)',
  ],
  ['leases', 'name varchar(20) NOT NULL PRIMARY KEY, holder varchar(36) NOT NULL, expires_at bigint NOT NULL'],
  [
    'limit_counts',
    `hash varchar(64) NOT NULL PRIMARY KEY, name varchar(32) NOT NULL, slots text NOT NULL,
       last_at bigint NOT NULL, expires_at bigint NOT NULL`,
    'CREATE INDEX limit_counts_expiry ON limit_counts (expires_at)',
  ],
  [
    'logout_notices',
    `id varchar(36) NOT NULL PRIMARY KEY, client_id bigint NOT NULL, account_id varchar(36) NOT NULL,
       sid varchar(36), attempts integer NOT NULL, next_attempt_at bigint NOT NULL, expires_at bigint NOT NULL,
       ${reference('logout_notices', 'client_id', 'clients')}, ${reference('logout_notices', 'account_id', 'accounts')}`,
    'CREATE INDEX logout_notices_account ON logout_notices (account_id)',
    'CREATE INDEX logout_notices_due ON logout_notices (client_id, next_attempt_at)',
    'CREATE INDEX logout_notices_expiry ON logout_notices (expires_at)',
  ],
  [
    'mailed_tokens',
    `hash varchar(64) NOT NULL PRIMARY KEY, purpose varchar(10) NOT NULL, account_id varchar(36) NOT NULL,
       email text NOT NULL, return_to text, browser_hash varchar(64), tries integer NOT NULL DEFAULT 0,
       created_at bigint NOT NULL, expires_at bigint NOT NULL, used_at bigint,
       ${reference('mailed_tokens', 'account_id', 'accounts')} ON DELETE CASCADE`,
    'CREATE INDEX mailed_tokens_account ON mailed_tokens (account_id)',
    'CREATE INDEX mailed_tokens_browser ON mailed_tokens (browser_hash)',
    'CREATE INDEX mailed_tokens_expiry ON mailed_tokens (expires_at)',
  ],
  ['master_key_checks', 'id integer NOT NULL PRIMARY KEY, value varchar(64) NOT NULL, since bigint NOT NULL'],
  [
    'pending_revocations',
    `kind varchar(7) NOT NULL, subject varchar(36) NOT NULL, at bigint NOT NULL, address text,
       PRIMARY KEY (kind, subject)`,
  ],
  [
    'pushed_requests',
    `hash varchar(64) NOT NULL PRIMARY KEY, client_id text NOT NULL, parameters text NOT NULL,
       expires_at bigint NOT NULL`,
    'CREATE INDEX pushed_requests_client ON pushed_requests (client_id)',
    'CREATE INDEX pushed_requests_expiry ON pushed_requests (expires_at)',
  ],
  [
    'refresh_families',
    `id varchar(36) NOT NULL PRIMARY KEY, grant_id varchar(36) NOT NULL, grant_epoch bigint NOT NULL DEFAULT 0,
       scope_asked text NOT NULL, scope_granted text NOT NULL, resource text NOT NULL, generation bigint NOT NULL,
       created_at bigint NOT NULL, expires_at bigint NOT NULL, rotated_at bigint, rotated_scope text,
       access_expires_at bigint NOT NULL DEFAULT 0, purge_day integer NOT NULL DEFAULT 0, allowed_with varchar(60),
       is_test boolean NOT NULL DEFAULT NO, revoked_at bigint, sid varchar(36), auth_time bigint, acr text, dpop_jkt varchar(43),
       authorization_details text, ${reference('refresh_families', 'grant_id', 'grants')}`,
    'CREATE INDEX refresh_families_grant ON refresh_families (grant_id)',
    'CREATE INDEX refresh_families_purge_day ON refresh_families (purge_day)',
    'CREATE INDEX refresh_families_sid ON refresh_families (sid) WHERE sid IS NOT NULL',
  ],
  ['revocation_logs', 'id integer NOT NULL PRIMARY KEY, log varchar(22) NOT NULL, created_at bigint NOT NULL'],
  [
    'revocations',
    `"version" IDENTITY, kind varchar(8) NOT NULL, subject text NOT NULL, client_id text, below bigint,
       at bigint NOT NULL, expires_at bigint NOT NULL, holder text, pair text`,
    'CREATE INDEX revocations_expiry ON revocations (expires_at)',
    'CREATE INDEX revocations_holder ON revocations (holder, pair)',
    'CREATE INDEX revocations_subject ON revocations (subject, kind)',
  ],
  [
    'revoked_access_tokens',
    'jti varchar(36) NOT NULL PRIMARY KEY, expires_at bigint NOT NULL',
    'CREATE INDEX revoked_access_tokens_expiry ON revoked_access_tokens (expires_at)',
  ],
  [
    'sign_in_demands',
    `hash varchar(64) NOT NULL PRIMARY KEY, asked_at bigint NOT NULL, met_by varchar(36),
       expires_at bigint NOT NULL`,
    'CREATE INDEX sign_in_demands_expiry ON sign_in_demands (expires_at)',
  ],
  [
    'sign_in_requests',
    `hash varchar(64) NOT NULL PRIMARY KEY, browser_hash varchar(64) NOT NULL, return_to text NOT NULL,
       provider varchar(32), prompt varchar(14), ticket_hash varchar(64), answer text, answered_at bigint, landed_at bigint,
       expires_at bigint NOT NULL`,
    'CREATE UNIQUE INDEX sign_in_requests_ticket ON sign_in_requests (ticket_hash)',
    'CREATE INDEX sign_in_requests_expiry ON sign_in_requests (expires_at)',
  ],
  [
    'sign_in_sessions',
    `id varchar(36) NOT NULL PRIMARY KEY, account_id varchar(36) NOT NULL, browser varchar(60),
       created_at bigint NOT NULL, last_used_at bigint NOT NULL, expires_at bigint NOT NULL, revoked_at bigint,
       auth_time bigint, acr text, sid_hash varchar(64), confirmed_at bigint,
       ${reference('sign_in_sessions', 'account_id', 'accounts')}`,
    'CREATE INDEX sign_in_sessions_account ON sign_in_sessions (account_id)',
    'CREATE INDEX sign_in_sessions_expiry ON sign_in_sessions (expires_at)',
  ],
  [
    'signing_keys',
    `kid varchar(43) NOT NULL PRIMARY KEY, alg varchar(10) NOT NULL,
       purpose varchar(12) NOT NULL DEFAULT 'access_token', sequence integer NOT NULL DEFAULT 0,
       public_jwk text NOT NULL, sealed_private_key text NOT NULL, longest_token_ttl integer NOT NULL,
       created_at bigint NOT NULL, signs_from bigint NOT NULL DEFAULT 0, signs_until bigint NOT NULL DEFAULT 0,
       compromised_at bigint`,
    'CREATE UNIQUE INDEX signing_keys_sequence ON signing_keys (purpose, alg, sequence)',
  ],
  [
    'usage_counts',
    `id varchar(96) NOT NULL PRIMARY KEY, client_id bigint NOT NULL, hour bigint NOT NULL,
       kind varchar(64) NOT NULL, calls bigint NOT NULL,
       ${reference('usage_counts', 'client_id', 'clients')} ON DELETE CASCADE`,
    'CREATE INDEX usage_counts_client ON usage_counts (client_id, hour)',
    'CREATE INDEX usage_counts_hour ON usage_counts (hour)',
  ],
  [
    'used_jtis',
    'hash varchar(64) NOT NULL PRIMARY KEY, expires_at bigint NOT NULL',
    'CREATE INDEX used_jtis_expiry ON used_jtis (expires_at)',
  ],
];

const ROWS = ["INSERT INTO changes (topic, version) VALUES ('clients', 0), ('keys', 0)"];

const OF_POSTGRES = [
  // Its other indices of text are in the order of the database's language, which has no prefixes.
  'CREATE INDEX accounts_email_prefix ON accounts (email_key COLLATE "C")',
  // Room on each page for the next version of a row, which then needs no new index entries (HOT).
  'ALTER TABLE refresh_families SET (fillfactor = 80)',
  'ALTER TABLE grants SET (fillfactor = 90)',
  'ALTER TABLE consent_sessions SET (fillfactor = 90)',
];

/** Everything that 0.1.0 keeps. */
export class Foundation1770000000000 implements Migration {
  readonly holds = [];

  async up(runner: QueryRunner): Promise<void> {
    const isPostgres = runner.connection.options.type === 'postgres';
    const dialect = DIALECTS[isPostgres ? 'postgres' : 'sqlite'];
    for (const [name, columns, ...indices] of TABLES) {
      const written = columns.replace(/\b(IDENTITY|NO)\b/g, (word) => dialect[word as keyof typeof dialect]);
      await runner.query(`CREATE TABLE ${name} (${written})`);
      for (const index of indices) await runner.query(index);
    }
    for (const statement of [...ROWS, ...(isPostgres ? OF_POSTGRES : [])]) await runner.query(statement);
    const log = randomBytes(16).toString('base64url');
    // eslint-disable-next-line no-restricted-properties -- when this version first ran; no test moves it
    await runner.query(`INSERT INTO revocation_logs (id, log, created_at) VALUES (1, '${log}', ${Date.now()})`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name] of [...TABLES].reverse()) await runner.query(`DROP TABLE ${name}`);
  }
}
