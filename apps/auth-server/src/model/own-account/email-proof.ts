import { type Unit, run } from '../../platform/database/sql';
import { type RevokedBy, revokeGrantsOf } from '../../endings/grant-revocation';
import type { PendingRevocation } from '../../endings/pending-revocation.entity';
import { renewSession } from '../sessions/session-renewal';
import { revokeSessions } from '../../endings/session-revocation';

const SET_VERIFIED = 'UPDATE accounts SET email_verified_at = ? WHERE id = ? AND email_verified_at IS NULL';

/** The session of the caller, and the id of the one that takes its place. */
export interface Renewal {
  sessionId: string;
  newId: string;
}

/** `pending` is to be completed after the commit. */
export interface FirstProof {
  isFirst: boolean;
  isRenewed: boolean;
  pending: PendingRevocation[];
}

/**
 * Records that the holder of a mailed token reads the account's mailbox. The first proof ends every session and grant:
 * whoever signed up with somebody else's address must keep nothing of the account once the mailbox's owner has come.
 *
 * @param renewal `null` where the caller is not signed in as the account.
 */
export function* proveEmail(accountId: string, renewal: Renewal | null, by: RevokedBy): Unit<FirstProof> {
  const isFirst = (yield* run(SET_VERIFIED, by.at, accountId)) === 1;
  if (!isFirst) return { isFirst, isRenewed: false, pending: [] };
  yield* revokeSessions(accountId, null, by.at);
  const isRenewed =
    renewal !== null && (yield* renewSession({ id: renewal.sessionId, accountId }, renewal.newId, by.at));
  const pending = yield* revokeGrantsOf(accountId, by);
  return { isFirst, isRenewed, pending };
}
