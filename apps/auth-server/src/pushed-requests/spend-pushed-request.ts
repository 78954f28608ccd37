import { type Unit, run } from '../database/sql';

/**
 * Of a consent session in a decision's WHERE: the pushed request that it came from was not decided in another session.
 *
 * @param lock of PostgreSQL, so that of two sessions at the same moment one passes.
 */
export const IS_UNDECIDED = (session: string, lock: string) => `(${session}.pushed_request IS NULL OR EXISTS (
    SELECT 1 FROM pushed_requests p WHERE p.hash = ${session}.pushed_request ${lock}))`;

const SPEND = 'DELETE FROM pushed_requests WHERE hash = ?';

/** Inside the unit of the decision: the request cannot be begun again (RFC 9126 §4). */
export function* spendPushedRequest(hash: string | null): Unit<void> {
  if (hash !== null) yield* run(SPEND, hash);
}
