import type { Asked } from '../database/batched-statement';
import { escapeNul } from '../database/storable-text';
import type { AuthorizationFacts } from '../protocol/request/authorization-facts';
import type { ResponseMode } from '../protocol/request/authorization-response';
import { LIVING_SESSION } from '../sessions/living-session';

/** A consent session: a checked authorization request that waits for the account. */
export interface OpenConsent extends AuthorizationFacts {
  hash: string;
  accountId: string;
  publicClientId: string;
  redirectUri: string;
  scope: readonly string[];
  resource: string;
  responseMode: ResponseMode | null;
  state: string | null;
  nonce: string | null;
  codeChallenge: string | null;
  /** Hash of the pushed request that it came from. */
  pushedRequest: string | null;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** The columns of a session that begins, in the order of `openingOf`. */
const COLUMNS = {
  hash: 'text',
  account_id: 'text',
  client_id: 'text',
  redirect_uri: 'text',
  response_mode: 'text',
  scope: 'text',
  resource: 'text',
  state: 'text',
  nonce: 'text',
  code_challenge: 'text',
  pushed_request: 'text',
  sid: 'text',
  auth_time: 'bigint',
  acr: 'text',
  dpop_jkt: 'text',
  authorization_details: 'text',
  expires_at: 'bigint',
};
const NAMES = Object.keys(COLUMNS);
const TYPED = Object.entries(COLUMNS).map(([name, type]) => `${name} ${type}`);

const GRANTED = (session: string) => `(SELECT g.scopes FROM grants g WHERE g.account_id = ${session}.account_id
    AND g.client_id = (SELECT c.id FROM clients c WHERE c.client_id = ${session}.client_id)
    AND g.revoked_at IS NULL) AS granted`;

export const OPEN = `INSERT INTO consent_sessions (${NAMES.join(', ')}) VALUES (${NAMES.map(() => '?').join(', ')})
  RETURNING ${GRANTED('consent_sessions')}`;

const SIGNED_IN = (session: string, account: string, now: string) =>
  `SELECT a.name, a.email, x.created_at AS "authTime" ${LIVING_SESSION(session, account, now)} LIMIT 1`;

/** Who asks by a session token, where that one is signed in. */
export const SELECT_SIGNED_IN = SIGNED_IN('?', '?', '?');

/** A class of sign-in without its time is of the one that asks. */
const VALUES = NAMES.join(', ').replace(
  'auth_time',
  'COALESCE(auth_time, CASE WHEN acr IS NOT NULL THEN "authTime" END)',
);

const OPEN_WHERE = (free: string) => `WITH asked AS MATERIALIZED (
    SELECT asked.*, caller.*
    FROM json_to_recordset(CAST(? AS json)) AS asked(position integer, ${TYPED.join(', ')}, session text, now bigint)
      LEFT JOIN LATERAL (${SIGNED_IN('asked.session', 'asked.account_id', 'asked.now')}) AS caller ON TRUE
    WHERE (asked.session IS NULL OR "authTime" IS NOT NULL) AND ${free}
  ), opened AS (
    INSERT INTO consent_sessions (${NAMES.join(', ')}) SELECT ${VALUES} FROM asked
  )
  SELECT position, name, email, ${GRANTED('asked')} FROM asked`;

/**
 * On PostgreSQL, for many. A row that names an account waits while that one is being closed. Where a `session` is named,
 * its account must be signed in by it.
 */
export const OPEN_AT_ONCE = {
  together: OPEN_WHERE('(SELECT TRUE FROM accounts a WHERE a.id = asked.account_id FOR KEY SHARE SKIP LOCKED)'),
  alone: OPEN_WHERE('TRUE'),
};

/** @returns the values of its columns. */
export const openingOf = (consent: OpenConsent): Asked => ({
  hash: consent.hash,
  account_id: consent.accountId,
  client_id: consent.publicClientId,
  redirect_uri: consent.redirectUri,
  response_mode: consent.responseMode,
  scope: consent.scope.join(' '),
  resource: consent.resource,
  state: escapeNul(consent.state),
  nonce: escapeNul(consent.nonce),
  code_challenge: consent.codeChallenge,
  pushed_request: consent.pushedRequest,
  sid: consent.sid,
  auth_time: consent.authTime,
  acr: consent.acr,
  dpop_jkt: consent.dpopJkt,
  authorization_details: consent.authorizationDetails,
  expires_at: consent.expiresAt,
});
