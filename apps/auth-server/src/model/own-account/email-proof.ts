import { type Unit, run } from '../../platform/database/sql';
import { type RevokedBy, revokeGrantsOf } from '../../endings/grant-revocation';
import type { PendingRevocation } from '../../endings/pending-revocation.entity';
import type { BegunSession } from '../sessions/session.repository';
import { renewSession } from '../sessions/session-renewal';
import { revokeSessions } from '../../endings/session-revocation';

const SET_VERIFIED = 'UPDATE accounts SET email_verified_at = ? WHERE id = ? AND email_verified_at IS NULL';

/** `pending` is to be completed after the commit. */
export interface FirstProof {
  isFirst: boolean;
  /** The caller's session, for a new token. */
  renewed: BegunSession | null;
  pending: PendingRevocation[];
}

/**
 * Records that the holder of a mailed token reads the account's mailbox. The first proof ends every other session,
 * every earlier token of the caller's, and each grant that was not given in that one alone: whoever signed up with
 * somebody else's address must keep nothing of the account once the mailbox's owner has come.
 *
 * @param caller `null` where it is not signed in as the account.
 */
export function* proveEmail(accountId: string, caller: BegunSession | null, by: RevokedBy): Unit<FirstProof> {
  const isFirst = (yield* run(SET_VERIFIED, by.at, accountId)) === 1;
  if (!isFirst) return { isFirst, renewed: null, pending: [] };
  const renewed = caller === null ? null : yield* renewSession({ ...caller, accountId }, by.at);
  const keep = renewed?.sessionId ?? null;
  yield* revokeSessions(accountId, keep, by.at);
  const pending = yield* revokeGrantsOf(accountId, by, keep);
  return { isFirst, renewed, pending };
}
