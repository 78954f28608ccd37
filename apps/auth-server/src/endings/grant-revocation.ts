import { type Unit, all, run } from '../platform/database/sql';
import { LAST_EXPIRY } from './last-expiry';
import { recordRevocations } from './record-revocation';
import type { PendingRevocation } from './pending-revocation.entity';

/** `at` is in epoch milliseconds; `address` is the caller's. */
export type RevokedBy = Pick<PendingRevocation, 'at' | 'address'>;

/** @param which a condition on grants. @returns statements: `record` writes the events, and runs before `end`. */
export const grantRevocation = (which: string) => ({
  record: `INSERT INTO events (at, kind, account_id, client_id, address)
    SELECT ?, 'grant.ended', g.account_id, c.client_id, ?
    FROM (SELECT account_id, client_id FROM grants WHERE ${which} AND revoked_at IS NULL) g
      JOIN clients c ON c.id = g.client_id`,
  end: `UPDATE grants SET revoked_at = ?, epoch = epoch + 1 WHERE ${which} AND revoked_at IS NULL`,
});

/** Before `end`, which raises the epoch. Grants of an ended client or account need none: services hold an entry of that. */
const publishing = (which: string) => `SELECT 'grant', g.account_id, c.client_id, g.epoch + 1, ?, ${LAST_EXPIRY},
    g.account_id, c.client_id
  FROM (SELECT account_id, client_id, epoch FROM grants WHERE ${which} AND revoked_at IS NULL) g
    JOIN clients c ON c.id = g.client_id`;

/** Deletes the entries of earlier epochs, which refuse less. */
const forgetting = (which: string) => `DELETE FROM revocations WHERE kind = 'grant' AND (holder, pair) IN
  (SELECT g.account_id, c.client_id FROM grants g JOIN clients c ON c.id = g.client_id
    WHERE ${which} AND g.revoked_at IS NULL)`;

const { record: RECORD, end: END } = grantRevocation('id = ?');
const [FORGET, PUBLISH] = [forgetting('g.id = ?'), publishing('id = ?')];
const OTHERS = 'account_id = ? AND (given_in IS NULL OR given_in <> ?)';
const OTHERS_OF_JOIN = `g.${OTHERS}`;
const { record: RECORD_ALL, end: END_ALL } = grantRevocation(OTHERS);
const [FORGET_ALL, PUBLISH_ALL] = [forgetting(OTHERS_OF_JOIN), publishing(OTHERS)];
const SELECT_ALL = `SELECT id FROM grants WHERE ${OTHERS} AND revoked_at IS NULL`;

/** A grant that was given and revoked again in the meantime keeps the later time. */
const RECORD_PENDING = `INSERT INTO pending_revocations (kind, subject, at, address) VALUES (?, ?, ?, ?)
  ON CONFLICT (kind, subject) DO UPDATE SET at = excluded.at, address = excluded.address`;
const RECORD_ALL_PENDING = `INSERT INTO pending_revocations (kind, subject, at, address)
  SELECT 'grant', id, ?, ? FROM grants WHERE ${OTHERS} AND revoked_at IS NULL
  ON CONFLICT (kind, subject) DO UPDATE SET at = excluded.at, address = excluded.address`;
const ENSURE_PENDING =
  'INSERT INTO pending_revocations (kind, subject, at) VALUES (?, ?, ?) ON CONFLICT (kind, subject) DO NOTHING';

/** Queues what follows, in the unit of work that ends the account, client or grant. */
export function* recordPendingRevocation({ kind, subject, at, address }: PendingRevocation): Unit<void> {
  yield* run(RECORD_PENDING, kind, subject, at, address);
}

/** Keeps an earlier one. */
export function* ensurePendingRevocation(kind: PendingRevocation['kind'], subject: string, at: number): Unit<void> {
  yield* run(ENSURE_PENDING, kind, subject, at);
}

/**
 * Raises the epoch: codes and families stay invalid even if the grant is given again.
 *
 * @returns the pending revocation; none if the grant had ended before.
 */
export function* revokeGrant(id: string, { at, address }: RevokedBy): Unit<PendingRevocation[]> {
  yield* run(FORGET, id);
  if ((yield* recordRevocations(at, PUBLISH, at, at, id)) === 0) return [];
  yield* run(RECORD, at, address, id);
  yield* run(END, at, id);
  const pending: PendingRevocation = { kind: 'grant', subject: id, at, address };
  yield* recordPendingRevocation(pending);
  return [pending];
}

/**
 * Like {@link revokeGrant} for all grants of an account, in a constant number of statements.
 *
 * @param keep the session whose approvals stay.
 */
export function* revokeGrantsOf(
  accountId: string,
  { at, address }: RevokedBy,
  keep: string | null = null,
): Unit<PendingRevocation[]> {
  const which = [accountId, keep ?? ''];
  const grants = yield* all<{ id: string }>(SELECT_ALL, ...which);
  yield* run(RECORD_ALL_PENDING, at, address, ...which);
  yield* run(FORGET_ALL, ...which);
  yield* recordRevocations(at, PUBLISH_ALL, at, at, ...which);
  yield* run(RECORD_ALL, at, address, ...which);
  yield* run(END_ALL, at, ...which);
  return grants.map(({ id }) => ({ kind: 'grant', subject: id, at, address }));
}
