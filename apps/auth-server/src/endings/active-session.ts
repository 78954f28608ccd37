/** FROM and WHERE, with the aliases `x` and `a`. */
export const ACTIVE_SESSION = (id: string, accountId: string, now: string) =>
  `FROM sign_in_sessions x JOIN accounts a ON a.id = x.account_id
  WHERE x.id = ${id} AND x.account_id = ${accountId} AND x.revoked_at IS NULL AND x.expires_at > ${now}
    AND a.closed_at IS NULL AND a.disabled_at IS NULL`;

/**
 * True for a null `id` (a trusted issuer's token), false for a purged session, which may have been revoked before.
 *
 * @param lock of the session's row, on PostgreSQL.
 */
export const SESSION_IS_ACTIVE = (id: string, now: string, lock = '') =>
  `(${id} IS NULL OR (SELECT x.revoked_at IS NULL AND x.expires_at > ${now} FROM sign_in_sessions x
    WHERE x.id = ${id} ${lock}))`;

/** With `offline_access` (OpenID Connect Back-Channel Logout §2.7). */
export const OUTLIVES_SESSION = (scopeGranted: string) => `' ' || ${scopeGranted} || ' ' LIKE '% offline_access %'`;

/** @param code alias of a code or device code. */
export const APPROVAL_IS_VALID = (code: string, now: string, lock = '') =>
  `(${OUTLIVES_SESSION(`${code}.scope_granted`)} OR ${SESSION_IS_ACTIVE(`${code}.sid`, now, lock)})`;
