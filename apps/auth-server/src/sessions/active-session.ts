/** An account's sign-in session `x` with its account `a`, where both live: the FROM and the WHERE. */
export const ACTIVE_SESSION = (id: string, accountId: string, now: string) =>
  `FROM sign_in_sessions x JOIN accounts a ON a.id = x.account_id
  WHERE x.id = ${id} AND x.account_id = ${accountId} AND x.revoked_at IS NULL AND x.expires_at > ${now} AND a.closed_at IS NULL`;

/**
 * True if the sign-in session that something hangs on lives, or there is none (a trusted issuer's token). An expired
 * session counts as ended: its row is removed then, and with it the time at which the account ended it.
 *
 * @param lock of the session's row, on PostgreSQL.
 */
export const SESSION_IS_ACTIVE = (id: string, now: string, lock = '') =>
  `(${id} IS NULL OR (SELECT x.revoked_at IS NULL AND x.expires_at > ${now} FROM sign_in_sessions x
    WHERE x.id = ${id} ${lock}))`;

/** What was granted `offline_access` outlives the sign-in session (OpenID Connect Back-Channel Logout §2.7). */
export const OUTLIVES_SESSION = (scopeGranted: string) => `' ' || ${scopeGranted} || ' ' LIKE '% offline_access %'`;

/** True if the session in which a code or device code was approved lives, or does not matter to it. */
export const APPROVAL_IS_VALID = (code: string, now: string, lock = '') =>
  `(${OUTLIVES_SESSION(`${code}.scope_granted`)} OR ${SESSION_IS_ACTIVE(`${code}.sid`, now, lock)})`;
