import { type Unit, run } from '../platform/database/sql';
import { queueLogoutNotices } from './logout-notices';
import { revokeFamiliesOfSessions } from './family-revocation';

const REVOKE = (which: string) => `UPDATE sign_in_sessions SET revoked_at = ? WHERE ${which} AND revoked_at IS NULL`;
const REVOKE_ONE = REVOKE('id = ?');
const REVOKE_OTHERS = REVOKE('account_id = ? AND id <> ?');

/**
 * Queues logout notices and revokes the session's families without `offline_access` (OpenID Connect Back-Channel
 * Logout §2.7).
 *
 * @returns whether the session was active.
 */
export function* revokeSession(id: string, now: number): Unit<boolean> {
  yield* queueLogoutNotices('session', [id], now);
  yield* revokeFamiliesOfSessions('session', [id], now);
  return (yield* run(REVOKE_ONE, now, id)) === 1;
}

/** Ends the sessions of an account that the same unit of work closes, which revokes all its families anyway. */
export function* revokeSessionsOfClosed(accountId: string, now: number): Unit<void> {
  const ids = [accountId, ''];
  yield* queueLogoutNotices('others', ids, now);
  yield* run(REVOKE_OTHERS, now, ...ids);
}

/** @param keep the session that stays. */
export function* revokeSessions(accountId: string, keep: string | null, now: number): Unit<void> {
  const ids = [accountId, keep ?? ''];
  yield* queueLogoutNotices('others', ids, now);
  yield* revokeFamiliesOfSessions('others', ids, now);
  yield* run(REVOKE_OTHERS, now, ...ids);
}
