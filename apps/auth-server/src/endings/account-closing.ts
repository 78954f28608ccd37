import { type Unit, get, run } from '../platform/database/sql';
import { type Actor, recordEvent } from '../platform/events/events';
import { revokeClients } from './client-revocation';
import { coverHolder } from './covering';
import { recordPendingRevocation } from './grant-revocation';
import type { PendingRevocation } from './pending-revocation.entity';
import { recordRevocation } from './record-revocation';
import { revokeSessionsOfClosed } from './session-revocation';

/** The assignments of an UPDATE that closes accounts: it erases who they were and their role. Takes the time. */
export const CLOSED = `closed_at = ?, email = NULL, email_key = NULL, name = NULL, password_hash = NULL, issuer = NULL,
  subject = NULL, claims = NULL, admin_since = NULL`;
/** With `SUBJECT=theirs` the person may sign in again and get the same account id. */
const IS_THEIRS = 'SELECT 1 FROM accounts WHERE id = ? AND subject = id';
const CLOSE = `UPDATE accounts SET ${CLOSED} WHERE id = ?`;

/**
 * Closes an account: erases who it was, and ends its sessions and applications.
 *
 * @returns the pending revocations, which end its grants and those of its applications.
 */
export function* endAccount(accountId: string, at: number, by: Actor): Unit<PendingRevocation[]> {
  const isTheirs = (yield* get(IS_THEIRS, accountId)) !== undefined;
  yield* run(CLOSE, at, accountId);
  yield* revokeSessionsOfClosed(accountId, at);
  // An entry for the account would refuse its later tokens too.
  if (isTheirs) yield* coverHolder(accountId, at);
  else yield* recordRevocation({ kind: 'account', subject: accountId, at });
  // Others read the events of what ends with it.
  const address = by.actorId === undefined ? by.address : null;
  const own: PendingRevocation = { kind: 'account', subject: accountId, at, address };
  yield* recordPendingRevocation(own);
  const applications = yield* revokeClients('developer', accountId, { ...by, at });
  yield* recordEvent({ ...by, at, kind: 'account.closed', accountId });
  return [own, ...applications];
}
