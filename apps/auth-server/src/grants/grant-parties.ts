/**
 * The client and the account of a grant are there, as a condition on the grant. Each is looked up by its key for each
 * grant: joined, PostgreSQL might read the tables from end to end as long as it does not know how large they are.
 */
export const PARTIES_ARE_VALID = (grant: string) =>
  `${CLIENT_IS_ENABLED(`${grant}.client_id`)}
  AND ${ACCOUNT_IS_OPEN(grant)}`;

/** The client alone, by its internal id. */
export const CLIENT_IS_ENABLED = (id: string) =>
  `(SELECT c.enabled AND c.revoked_at IS NULL FROM clients c WHERE c.id = ${id})`;

/** The account alone, where the client is read anyhow. */
export const ACCOUNT_IS_OPEN = (grant: string) =>
  `(SELECT a.closed_at IS NULL FROM accounts a WHERE a.id = ${grant}.account_id)`;

/**
 * The party of a living grant that is gone for good, where it is: nobody can use the grant, nor take it back. Two columns,
 * the internal id of the client and the account's.
 */
export const ENDED_PARTIES = (grant: string) => `
  CASE WHEN ${grant}.revoked_at IS NULL THEN (SELECT c.id FROM clients c
    WHERE c.id = ${grant}.client_id AND c.revoked_at IS NOT NULL) END AS client,
  CASE WHEN ${grant}.revoked_at IS NULL THEN (SELECT a.id FROM accounts a
    WHERE a.id = ${grant}.account_id AND a.closed_at IS NOT NULL) END AS account`;
