/** The FROM and WHERE of an active session `x` with its open account `a`. */
export const ACTIVE_SESSION = (id: string, accountId: string, now: string) =>
  `FROM sign_in_sessions x JOIN accounts a ON a.id = x.account_id
  WHERE x.id = ${id} AND x.account_id = ${accountId} AND x.revoked_at IS NULL AND x.expires_at > ${now} AND a.closed_at IS NULL`;

/**
 * True if the session is active, or `id` is null (a trusted issuer's token). A purged session counts as ended: its row
 * would have told whether the account ended it.
 *
 * @param lock of the session's row, on PostgreSQL.
 */
export const SESSION_IS_ACTIVE = (id: string, now: string, lock = '') =>
  `(${id} IS NULL OR (SELECT x.revoked_at IS NULL AND x.expires_at > ${now} FROM sign_in_sessions x
    WHERE x.id = ${id} ${lock}))`;

/** With `offline_access` (OpenID Connect Back-Channel Logout §2.7). */
export const OUTLIVES_SESSION = (scopeGranted: string) => `' ' || ${scopeGranted} || ' ' LIKE '% offline_access %'`;

/** For a code or device code. */
export const APPROVAL_IS_VALID = (code: string, now: string, lock = '') =>
  `(${OUTLIVES_SESSION(`${code}.scope_granted`)} OR ${SESSION_IS_ACTIVE(`${code}.sid`, now, lock)})`;
