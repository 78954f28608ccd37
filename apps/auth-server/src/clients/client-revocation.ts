import type { Clock } from '../config/clock';
import { type Unit, all, announce, run } from '../database/sql';
import type { Units } from '../database/units';
import type { RevokedBy } from '../grants/grant-revocation';
import type { PendingRevocation } from '../grants/pending-revocation.entity';
import { completeRevocations } from '../grants/pending-revocations';

const endingOf = (living: string) => ({
  secrets: `UPDATE client_secrets SET revoked_at = ?
    WHERE revoked_at IS NULL AND client_id IN (SELECT id FROM clients WHERE ${living})`,
  record: `INSERT INTO events (at, kind, account_id, client_id, address)
    SELECT ?, 'application.deleted', account_id, client_id, ? FROM clients WHERE ${living}`,
  leave: `INSERT INTO loose_ends (kind, subject, at, address)
    SELECT 'client', CAST(id AS varchar(36)), ?, ? FROM clients WHERE ${living} RETURNING subject`,
  end: `UPDATE clients SET revoked_at = ?, enabled = FALSE WHERE ${living}`,
});

/** An application, and all those of an account. */
const ENDING = {
  client: endingOf('id = ? AND revoked_at IS NULL'),
  developer: endingOf('account_id = ? AND revoked_at IS NULL'),
};

/**
 * Deletes applications with their secrets, an event each. What was granted to them is worthless from then on.
 *
 * @returns what of it is left to be ended: see grants/pending-revocations.ts.
 */
export function* revokeClients(
  of: keyof typeof ENDING,
  id: string | number,
  { at, address }: RevokedBy,
): Unit<PendingRevocation[]> {
  const { secrets, record, leave, end } = ENDING[of];
  yield* run(secrets, at, id);
  yield* run(record, at, address, id);
  const left = yield* all<{ subject: string }>(leave, at, address, id);
  // Last: whoever else changes an application waits for this row.
  if ((yield* run(end, at, id)) > 0) yield* announce('clients');
  return left.map(({ subject }) => ({ kind: 'client', subject, at, address }));
}

/** Deletes an application, and ends what was granted to it as far as its caller can wait for that. */
export async function deleteClient(
  { units, clock }: { units: Units; clock: Clock },
  id: number,
  address: string | null,
): Promise<void> {
  const at = clock.now();
  await completeRevocations(units, clock, await units.write(() => revokeClients('client', id, { at, address })));
}
