import { type Unit, run } from '../database/sql';
import type { GivenGrant } from '../grants/grant-giving';
import type { SignIn } from '../sessions/caller';

/** A code as it is issued. */
export interface NewCode {
  hash: string;
  /** The part that was granted of what the consent session asks for. */
  scope: readonly string[];
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** Whether the request of a consent session asked about the sign-in: then its opening stored an `auth_time`. */
export const TELLS_OF_SIGN_IN = 's.auth_time IS NOT NULL';

const INSERT = `INSERT INTO authorization_codes (hash, grant_id, grant_epoch, redirect_uri, scope_asked, scope_granted,
    resource, code_challenge, nonce, sid, auth_time, acr, dpop_jkt, authorization_details, expires_at)
  SELECT ?, ?, ?, s.redirect_uri, s.scope, ?, s.resource, s.code_challenge, s.nonce, ?,
    CASE WHEN ${TELLS_OF_SIGN_IN} THEN ? END, CASE WHEN ${TELLS_OF_SIGN_IN} THEN ? END,
    s.dpop_jkt, s.authorization_details, ?
  FROM consent_sessions s WHERE s.hash = ?`;

/**
 * Issues a code inside the unit of the approval. It takes the request from the consent session, and `sid`, `auth_time`
 * and `acr` from the sign-in session that approves.
 */
export function* issueCode(
  { hash, scope, expiresAt }: NewCode,
  { id, epoch }: GivenGrant,
  { session, signIn }: { session: string; signIn: SignIn },
): Unit<void> {
  const { sessionId, authTime, acr } = signIn;
  yield* run(INSERT, hash, id, epoch, scope.join(' '), sessionId, authTime, acr, expiresAt, session);
}
