/**
 * The client and the account of a grant are there, as a condition on the grant. Each is looked up by its key for each
 * grant: joined, PostgreSQL might read the tables from end to end as long as it does not know how large they are.
 *
 * @param lock of the account's row, where one is to be written that names it.
 */
export const PARTIES_STAND = (grant: string, lock = '') =>
  `(SELECT c.enabled AND c.revoked_at IS NULL FROM clients c WHERE c.id = ${grant}.client_id)
  AND ${ACCOUNT_STANDS(grant, lock)}`;

/** The account alone, where the client is read anyhow. */
export const ACCOUNT_STANDS = (grant: string, lock = '') =>
  `(SELECT a.closed_at IS NULL FROM accounts a WHERE a.id = ${grant}.account_id ${lock})`;

/** The application or the account of a living grant is gone for good: nobody can use it, nor take it back. */
export const IS_ABANDONED = (grant: string) => `${grant}.revoked_at IS NULL
  AND ((SELECT c.revoked_at FROM clients c WHERE c.id = ${grant}.client_id) IS NOT NULL
    OR (SELECT a.closed_at FROM accounts a WHERE a.id = ${grant}.account_id) IS NOT NULL)`;
