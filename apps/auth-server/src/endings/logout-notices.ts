import { type Unit, all, run } from '../platform/database/sql';
import { timeOrderedId } from '../platform/database/time-ordered-id';

/** Milliseconds. */
const LIFETIME = 3_600_000;

/** The clients with tokens from the sessions and a `backchannel_logout_uri`. */
const SELECT = (which: string) => `SELECT DISTINCT f.sid, g.client_id AS "clientId", g.account_id AS "accountId"
  FROM sign_in_sessions s JOIN refresh_families f ON f.sid = s.id JOIN grants g ON g.id = f.grant_id
    JOIN clients c ON c.id = g.client_id
  WHERE ${which} AND s.revoked_at IS NULL
    AND c.backchannel_logout_uri IS NOT NULL AND c.enabled AND c.revoked_at IS NULL`;
const INSERT = `INSERT INTO logout_notices (id, client_id, account_id, sid, attempts, next_attempt_at, expires_at)
  VALUES (?, ?, ?, ?, 0, ?, ?)`;

const SELECT_OF = { session: SELECT('s.id = ?'), others: SELECT('s.account_id = ? AND s.id <> ?') };

/**
 * Queues notices for sessions that the same unit of work revokes afterwards (OpenID Connect Back-Channel Logout 1.0).
 *
 * @param ids the session's; for `others` the account's, and the id of the session that stays.
 */
export function* queueLogoutNotices(of: keyof typeof SELECT_OF, ids: readonly string[], now: number): Unit<void> {
  type Notified = { sid: string; clientId: number; accountId: string };
  for (const { sid, clientId, accountId } of yield* all<Notified>(SELECT_OF[of], ...ids))
    yield* run(INSERT, timeOrderedId(now), clientId, accountId, sid, now, now + LIFETIME);
}
