/** An account's sign-in session `x` with its account `a`, where both live: the FROM and the WHERE. */
export const LIVING_SESSION = (id: string, accountId: string, now: string) =>
  `FROM sign_in_sessions x JOIN accounts a ON a.id = x.account_id
  WHERE x.id = ${id} AND x.account_id = ${accountId} AND x.revoked_at IS NULL AND x.expires_at > ${now} AND a.closed_at IS NULL`;
