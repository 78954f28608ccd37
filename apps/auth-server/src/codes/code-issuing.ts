import { type Unit, run } from '../database/sql';
import type { GivenGrant } from '../grants/grant-giving';

/** A code as it is issued. */
export interface NewCode {
  hash: string;
  /** The part that was granted of what the consent session asks for. */
  scope: readonly string[];
  /** Epoch milliseconds. */
  expiresAt: number;
}

const INSERT = `INSERT INTO authorization_codes (hash, grant_id, grant_epoch, redirect_uri, scope_asked, scope_granted,
    resource, code_challenge, nonce, sid, auth_time, acr, dpop_jkt, authorization_details, expires_at)
  SELECT ?, ?, ?, s.redirect_uri, s.scope, ?, s.resource, s.code_challenge, s.nonce, s.sid, s.auth_time, s.acr,
    s.dpop_jkt, s.authorization_details, ?
  FROM consent_sessions s WHERE s.hash = ?`;

/** Issues a code inside the unit of the approval: for what the consent session asks for, as it stands there. */
export function* issueCode(
  { hash, scope, expiresAt }: NewCode,
  { id, epoch }: GivenGrant,
  session: string,
): Unit<void> {
  yield* run(INSERT, hash, id, epoch, scope.join(' '), expiresAt, session);
}
