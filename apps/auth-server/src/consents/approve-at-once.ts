import { IS_UNDECIDED } from '../requests/spend-pushed-request';

/** Scopes of two texts as one, in the order first granted. */
const union = (one: string, other: string) => `array_to_string(ARRAY(
      SELECT name FROM unnest(string_to_array(${one}, ' ') || string_to_array(${other}, ' ')) WITH ORDINALITY AS u(name, at)
      GROUP BY name ORDER BY MIN(at)), ' ')`;

const unlessEnded = (kept: string, anew: string) => `CASE WHEN g.revoked_at IS NULL THEN ${kept} ELSE ${anew} END`;

/**
 * Carries an approval out in one round trip to PostgreSQL: what `approve` says in steps. Whoever ends the grant waits
 * for its row or is waited for; an account that closes meanwhile is looked at when the code is redeemed.
 */
export const APPROVE_AT_ONCE = `WITH decided AS (
    UPDATE consent_sessions s SET decided_at = ?
    WHERE s.hash = (SELECT hash FROM consent_sessions WHERE hash = ? AND decided_at IS NULL AND expires_at > ?
        FOR UPDATE SKIP LOCKED)
      AND EXISTS (SELECT 1 FROM clients c WHERE c.id = s.client_id AND c.enabled AND c.revoked_at IS NULL)
      AND EXISTS (SELECT 1 FROM accounts a WHERE a.id = s.account_id AND a.closed_at IS NULL)
      AND ${IS_UNDECIDED('s', 'FOR UPDATE SKIP LOCKED')}
    RETURNING s.account_id, s.client_id, s.redirect_uri, s.scope, s.resource, s.code_challenge,
      s.nonce, s.sid, s.auth_time, s.acr, s.dpop_jkt, s.authorization_details, s.pushed_request
  ), spent AS (
    DELETE FROM pushed_requests p USING decided WHERE p.hash = decided.pushed_request
  ), given AS (
    INSERT INTO grants AS g (id, account_id, client_id, scopes, epoch, created_at)
    SELECT ?, account_id, client_id, ?, 0, ? FROM decided
    ON CONFLICT (account_id, client_id) DO UPDATE SET
      scopes = ${unlessEnded(union('g.scopes', 'excluded.scopes'), 'excluded.scopes')},
      created_at = ${unlessEnded('g.created_at', 'excluded.created_at')},
      last_used_at = ${unlessEnded('g.last_used_at', 'NULL')},
      revoked_at = NULL
    RETURNING g.id, g.epoch
  ), issued AS (
    INSERT INTO authorization_codes (hash, grant_id, grant_epoch, redirect_uri, scope_asked, scope_granted, resource,
      code_challenge, nonce, sid, auth_time, acr, dpop_jkt, authorization_details, expires_at)
    SELECT ?, given.id, given.epoch, redirect_uri, scope, ?, resource, code_challenge, nonce, sid, auth_time, acr,
      dpop_jkt, authorization_details, ? FROM decided, given
  )
  INSERT INTO events (at, kind, account_id, client_id, address, scopes)
  SELECT ?, 'consent.given', account_id, ?, ?, ? FROM decided`;
