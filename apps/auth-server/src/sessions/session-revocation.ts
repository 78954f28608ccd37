import { type Unit, run } from '../database/sql';
import { queueLogoutNotices } from '../logouts/logout-notices';
import { revokeFamiliesOfSessions } from '../tokens/family-revocation';

const END = (which: string) => `UPDATE sign_in_sessions SET revoked_at = ? WHERE ${which} AND revoked_at IS NULL`;
const END_ONE = END('id = ?');
const END_OTHERS = END('account_id = ? AND id <> ?');

/**
 * Ends a session: clients that were given tokens in it are told, and those that did not ask to stay connected lose them
 * (OpenID Connect Back-Channel Logout §2.7).
 *
 * @returns whether it was alive until now.
 */
export function* revokeSession(id: string, now: number): Unit<boolean> {
  yield* queueLogoutNotices('session', [id], now);
  yield* revokeFamiliesOfSessions('session', [id], now);
  return (yield* run(END_ONE, now, id)) === 1;
}

/** Ends the sessions of an account that is closed in the same unit: what was given in them ends as all that it gave. */
export function* revokeSessionsOfClosed(accountId: string, now: number): Unit<void> {
  const ids = [accountId, ''];
  yield* queueLogoutNotices('others', ids, now);
  yield* run(END_OTHERS, now, ...ids);
}

/** Ends an account's sessions, all but one where one is kept. */
export function* revokeSessions(accountId: string, keep: string | null, now: number): Unit<void> {
  const ids = [accountId, keep ?? ''];
  yield* queueLogoutNotices('others', ids, now);
  yield* revokeFamiliesOfSessions('others', ids, now);
  yield* run(END_OTHERS, now, ...ids);
}
