import type Database from 'better-sqlite3';
import { FIELDS } from '../../protocol/client/field-mapping';
import type { Restore } from '../../protocol/client/fields';
import { GRANTS_NARROWED, GRANT_COUNTERS, OWN_COUNTERS, PUBLISHED_COUNTERS } from './carried-grants';
import { intersectScopes } from './intersect-scopes';
import { PRESENT } from './present-row';
import { ENTRIES } from './revocation-entries';
import { END_FAMILIES, type Ending, type EndingValues, REFUSE_EARLIER } from '../ending';

/** A restore reuses internal ids, never a `client_id`. */
const SAME_CLIENT = 'p.client_id = clients.client_id';

/** An application keeps what both databases allow, and its present credentials. */
const RESTORED: Record<Restore, (backup: string, present: string, unset: string) => string> = {
  present: (_, present) => present,
  and: (backup, present) => `${backup} AND ${present}`,
  or: (backup, present) => `${backup} OR ${present}`,
  lower: (backup, present) => `MIN(${backup}, ${present})`,
  common: (backup, present, unset) => `CASE WHEN ${backup} IS ${present} THEN ${present}
    ELSE intersect_scopes(COALESCE(${backup}, ${unset}), COALESCE(${present}, ${unset})) END`,
  listed: (backup, present) =>
    `CASE WHEN ${backup} IS NOT NULL AND ${present} IS NOT NULL THEN intersect_scopes(${backup}, ${present}) END`,
};

const NARROWER: [column: string, value: string][] = [
  ...FIELDS.flatMap(({ column, restore, unset }): [string, string][] =>
    restore === undefined ? [] : [[column, RESTORED[restore](`clients.${column}`, `p.${column}`, quotedList(unset))]],
  ),
  ['registration_token_hash', 'p.registration_token_hash'],
  ['metadata_expires_at', 'p.metadata_expires_at'],
  ['withdrawn_at', 'p.withdrawn_at'],
  ['disabled_by_admin_at', 'COALESCE(clients.disabled_by_admin_at, p.disabled_by_admin_at)'],
];

function quotedList(unset: string | readonly string[] | undefined): string {
  return typeof unset === 'object' ? `'${unset.join(' ')}'` : 'NULL';
}

const NARROWED = `UPDATE main.clients SET ${NARROWER.map(([column, value]) => `${column} = ${value}`).join(', ')}
  FROM present.clients p WHERE p.id = clients.id AND ${SAME_CLIENT} AND clients.revoked_at IS NULL
    AND (${NARROWER.map(([column, value]) => `clients.${column} IS NOT (${value})`).join(' OR ')})`;

const NEW_SECRETS = `INSERT INTO main.client_secrets (id, client_id, hash, hint, created_at, last_used_at)
  SELECT s.id, c.id, s.hash, s.hint, s.created_at, s.last_used_at
  FROM present.client_secrets s JOIN present.clients p ON p.id = s.client_id
    JOIN main.clients c ON c.id = p.id AND c.client_id = p.client_id
  WHERE s.revoked_at IS NULL AND c.revoked_at IS NULL AND s.id NOT IN (SELECT id FROM main.client_secrets)`;

/** Taken away since the backup; in the order of dependence. */
const TAKEN_AWAY: readonly Ending[] = [
  {
    counted: 'accounts',
    text: `UPDATE main.accounts SET closed_at = @now, email = NULL, email_key = NULL, name = NULL,
      password_hash = NULL, issuer = NULL, subject = NULL, claims = NULL
      WHERE closed_at IS NULL AND NOT ${PRESENT('accounts', 'id', 'p.closed_at IS NULL')}`,
  },
  {
    counted: "developers' roles",
    text: `UPDATE main.accounts SET developer_since = NULL
      WHERE developer_since IS NOT NULL AND NOT ${PRESENT('accounts', 'id', 'p.developer_since IS NOT NULL')}`,
  },
  {
    counted: "administrators' roles",
    text: `UPDATE main.accounts SET admin_since = NULL
      WHERE admin_since IS NOT NULL AND NOT ${PRESENT('accounts', 'id', 'p.admin_since IS NOT NULL')}`,
  },
  {
    counted: 'accounts switched off',
    text: `UPDATE main.accounts SET disabled_at = @now WHERE disabled_at IS NULL AND closed_at IS NULL
      AND NOT ${PRESENT('accounts', 'id', 'p.disabled_at IS NULL')}`,
  },
  {
    counted: 'applications',
    text: `UPDATE main.clients SET revoked_at = @now, enabled = FALSE
      WHERE revoked_at IS NULL AND NOT ${PRESENT('clients', 'id', `${SAME_CLIENT} AND p.revoked_at IS NULL`)}`,
  },
  { counted: "applications' rights", text: NARROWED },
  {
    counted: 'redirect URIs',
    text: `DELETE FROM main.client_redirect_uris WHERE NOT ${PRESENT('client_redirect_uris', 'client_id', 'p.uri = client_redirect_uris.uri')}`,
  },
  {
    counted: 'client secrets',
    text: `UPDATE main.client_secrets SET revoked_at = @now
      WHERE revoked_at IS NULL AND NOT ${PRESENT('client_secrets', 'id', 'p.revoked_at IS NULL')}`,
  },
  ...GRANTS_NARROWED,
];

/** Used, ended or purged since. */
const USED: readonly Ending[] = [
  {
    counted: 'token families',
    text: `${END_FAMILIES('main.refresh_families')}
      AND NOT (${PRESENT('refresh_families', 'id', 'p.revoked_at IS NULL AND p.generation = refresh_families.generation')}
        AND EXISTS (SELECT 1 FROM main.grants g WHERE g.id = refresh_families.grant_id AND g.revoked_at IS NULL))`,
  },
  {
    counted: 'codes',
    text: `UPDATE main.authorization_codes SET redeemed_at = @now
      WHERE redeemed_at IS NULL AND NOT ${PRESENT('authorization_codes', 'hash', 'p.redeemed_at IS NULL')}`,
  },
  {
    counted: 'device codes',
    text: `UPDATE main.device_codes SET redeemed_at = @now
      WHERE redeemed_at IS NULL AND NOT ${PRESENT('device_codes', 'hash', 'p.redeemed_at IS NULL AND p.decided_at IS device_codes.decided_at')}`,
  },
  {
    counted: 'consent sessions',
    text: `UPDATE main.consent_sessions SET decided_at = @now
      WHERE decided_at IS NULL AND NOT ${PRESENT('consent_sessions', 'hash', 'p.decided_at IS NULL')}`,
  },
  { counted: 'pushed requests', text: 'DELETE FROM main.pushed_requests' },
  { counted: 'mailed tokens', text: 'DELETE FROM main.mailed_tokens' },
  {
    counted: 'initial access tokens',
    text: `UPDATE main.initial_access_tokens SET revoked_at = @now
      WHERE revoked_at IS NULL AND NOT ${PRESENT('initial_access_tokens', 'id', 'p.revoked_at IS NULL')}`,
  },
  {
    counted: 'sign-in sessions',
    text: `UPDATE main.sign_in_sessions SET revoked_at = @now
      WHERE revoked_at IS NULL AND NOT ${PRESENT('sign_in_sessions', 'id', 'p.revoked_at IS NULL')}`,
  },
];

/** Kept as they are now, as they replaced something. */
const KEPT: readonly Ending[] = [
  {
    counted: 'passwords',
    text: `UPDATE main.accounts SET password_hash = p.password_hash FROM present.accounts p
      WHERE p.id = accounts.id AND accounts.closed_at IS NULL AND accounts.password_hash IS NOT p.password_hash`,
  },
  {
    // Frees the addresses first: an account may have taken one that another had in the backup.
    counted: 'e-mails',
    text: `UPDATE main.accounts SET email_key = NULL FROM present.accounts p
      WHERE p.id = accounts.id AND accounts.closed_at IS NULL AND accounts.email_key IS NOT p.email_key`,
  },
  {
    counted: 'e-mails',
    text: `UPDATE main.accounts SET email = p.email, email_key = p.email_key, email_verified_at = p.email_verified_at
      FROM present.accounts p WHERE p.id = accounts.id AND accounts.closed_at IS NULL
        AND (accounts.email IS NOT p.email OR accounts.email_key IS NOT p.email_key
          OR accounts.email_verified_at IS NOT p.email_verified_at)`,
  },
  {
    counted: "claims of trusted issuers' accounts",
    text: `UPDATE main.accounts SET claims = p.claims FROM present.accounts p
      WHERE p.id = accounts.id AND accounts.closed_at IS NULL AND accounts.claims IS NOT p.claims`,
  },
  { counted: 'client secrets', text: NEW_SECRETS },
];

/** Small tables whose present rows replace the backup's. */
const AS_PRESENT = [
  'signing_keys',
  'limit_counts',
  'used_jtis',
  'revoked_access_tokens',
  'access_token_cutoffs',
  'revocations',
  'revocation_logs',
];

/** Created since the backup. */
const LOST = [
  [
    'accounts',
    'SELECT COUNT(*) FROM present.accounts WHERE closed_at IS NULL AND id NOT IN (SELECT id FROM main.accounts)',
  ],
  [
    'applications',
    'SELECT COUNT(*) FROM present.clients WHERE revoked_at IS NULL AND client_id NOT IN (SELECT client_id FROM main.clients)',
  ],
] as const;

const BOOKKEEPING = [
  GRANT_COUNTERS,
  OWN_COUNTERS,
  PUBLISHED_COUNTERS,
  // Ids that were assigned since are not assigned again.
  `UPDATE main.sqlite_sequence SET seq = MAX(sqlite_sequence.seq, p.seq) FROM present.sqlite_sequence p WHERE p.name = sqlite_sequence.name`,
  `INSERT INTO main.sqlite_sequence SELECT * FROM present.sqlite_sequence WHERE name NOT IN (SELECT name FROM main.sqlite_sequence)`,
  `UPDATE main.changes SET version = MAX(changes.version, p.version) + 1 FROM present.changes p WHERE p.topic = changes.topic`,
];

/** Tables that stay as the backup has them. */
export const AS_IN_BACKUP = [
  'client_logos',
  'delegations',
  'leases',
  'logout_notices',
  'pending_revocations',
  'master_key_checks',
  'migrations',
  'sign_in_demands',
  'usage_counts',
];

export interface CarriedOver {
  ended: Map<string, number>;
  takenAway: Map<string, number>;
  kept: Map<string, number>;
  lost: Map<string, number>;
  /** What access tokens are refused by services from now on. */
  published: Map<string, number>;
}

/**
 * Inside a transaction on the restored database, with the replaced one attached as `present`: what was used, ended or
 * taken away since the backup stays so (ADR 15).
 */
export function carryOver(db: Database.Database, values: EndingValues): CarriedOver {
  db.function('intersect_scopes', { deterministic: true }, intersectScopes as (...given: unknown[]) => unknown);
  const carry = (endings: readonly Ending[]) => runEndings(db, endings, values);
  const takenAway = carry(TAKEN_AWAY);
  const lost = new Map(LOST.map(([counted, text]) => [counted, db.prepare<[], number>(text).pluck().get() ?? 0]));
  const [ended, kept] = [carry(USED), carry(KEPT)];
  for (const table of AS_PRESENT) {
    db.exec(`DELETE FROM main.${table}`);
    db.exec(copyRows(db, table));
  }
  const events = db.prepare(`${copyRows(db, 'events')} WHERE id > (SELECT COALESCE(MAX(id), 0) FROM main.events)`);
  kept.set('events', events.run().changes);
  BOOKKEEPING.forEach((text) => db.exec(text));
  return { takenAway, ended, kept, lost, published: carry(ENTRIES) };
}

export function runEndings(
  db: Database.Database,
  endings: readonly Ending[],
  values: EndingValues,
): Map<string, number> {
  return new Map(endings.map(({ counted, text }) => [counted, db.prepare(text).run(used(text, values)).changes]));
}

export function refuseEarlier(db: Database.Database, values: EndingValues): void {
  for (const text of REFUSE_EARLIER) db.prepare(text).run(used(text, values));
}

/** better-sqlite3 refuses values that the statement does not name. */
const used = (text: string, values: EndingValues) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => text.includes(`@${name}`)));

function copyRows(db: Database.Database, table: string): string {
  const columns = db.prepare<[string], string>("SELECT name FROM pragma_table_info(?, 'main')").pluck().all(table);
  const list = columns.map((column) => `"${column}"`).join(', ');
  return `INSERT INTO main.${table} (${list}) SELECT ${list} FROM present.${table}`;
}
