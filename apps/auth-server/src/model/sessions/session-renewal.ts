import { type Unit, get } from '../../platform/database/sql';
import type { BegunSession } from './session.repository';
import type { SessionTokenContent } from './session-token';

/** A token names its sign-in by the millisecond. */
const RENEW = `UPDATE sign_in_sessions SET created_at = created_at + 1
  WHERE id = ? AND account_id = ? AND created_at = ? AND revoked_at IS NULL AND expires_at > ?
  RETURNING created_at AS "signedInAt"`;

/**
 * Voids the tokens of a session, which goes on: it is for a new one.
 *
 * @returns `null` where there is no such session.
 */
export function* renewSession(
  { sessionId, accountId, signedInAt }: SessionTokenContent,
  now: number,
): Unit<BegunSession | null> {
  const row = yield* get<{ signedInAt: number }>(RENEW, sessionId, accountId, signedInAt, now);
  return row === undefined ? null : { sessionId, signedInAt: Number(row.signedInAt) };
}
