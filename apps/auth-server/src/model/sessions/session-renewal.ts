import { timeOrderedId } from '../../platform/database/time-ordered-id';
import { type Unit, run } from '../../platform/database/sql';

const COPY = `INSERT INTO sign_in_sessions (id, account_id, browser, created_at, expires_at)
  SELECT ?, account_id, browser, created_at, expires_at FROM sign_in_sessions
  WHERE id = ? AND account_id = ? AND expires_at > ?`;

export const newSessionId = timeOrderedId;

/**
 * Begins a session in place of one that the same unit ends. It keeps the time of the sign-in, which did not happen again,
 * and its end.
 *
 * @returns whether there was such a session.
 */
export function* renewSession(old: { id: string; accountId: string }, newId: string, now: number): Unit<boolean> {
  return (yield* run(COPY, newId, old.id, old.accountId, now)) === 1;
}
