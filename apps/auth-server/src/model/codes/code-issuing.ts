import { type Unit, run } from '../../platform/database/sql';
import type { GivenGrant } from '../grants/grant-giving';
import type { SignIn } from '../sessions/caller';

export interface NewCode {
  hash: string;
  /** The granted part of the scope requested. */
  scope: readonly string[];
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** A request that asked about the sign-in has an `auth_time`; the code takes those of the approving sign-in. */
const IF_ASKED = (value: string) => `CASE WHEN s.auth_time IS NOT NULL THEN ${value} END`;

const INSERT = `INSERT INTO authorization_codes (hash, grant_id, grant_epoch, redirect_uri, scope_asked, scope_granted,
    resource, code_challenge, nonce, sid, auth_time, acr, dpop_jkt, authorization_details, allowed_with,
    expires_at)
  SELECT ?, ?, ?, s.redirect_uri, s.scope, ?, s.resource, s.code_challenge, s.nonce, ?,
    ${IF_ASKED('CAST(? AS bigint)')}, ${IF_ASKED('?')},
    s.dpop_jkt, s.authorization_details, ?, ?
  FROM consent_sessions s WHERE s.hash = ?`;

/** Issues a code inside the unit of the approval, which is of `session`, the hash of a consent session. */
export function* issueCode(
  { hash, scope, expiresAt }: NewCode,
  { id, epoch }: GivenGrant,
  { session, signIn, allowedWith }: { session: string; signIn: SignIn; allowedWith: string | null },
): Unit<void> {
  const { sessionId, authTime, acr } = signIn;
  yield* run(INSERT, hash, id, epoch, scope.join(' '), sessionId, authTime, acr, allowedWith, expiresAt, session);
}
