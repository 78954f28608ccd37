import { type Unit, all, run } from '../database/sql';
import { timeOrderedId } from '../database/time-ordered-id';

/** How long a client that does not answer is told again, in milliseconds. */
const TOLD_FOR = 3_600_000;

/** Each client that was given tokens in a session, and wants to be told of its end. */
const SELECT = (which: string) => `SELECT DISTINCT f.sid, g.client_id AS "clientId", g.account_id AS "accountId"
  FROM sign_in_sessions s JOIN refresh_families f ON f.sid = s.id JOIN grants g ON g.id = f.grant_id
    JOIN clients c ON c.id = g.client_id
  WHERE ${which} AND s.revoked_at IS NULL
    AND c.backchannel_logout_uri IS NOT NULL AND c.enabled AND c.revoked_at IS NULL`;
const INSERT = `INSERT INTO logout_notices (id, client_id, account_id, sid, attempts, next_attempt_at, expires_at)
  VALUES (?, ?, ?, ?, 0, ?, ?)`;

const SELECT_OF = { session: SELECT('s.id = ?'), others: SELECT('s.account_id = ? AND s.id <> ?') };

/**
 * Notes whom to tell of sessions that are about to end in the same unit (OpenID Connect Back-Channel Logout 1.0).
 *
 * @param ids of the session; or of the account, and the session that stays.
 */
export function* queueLogoutNotices(of: keyof typeof SELECT_OF, ids: readonly string[], now: number): Unit<void> {
  type Told = { sid: string; clientId: number; accountId: string };
  for (const { sid, clientId, accountId } of yield* all<Told>(SELECT_OF[of], ...ids))
    yield* run(INSERT, timeOrderedId(now), clientId, accountId, sid, now, now + TOLD_FOR);
}
