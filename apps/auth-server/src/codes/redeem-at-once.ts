/**
 * Spends a code and begins its family in one round trip to PostgreSQL. The grant's row comes first: who ends the grant
 * at the same moment waits for it, or is waited for, and then either the family is seen or the code is not redeemed.
 */
export const REDEEM_AT_ONCE = `WITH unspent AS (
    SELECT k.grant_id, k.grant_epoch FROM authorization_codes k
    WHERE k.hash = ? AND k.redeemed_at IS NULL AND k.expires_at > ?
  ), used_grant AS (
    UPDATE grants g SET last_used_at = ? FROM unspent k, clients c, accounts a
    WHERE g.id = k.grant_id AND g.epoch = k.grant_epoch AND g.revoked_at IS NULL
      AND c.id = g.client_id AND c.enabled AND c.revoked_at IS NULL
      AND a.id = g.account_id AND a.closed_at IS NULL
    RETURNING g.id
  ), spent AS (
    UPDATE authorization_codes k SET redeemed_at = ?, family_id = ? FROM used_grant g
    WHERE k.grant_id = g.id AND k.hash = ? AND k.redeemed_at IS NULL
    RETURNING k.grant_id, k.scope_asked, k.scope_granted, k.resource, k.sid, k.auth_time, k.acr, k.authorization_details
  )
  INSERT INTO refresh_families (id, grant_id, scope_asked, scope_granted, resource, generation, sid, auth_time, acr,
    authorization_details, dpop_jkt, created_at, expires_at, access_expires_at, reap_day)
  SELECT ?, grant_id, scope_asked, scope_granted, resource, 0, sid, auth_time, acr, authorization_details,
    ?, ?, ?, ?, ? FROM spent`;
