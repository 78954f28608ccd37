import { type Unit, all, run } from '../database/sql';
import type { PendingRevocation } from './pending-revocation.entity';

/** When something ended, in epoch milliseconds, and the address of the caller that ended it. */
export type RevokedBy = Pick<PendingRevocation, 'at' | 'address'>;

/** Ends grants with an event each, by conditions on them. */
export const grantRevocation = (which: string) => ({
  record: `INSERT INTO events (at, kind, account_id, client_id, address)
    SELECT ?, 'grant.ended', g.account_id, c.client_id, ?
    FROM (SELECT account_id, client_id FROM grants WHERE ${which} AND revoked_at IS NULL) g
      JOIN clients c ON c.id = g.client_id`,
  end: `UPDATE grants SET revoked_at = ?, epoch = epoch + 1 WHERE ${which} AND revoked_at IS NULL`,
});

const { record: RECORD, end: END } = grantRevocation('id = ?');
const { record: RECORD_ALL, end: END_ALL } = grantRevocation('account_id = ?');
const SELECT_ALL = 'SELECT id FROM grants WHERE account_id = ? AND revoked_at IS NULL';

/** Of a grant that began again in the meantime, the end that came last. */
const LEAVE = `INSERT INTO loose_ends (kind, subject, at, address) VALUES (?, ?, ?, ?)
  ON CONFLICT (kind, subject) DO UPDATE SET at = excluded.at, address = excluded.address`;
const LEAVE_ALL = `INSERT INTO loose_ends (kind, subject, at, address)
  SELECT 'grant', id, ?, ? FROM grants WHERE account_id = ? AND revoked_at IS NULL
  ON CONFLICT (kind, subject) DO UPDATE SET at = excluded.at, address = excluded.address`;
const LEAVE_UNLESS_KNOWN =
  'INSERT INTO loose_ends (kind, subject, at) VALUES (?, ?, ?) ON CONFLICT (kind, subject) DO NOTHING';

/** Notes in the unit of an end that it has left something to be ended: see grants/pending-revocations.ts. */
export function* recordPendingRevocation({ kind, subject, at, address }: PendingRevocation): Unit<void> {
  yield* run(LEAVE, kind, subject, at, address);
}

/** Notes that something was left by an end that is over, or that another one is about to see to it. */
export function* ensurePendingRevocation(kind: PendingRevocation['kind'], subject: string, at: number): Unit<void> {
  yield* run(LEAVE_UNLESS_KNOWN, kind, subject, at);
}

/**
 * Ends a grant, with an event. The next epoch makes its unspent codes and its families worthless, for good: access given
 * again later does not bring them back.
 *
 * @returns what is left to be ended; nothing where it had ended before.
 */
export function* revokeGrant(id: string, { at, address }: RevokedBy): Unit<PendingRevocation[]> {
  yield* run(RECORD, at, address, id);
  if ((yield* run(END, at, id)) === 0) return [];
  const left: PendingRevocation = { kind: 'grant', subject: id, at, address };
  yield* recordPendingRevocation(left);
  return [left];
}

/** Does so with all grants of an account, in as many statements however many there are. */
export function* revokeGrantsOf(accountId: string, { at, address }: RevokedBy): Unit<PendingRevocation[]> {
  const grants = yield* all<{ id: string }>(SELECT_ALL, accountId);
  yield* run(LEAVE_ALL, at, address, accountId);
  yield* run(RECORD_ALL, at, address, accountId);
  yield* run(END_ALL, at, accountId);
  return grants.map(({ id }) => ({ kind: 'grant', subject: id, at, address }));
}
