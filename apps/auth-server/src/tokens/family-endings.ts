import { type Unit, run } from '../database/sql';

/** An ended family is needed only as long as an access token may name it (see family-times.ts). */
const END = 'UPDATE refresh_families SET revoked_at = ?, reap_day = (access_expires_at + 3600000) / 86400000 + 1';
const END_ONE = `${END} WHERE id = ? AND revoked_at IS NULL`;

/** @returns whether the family was alive until now. */
export function* endFamily(familyId: string, now: number): Unit<boolean> {
  return (yield* run(END_ONE, now, familyId)) === 1;
}

/**
 * The statement that ends the families of grants, at the time that is its first value.
 *
 * @param grants a query of their ids, whose values follow.
 */
export const endingFamiliesOf = (grants: string) => `${END} WHERE revoked_at IS NULL AND grant_id IN (${grants})`;

const END_OF_SESSIONS = (which: string) => `${END} WHERE revoked_at IS NULL
  AND sid IN (SELECT s.id FROM sign_in_sessions s WHERE ${which} AND s.revoked_at IS NULL)
  AND ' ' || scope_granted || ' ' NOT LIKE '% offline_access %'`;
const END_OF = { session: END_OF_SESSIONS('s.id = ?'), others: END_OF_SESSIONS('s.account_id = ? AND s.id <> ?') };

/**
 * Ends the families that OpenID Connect began in sessions that are about to end, but for those that were granted
 * `offline_access` (Back-Channel Logout §2.7).
 *
 * @param ids of the session; or of the account, and the session that stays.
 */
export function* endFamiliesOfSessions(of: keyof typeof END_OF, ids: readonly string[], now: number): Unit<void> {
  yield* run(END_OF[of], now, ...ids);
}
