import type Database from 'better-sqlite3';
import { FIELDS } from '../../protocol/client/field-mapping';
import type { Restore } from '../../protocol/client/fields';
import { intersectScopes } from './intersect-scopes';
import { END_FAMILIES, type Ending, type EndingValues } from '../ending';

/** The present database has a row of the same key with another condition. */
const PRESENT = (table: string, key: string, more: string) =>
  `EXISTS (SELECT 1 FROM present.${table} p WHERE p.${key} = ${table}.${key} AND ${more})`;

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
];

function quotedList(unset: string | readonly string[] | undefined): string {
  return typeof unset === 'object' ? `'${unset.join(' ')}'` : 'NULL';
}

const NARROWED = `UPDATE main.clients SET ${NARROWER.map(([column, value]) => `${column} = ${value}`).join(', ')}
  FROM present.clients p WHERE p.id = clients.id AND ${SAME_CLIENT} AND clients.revoked_at IS NULL
    AND (${NARROWER.map(([column, value]) => `clients.${column} IS NOT (${value})`).join(' OR ')})`;

const NEW_SECRETS = `INSERT INTO main.client_secrets (id, client_id, hash, created_at, last_used_at)
  SELECT s.id, c.id, s.hash, s.created_at, s.last_used_at
  FROM present.client_secrets s JOIN present.clients p ON p.id = s.client_id
    JOIN main.clients c ON c.id = p.id AND c.client_id = p.client_id
  WHERE s.revoked_at IS NULL AND c.revoked_at IS NULL AND s.id NOT IN (SELECT id FROM main.client_secrets)`;

/** Taken away since the backup; in the order of dependence. */
const TAKEN_AWAY: readonly Ending[] = [
  {
    counted: 'accounts',
    text: `UPDATE main.accounts SET closed_at = @now, email = NULL, email_key = NULL, name = NULL,
      password_hash = NULL, issuer = NULL, subject = NULL
      WHERE closed_at IS NULL AND NOT ${PRESENT('accounts', 'id', 'p.closed_at IS NULL')}`,
  },
  {
    counted: "developers' roles",
    text: `UPDATE main.accounts SET developer_since = NULL
      WHERE developer_since IS NOT NULL AND NOT ${PRESENT('accounts', 'id', 'p.developer_since IS NOT NULL')}`,
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
  {
    counted: 'grants',
    text: `UPDATE main.grants SET revoked_at = @now,
        epoch = MAX(epoch + 1, COALESCE((SELECT p.epoch FROM present.grants p WHERE p.id = grants.id), 0))
      WHERE revoked_at IS NULL AND NOT ${PRESENT('grants', 'id', 'p.revoked_at IS NULL AND p.epoch = grants.epoch')}`,
  },
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
  { counted: 'client secrets', text: NEW_SECRETS },
];

/** Small tables whose present rows replace the backup's. */
const AS_PRESENT = ['signing_keys', 'limit_counts', 'used_tokens', 'revoked_access_tokens', 'access_token_cutoffs'];

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
  // Ids that were assigned since are not assigned again.
  `UPDATE main.sqlite_sequence SET seq = MAX(sqlite_sequence.seq, p.seq) FROM present.sqlite_sequence p WHERE p.name = sqlite_sequence.name`,
  `UPDATE main.changes SET version = MAX(changes.version, p.version) + 1 FROM present.changes p WHERE p.topic = changes.topic`,
];

/** Tables that stay as the backup has them. */
export const AS_IN_BACKUP = [
  'leases',
  'logout_notices',
  'loose_ends',
  'master_key_checks',
  'migrations',
  'sign_in_demands',
];

export interface CarriedOver {
  ended: Map<string, number>;
  takenAway: Map<string, number>;
  kept: Map<string, number>;
  lost: Map<string, number>;
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
  const carried = { takenAway, ended: carry(USED), kept: carry(KEPT), lost };
  for (const table of AS_PRESENT) {
    db.exec(`DELETE FROM main.${table}`);
    db.exec(copyRows(db, table));
  }
  const events = db.prepare(`${copyRows(db, 'events')} WHERE id > (SELECT COALESCE(MAX(id), 0) FROM main.events)`);
  carried.kept.set('events', events.run().changes);
  BOOKKEEPING.forEach((text) => db.exec(text));
  return carried;
}

export function runEndings(
  db: Database.Database,
  endings: readonly Ending[],
  values: EndingValues,
): Map<string, number> {
  return new Map(endings.map(({ counted, text }) => [counted, db.prepare(text).run(used(text, values)).changes]));
}

/** better-sqlite3 refuses values that the statement does not name. */
const used = (text: string, values: EndingValues) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => text.includes(`@${name}`)));

function copyRows(db: Database.Database, table: string): string {
  const columns = db.prepare<[string], string>("SELECT name FROM pragma_table_info(?, 'main')").pluck().all(table);
  const list = columns.map((column) => `"${column}"`).join(', ');
  return `INSERT INTO main.${table} (${list}) SELECT ${list} FROM present.${table}`;
}
