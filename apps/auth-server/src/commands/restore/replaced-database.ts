import { CLOSED } from '../../endings/account-closing';
import { type Unit, get, run } from '../../platform/database/sql';
import type { Counts } from '../spell-counts';

/**
 * What is read of the database that a backup replaces, as temporary tables: what stands there. What the backup has and
 * they lack was closed or deleted since; `schema` is empty or ends with a point.
 */
export const STANDING: Record<string, (schema: string) => string> = {
  replaced_accounts: (schema) => `SELECT id, disabled_at, password_hash FROM ${schema}accounts WHERE closed_at IS NULL`,
  replaced_clients: (
    schema,
  ) => `SELECT client_id, enabled, disabled_by_admin_at, registration_token_hash, jwks, jwks_uri
    FROM ${schema}clients WHERE revoked_at IS NULL`,
  replaced_secrets: (schema) => `SELECT id, expires_at FROM ${schema}client_secrets WHERE revoked_at IS NULL`,
  replaced_uris: (schema) => `SELECT c.client_id, u.uri
    FROM ${schema}client_redirect_uris u JOIN ${schema}clients c ON c.id = u.client_id`,
  replaced_grants: (schema) => `SELECT id, epoch, reissues FROM ${schema}grants WHERE revoked_at IS NULL`,
  replaced_jtis: (schema) => `SELECT hash, expires_at FROM ${schema}used_jtis`,
};

/** After the tables are filled: each row of the backup is looked up. */
export const INDEXES = [
  'CREATE UNIQUE INDEX replaced_accounts_key ON replaced_accounts (id)',
  'CREATE UNIQUE INDEX replaced_clients_key ON replaced_clients (client_id)',
  'CREATE UNIQUE INDEX replaced_secrets_key ON replaced_secrets (id)',
  'CREATE INDEX replaced_uris_key ON replaced_uris (client_id, uri)',
  'CREATE UNIQUE INDEX replaced_grants_key ON replaced_grants (id)',
];

/** Events are append-only: a database with the backup's last event continues the backup. */
export const LAST_EVENT = 'SELECT id, at, kind FROM events ORDER BY id DESC LIMIT 1';
export const HAS_EVENT = (schema: string) =>
  `SELECT 1 AS found FROM ${schema}events WHERE id = ? AND at = ? AND kind = ?`;
export const OTHER_PAST = 'it does not continue what the backup holds';

export interface LastEvent {
  id: number;
  at: number;
  kind: string;
}

const ACCOUNT = 'SELECT 1 FROM replaced_accounts r WHERE r.id = accounts.id';
const CLIENT = 'SELECT 1 FROM replaced_clients r WHERE r.client_id = clients.client_id';
const SECRET = 'SELECT 1 FROM replaced_secrets r WHERE r.id = client_secrets.id';
const GRANT = 'SELECT 1 FROM replaced_grants r WHERE r.id = grants.id';
const URI = `SELECT 1 FROM replaced_uris r JOIN clients c ON c.client_id = r.client_id
  WHERE c.id = client_redirect_uris.client_id AND r.uri = client_redirect_uris.uri`;

const CLOSE_ACCOUNTS = `UPDATE accounts SET ${CLOSED} WHERE closed_at IS NULL AND NOT EXISTS (${ACCOUNT})`;
const DISABLE_ACCOUNTS = `UPDATE accounts SET disabled_at = ?
  WHERE disabled_at IS NULL AND closed_at IS NULL AND EXISTS (${ACCOUNT} AND r.disabled_at IS NOT NULL)`;
const DELETE_CLIENTS = `UPDATE clients SET revoked_at = ?, enabled = FALSE
  WHERE revoked_at IS NULL AND NOT EXISTS (${CLIENT})`;
const DISABLE_CLIENTS = `UPDATE clients SET disabled_by_admin_at = ?
  WHERE disabled_by_admin_at IS NULL AND revoked_at IS NULL AND EXISTS (${CLIENT} AND r.disabled_by_admin_at IS NOT NULL)`;
const SWITCH_OFF = `UPDATE clients SET enabled = FALSE WHERE enabled AND EXISTS (${CLIENT} AND NOT r.enabled)`;
const DELETE_SECRETS = `UPDATE client_secrets SET revoked_at = ? WHERE revoked_at IS NULL AND NOT EXISTS (${SECRET})`;
const DELETE_URIS = `DELETE FROM client_redirect_uris WHERE NOT EXISTS (${URI})`;
/** Also one that was narrowed since: what it was is more than the person allows now. */
const END_GRANTS = `UPDATE grants SET revoked_at = ?, epoch = epoch + 1 WHERE revoked_at IS NULL
  AND NOT EXISTS (${GRANT} AND r.epoch = grants.epoch AND r.reissues = grants.reissues)`;
/** The backup's may be known to others. */
const KEEP_CREDENTIALS = `UPDATE clients SET registration_token_hash = r.registration_token_hash, jwks = r.jwks,
  jwks_uri = r.jwks_uri FROM replaced_clients r WHERE r.client_id = clients.client_id`;

/** One that is replaced still ends. */
const KEEP_ENDS = `UPDATE client_secrets SET expires_at = r.expires_at FROM replaced_secrets r
  WHERE r.id = client_secrets.id`;

/** Assertions and proofs that were used since the backup. */
const KEEP_USED = `INSERT INTO used_jtis (hash, expires_at) SELECT hash, expires_at FROM replaced_jtis WHERE TRUE
  ON CONFLICT DO NOTHING`;

/** What was closed, switched off, deleted or used since the backup stays so. */
export function* keepEnded(now: number): Unit<Counts> {
  yield* run(KEEP_CREDENTIALS);
  yield* run(KEEP_ENDS);
  yield* run(KEEP_USED);
  return {
    'accounts closed': yield* run(CLOSE_ACCOUNTS, now),
    'accounts switched off': yield* run(DISABLE_ACCOUNTS, now),
    'applications deleted': yield* run(DELETE_CLIENTS, now),
    'applications switched off': yield* run(SWITCH_OFF),
    'applications switched off by an administrator': yield* run(DISABLE_CLIENTS, now),
    'client secrets deleted': yield* run(DELETE_SECRETS, now),
    'redirect URIs deleted': yield* run(DELETE_URIS),
    'grants ended or narrowed': yield* run(END_GRANTS, now),
  };
}

const LOST_ACCOUNTS = `SELECT COUNT(*) AS count FROM replaced_accounts r
  WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE id = r.id)`;
const LOST_CLIENTS = `SELECT COUNT(*) AS count FROM replaced_clients r
  WHERE NOT EXISTS (SELECT 1 FROM clients WHERE client_id = r.client_id)`;
const OLD_PASSWORDS = `SELECT COUNT(*) AS count FROM accounts JOIN replaced_accounts r ON r.id = accounts.id
  WHERE accounts.closed_at IS NULL AND accounts.password_hash <> r.password_hash`;

/** What was made since the backup. */
export function* countLost(): Unit<Counts> {
  return { accounts: yield* count(LOST_ACCOUNTS), applications: yield* count(LOST_CLIENTS) };
}

/** What was changed since, and counts again as it was. */
export function* countOld(): Unit<Counts> {
  return { passwords: yield* count(OLD_PASSWORDS) };
}

/** @param text selects one number as `count`. */
export function* count(text: string): Unit<number> {
  return Number((yield* get<{ count: number }>(text))?.count ?? 0);
}
