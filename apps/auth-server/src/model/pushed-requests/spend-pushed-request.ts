import { type Unit, run } from '../../platform/database/sql';

/** In a decision's WHERE: the pushed request of the consent session was not decided in another consent session. */
export const IS_UNDECIDED = (session: string) => `(${session}.pushed_request IS NULL
    OR (SELECT TRUE FROM pushed_requests p WHERE p.hash = ${session}.pushed_request))`;

const SPEND = 'DELETE FROM pushed_requests WHERE hash = ?';

/** Inside the unit of the decision: the request cannot be used again (RFC 9126 §4). */
export function* spendPushedRequest(hash: string | null): Unit<void> {
  if (hash !== null) yield* run(SPEND, hash);
}
