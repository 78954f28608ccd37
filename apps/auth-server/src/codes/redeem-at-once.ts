import { PARTIES_STAND } from '../grants/grant-parties';
import { GIVEN_STANDS, OUTLIVES_SESSION } from '../sessions/living-session';

const REDEEM_WITH = (lock: string) => `WITH unspent AS MATERIALIZED (
    SELECT asked.*, k.grant_id, k.grant_epoch, k.scope_granted, k.sid
    FROM json_to_recordset(CAST(? AS json)) AS asked(position integer, hash text, now bigint, family_id text,
        dpop_jkt text, expires_at bigint, access_expires_at bigint, reap_day integer)
      JOIN LATERAL (SELECT k.hash, k.grant_id, k.grant_epoch, k.scope_granted,
          CASE WHEN 'openid' = ANY (string_to_array(k.scope_asked, ' ')) THEN k.sid END AS sid
        FROM authorization_codes k JOIN grants g ON g.id = k.grant_id AND g.epoch = k.grant_epoch
        WHERE k.hash = asked.hash AND k.redeemed_at IS NULL AND k.expires_at > asked.now AND g.revoked_at IS NULL
          AND ${PARTIES_STAND('g')} AND ${GIVEN_STANDS('k', 'asked.now', `FOR NO KEY UPDATE ${lock}`)}
        FOR NO KEY UPDATE OF g ${lock} FOR NO KEY UPDATE OF k ${lock}) k ON k.hash = asked.hash
  ), used_grant AS (
    UPDATE grants g SET last_used_at = unspent.now FROM unspent WHERE g.id = unspent.grant_id
  ), used_session AS (
    UPDATE sign_in_sessions x SET expires_at = x.expires_at FROM unspent
    WHERE x.id = unspent.sid AND NOT (${OUTLIVES_SESSION('unspent.scope_granted')})
  ), spent AS (
    UPDATE authorization_codes k SET redeemed_at = unspent.now, family_id = unspent.family_id
    FROM unspent WHERE k.hash = unspent.hash
    RETURNING unspent.*, k.scope_asked, k.resource, k.auth_time, k.acr, k.authorization_details
  ), begun AS (
    INSERT INTO refresh_families (id, grant_id, grant_epoch, scope_asked, scope_granted, resource, generation, sid,
      auth_time, acr, authorization_details, dpop_jkt, created_at, expires_at, access_expires_at, reap_day)
    SELECT family_id, grant_id, grant_epoch, scope_asked, scope_granted, resource, 0, sid, auth_time, acr,
      authorization_details, dpop_jkt, now, expires_at, access_expires_at, reap_day FROM spent
  )
  SELECT position FROM spent`;

/**
 * Spends codes and begins their families in one round trip to PostgreSQL. It locks and changes the grant's row first. A
 * transaction that ends the grant at the same moment waits, begins again and sees the family; where it was first, this
 * statement waits and redeems nothing.
 *
 * The same holds for the sign-in session: its row is locked, and rewritten if the family hangs on it, so that a
 * transaction that ends the session meanwhile begins again with a snapshot that shows the family.
 */
export const REDEEM_AT_ONCE = { together: REDEEM_WITH('SKIP LOCKED'), alone: REDEEM_WITH('') };
