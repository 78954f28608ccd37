/** Sub-selects by key, no joins: without statistics PostgreSQL may choose sequential scans for a join. */
export const PARTIES_ARE_VALID = (grant: string) =>
  `${CLIENT_IS_ENABLED(`${grant}.client_id`)}
  AND ${ACCOUNT_IS_OPEN(grant)}`;

/** @param id the client's internal id. */
export const CLIENT_IS_ENABLED = (id: string) =>
  `(SELECT c.enabled AND c.revoked_at IS NULL FROM clients c WHERE c.id = ${id})`;

export const ACCOUNT_IS_OPEN = (grant: string) =>
  `(SELECT a.closed_at IS NULL FROM accounts a WHERE a.id = ${grant}.account_id)`;

/** Two columns of an active grant: its client's id if that was deleted, its account's if that was closed; else null. */
export const ENDED_PARTIES = (grant: string) => `
  CASE WHEN ${grant}.revoked_at IS NULL THEN (SELECT c.id FROM clients c
    WHERE c.id = ${grant}.client_id AND c.revoked_at IS NOT NULL) END AS client,
  CASE WHEN ${grant}.revoked_at IS NULL THEN (SELECT a.id FROM accounts a
    WHERE a.id = ${grant}.account_id AND a.closed_at IS NOT NULL) END AS account`;
