import { TELLS_OF_SIGN_IN } from '../codes/code-issuing';
import { ACCOUNT_STANDS, CLIENT_STANDS } from '../grants/grant-parties';
import { IS_UNDECIDED } from '../pushed-requests/spend-pushed-request';
import { SESSION_STANDS } from '../sessions/living-session';

/** Scopes of two texts as one, in the order first granted. */
const union = (one: string, other: string) => `array_to_string(ARRAY(
      SELECT name FROM unnest(string_to_array(${one}, ' ') || string_to_array(${other}, ' ')) WITH ORDINALITY AS u(name, at)
      GROUP BY name ORDER BY MIN(at)), ' ')`;

const unlessEnded = (kept: string, anew: string) => `CASE WHEN g.revoked_at IS NULL THEN ${kept} ELSE ${anew} END`;

const GRANT_OF_SESSION = `SELECT g.id FROM grants g WHERE g.account_id = s.account_id AND g.client_id = asked.client`;
/** Nobody holds the grant, where there is one already: what is given to it would wait. */
const IS_GRANT_FREE = `(${GRANT_OF_SESSION}) IS NOT DISTINCT FROM (${GRANT_OF_SESSION} FOR NO KEY UPDATE SKIP LOCKED)`;

const APPROVE_WHERE = (free: string, lock: string) => `WITH open AS MATERIALIZED (
    SELECT DISTINCT ON (s.account_id, asked.client) asked.*, s.*
    FROM json_to_recordset(CAST(? AS json)) AS asked(position integer, session text, now bigint, client integer, grant_id text,
        scopes text, code text, code_expires_at bigint, public_client_id text, address text,
        by_session text, by_auth_time bigint, by_acr text)
      JOIN LATERAL (SELECT s.hash, s.account_id, s.redirect_uri, s.scope, s.resource, s.code_challenge,
          s.nonce, asked.by_session AS sid, CASE WHEN ${TELLS_OF_SIGN_IN} THEN asked.by_auth_time END AS auth_time,
          CASE WHEN ${TELLS_OF_SIGN_IN} THEN asked.by_acr END AS acr, s.dpop_jkt, s.authorization_details, s.pushed_request
        FROM consent_sessions s
        WHERE s.hash = asked.session AND s.decided_at IS NULL AND s.expires_at > asked.now
          AND ${SESSION_STANDS('s.sid', 'asked.now')} AND ${SESSION_STANDS('asked.by_session', 'asked.now')}
          AND ${CLIENT_STANDS('asked.client')}
          AND ${ACCOUNT_STANDS('s', `FOR KEY SHARE ${lock}`)} AND ${free}
        FOR UPDATE OF s ${lock}) s ON s.hash = asked.session
  ), decided AS (
    UPDATE consent_sessions s SET decided_at = open.now FROM open WHERE s.hash = open.hash
    RETURNING open.*
  ), spent AS (
    DELETE FROM pushed_requests p USING decided WHERE p.hash = decided.pushed_request
  ), given AS (
    INSERT INTO grants AS g (id, account_id, client_id, scopes, epoch, created_at)
    SELECT grant_id, account_id, client, scopes, 0, now FROM decided ORDER BY account_id, client
    ON CONFLICT (account_id, client_id) DO UPDATE SET
      scopes = ${unlessEnded(union('g.scopes', 'excluded.scopes'), 'excluded.scopes')},
      created_at = ${unlessEnded('g.created_at', 'excluded.created_at')},
      last_used_at = ${unlessEnded('g.last_used_at', 'NULL')},
      revoked_at = NULL
    RETURNING g.id, g.epoch, g.account_id, g.client_id
  ), issued AS (
    INSERT INTO authorization_codes (hash, grant_id, grant_epoch, redirect_uri, scope_asked, scope_granted, resource,
      code_challenge, nonce, sid, auth_time, acr, dpop_jkt, authorization_details, expires_at)
    SELECT code, given.id, given.epoch, redirect_uri, scope, decided.scopes, resource, code_challenge, nonce, sid,
      auth_time, acr, dpop_jkt, authorization_details, code_expires_at
    FROM decided JOIN given ON given.account_id = decided.account_id AND given.client_id = decided.client
  ), recorded AS (
    INSERT INTO events (at, kind, account_id, client_id, address, scopes)
    SELECT now, 'consent.given', account_id, public_client_id, address, scopes FROM decided
  )
  SELECT position FROM decided`;

/**
 * Carries approvals out in one round trip to PostgreSQL: what `approve` does in steps on SQLite. It locks the grant's
 * row against a transaction that ends the grant. It waits for one that closes the account, and then gives nothing. An
 * account that closes, or a sign-in session that ends, a moment later is judged at the redemption.
 *
 * A statement does not see what itself has written: of two for one grant, or of one pushed request, the second is alone.
 */
export const APPROVE_AT_ONCE = {
  together: APPROVE_WHERE(`s.pushed_request IS NULL AND ${IS_GRANT_FREE}`, 'SKIP LOCKED'),
  alone: APPROVE_WHERE(IS_UNDECIDED('s', 'FOR UPDATE'), ''),
};
