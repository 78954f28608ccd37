import { type MigrationInterface, type QueryRunner, Table, type TableColumnOptions } from 'typeorm';

type Shape = Pick<TableColumnOptions, 'type' | 'length'>;

const UUID: Shape = { type: 'varchar', length: '36' };
const SHA256: Shape = { type: 'varchar', length: '64' };
const TEXT: Shape = { type: 'text' };
const INTEGER: Shape = { type: 'integer' };
const BOOLEAN: Shape = { type: 'boolean' };
/** Epoch milliseconds. */
const TIME: Shape = { type: 'bigint' };

const varchar = (length: number): Shape => ({ type: 'varchar', length: String(length) });
const column = (name: string, shape: Shape): TableColumnOptions => ({ name, ...shape });
const nullable = (name: string, shape: Shape): TableColumnOptions => ({ name, ...shape, isNullable: true });
const key = (name: string, shape: Shape): TableColumnOptions => ({ name, ...shape, isPrimary: true });
const serial: TableColumnOptions = {
  name: 'id',
  type: 'integer',
  isPrimary: true,
  isGenerated: true,
  generationStrategy: 'increment',
};
const references = (name: string, table: string) => ({
  columnNames: [name],
  referencedTableName: table,
  referencedColumnNames: ['id'],
});
const index = (name: string, ...columnNames: string[]) => ({ name, columnNames });
const unique = (name: string, ...columnNames: string[]) => ({ name, columnNames, isUnique: true });

const ACCOUNTS = new Table({
  name: 'accounts',
  columns: [
    key('id', UUID),
    nullable('email', TEXT), // as typed; null once closed
    nullable('email_key', TEXT), // lower case; null for accounts of a trusted issuer
    nullable('name', TEXT),
    nullable('password_hash', TEXT), // Argon2id with its parameters
    nullable('issuer', TEXT), // a trusted issuer and its subject, or neither
    nullable('subject', TEXT),
    column('created_at', TIME),
    nullable('closed_at', TIME),
  ],
  indices: [unique('accounts_email_key', 'email_key'), unique('accounts_issuer_subject', 'issuer', 'subject')],
});

const SIGN_IN_ATTEMPTS = new Table({
  name: 'sign_in_attempts',
  columns: [serial, column('email_hash', SHA256), column('address', TEXT), column('attempted_at', TIME)],
  indices: [
    index('sign_in_attempts_address', 'address', 'attempted_at'),
    index('sign_in_attempts_email', 'email_hash', 'address', 'attempted_at'),
  ],
});

const SIGN_IN_SESSIONS = new Table({
  name: 'sign_in_sessions',
  columns: [
    key('id', UUID),
    column('account_id', UUID),
    column('created_at', TIME),
    column('expires_at', TIME),
    nullable('revoked_at', TIME), // signed out, or ended by a new password
  ],
  foreignKeys: [references('account_id', 'accounts')],
  indices: [index('sign_in_sessions_account', 'account_id')],
});

const CLIENTS = new Table({
  name: 'clients',
  columns: [
    serial, // what refresh tokens name
    column('client_id', varchar(32)),
    column('account_id', UUID),
    column('name', TEXT),
    column('type', varchar(12)), // confidential or public
    nullable('description', TEXT),
    nullable('homepage_uri', TEXT),
    nullable('logo_uri', TEXT),
    nullable('scopes', TEXT), // null: every scope there is
    column('enabled', BOOLEAN),
    column('require_client_authentication', BOOLEAN),
    column('loopback_any_port', BOOLEAN),
    column('created_at', TIME),
    nullable('revoked_at', TIME), // deleted
  ],
  foreignKeys: [references('account_id', 'accounts')],
  indices: [unique('clients_client_id', 'client_id'), index('clients_account', 'account_id')],
});

const CLIENT_REDIRECT_URIS = new Table({
  name: 'client_redirect_uris',
  columns: [serial, column('client_id', INTEGER), column('uri', TEXT)],
  foreignKeys: [references('client_id', 'clients')],
  indices: [unique('client_redirect_uris_client_uri', 'client_id', 'uri')],
});

const CLIENT_SECRETS = new Table({
  name: 'client_secrets',
  columns: [
    key('id', UUID),
    column('client_id', INTEGER),
    column('hash', SHA256),
    column('created_at', TIME),
    nullable('last_used_at', TIME), // to the minute
    nullable('revoked_at', TIME),
  ],
  foreignKeys: [references('client_id', 'clients')],
  indices: [index('client_secrets_client', 'client_id')],
});

const GRANTS = new Table({
  name: 'grants',
  columns: [
    key('id', UUID),
    column('account_id', UUID),
    column('client_id', INTEGER),
    column('scopes', TEXT), // the union of what was consented since it began
    column('epoch', INTEGER), // how often it ended
    column('created_at', TIME),
    nullable('last_used_at', TIME),
    nullable('revoked_at', TIME),
  ],
  foreignKeys: [references('account_id', 'accounts'), references('client_id', 'clients')],
  indices: [unique('grants_account_client', 'account_id', 'client_id'), index('grants_client', 'client_id')],
});

const REFRESH_FAMILIES = new Table({
  name: 'refresh_families',
  columns: [
    key('id', UUID), // ordered in time; the claim fam
    column('grant_id', UUID),
    column('scope_asked', TEXT),
    column('scope_granted', TEXT),
    column('resource', TEXT), // a URL
    column('generation', INTEGER), // of the one token that may be used
    column('created_at', TIME),
    column('expires_at', TIME), // of the one token that may be used
    nullable('revoked_at', TIME),
  ],
  foreignKeys: [references('grant_id', 'grants')],
  indices: [index('refresh_families_grant', 'grant_id')],
});

const AUTHORIZATION_CODES = new Table({
  name: 'authorization_codes',
  columns: [
    key('hash', SHA256),
    column('grant_id', UUID),
    column('grant_epoch', INTEGER), // the grant's when the code was issued
    column('redirect_uri', TEXT),
    column('scope_asked', TEXT),
    column('scope_granted', TEXT),
    column('resource', TEXT),
    nullable('code_challenge', varchar(43)),
    column('expires_at', TIME),
    nullable('redeemed_at', TIME),
    nullable('family_id', UUID), // the family it began
  ],
  foreignKeys: [references('grant_id', 'grants'), references('family_id', 'refresh_families')],
  indices: [index('authorization_codes_grant', 'grant_id'), index('authorization_codes_family', 'family_id')],
});

const CONSENT_SESSIONS = new Table({
  name: 'consent_sessions',
  columns: [
    key('hash', SHA256),
    column('account_id', UUID),
    column('client_id', INTEGER),
    column('redirect_uri', TEXT),
    column('scope', TEXT),
    column('resource', TEXT),
    nullable('state', TEXT),
    nullable('code_challenge', varchar(43)),
    column('expires_at', TIME),
    nullable('decided_at', TIME),
  ],
  foreignKeys: [references('account_id', 'accounts'), references('client_id', 'clients')],
  indices: [index('consent_sessions_account', 'account_id'), index('consent_sessions_client', 'client_id')],
});

const SIGNING_KEYS = new Table({
  name: 'signing_keys',
  columns: [
    key('kid', varchar(43)), // RFC 7638 thumbprint
    column('alg', varchar(10)),
    column('public_jwk', TEXT),
    column('sealed_private_key', TEXT), // AES-256-GCM under the master key
    column('longest_token_ttl', INTEGER), // seconds; how long it stays in the JWKS once retired
    column('created_at', TIME),
    nullable('retired_at', TIME),
  ],
  // One active key for an algorithm: of two processes that start at once, one makes it.
  indices: [{ ...unique('signing_keys_active', 'alg'), where: '"retired_at" IS NULL' }],
});

const MASTER_KEY_CHECKS = new Table({
  name: 'master_key_checks',
  columns: [key('id', INTEGER), column('value', SHA256)],
});

const EVENTS = new Table({
  name: 'events',
  columns: [
    serial,
    column('at', TIME),
    column('kind', varchar(40)),
    nullable('account_id', UUID),
    nullable('client_id', varchar(32)), // the public one
    nullable('family_id', UUID),
    nullable('address', TEXT),
    nullable('scopes', TEXT), // where consent was given
  ],
  indices: [index('events_account', 'account_id', 'id'), index('events_client', 'client_id', 'id')],
});

const TABLES = [
  ACCOUNTS,
  SIGN_IN_ATTEMPTS,
  SIGN_IN_SESSIONS,
  CLIENTS,
  CLIENT_REDIRECT_URIS,
  CLIENT_SECRETS,
  GRANTS,
  REFRESH_FAMILIES,
  AUTHORIZATION_CODES,
  CONSENT_SESSIONS,
  SIGNING_KEYS,
  MASTER_KEY_CHECKS,
  EVENTS,
];

/** Everything the first version keeps. */
export class Foundation1763600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...TABLES].reverse()) await runner.dropTable(table);
  }
}
