import type { Clock } from '../platform/config/clock';
import { type Unit, all, announce, run } from '../platform/database/sql';
import type { Units } from '../platform/database/units';
import type { Actor } from '../platform/events/events';
import type { PendingRevocation } from './pending-revocation.entity';
import { completeRevocations } from './pending-revocations';
import { endedClients, publishEnd } from './published-clients';

const statementsFor = (of: string, condition = `${of} AND revoked_at IS NULL`) => ({
  secrets: `UPDATE client_secrets SET revoked_at = ?
    WHERE revoked_at IS NULL AND client_id IN (SELECT id FROM clients WHERE ${condition})`,
  record: `INSERT INTO events (at, kind, account_id, client_id, actor_id, address)
    SELECT ?, 'application.deleted', account_id, client_id, CAST(? AS varchar(36)), CAST(? AS text) FROM clients WHERE ${condition}`,
  addPending: `INSERT INTO pending_revocations (kind, subject, at, address)
    SELECT 'client', CAST(id AS varchar(36)), ?, ? FROM clients WHERE ${condition} RETURNING subject`,
  usage: `DELETE FROM usage_counts WHERE client_id IN (SELECT id FROM clients WHERE ${condition})`,
  publish: endedClients(condition),
  revoke: `UPDATE clients SET revoked_at = ?, enabled = FALSE WHERE ${condition}`,
  logos: `DELETE FROM client_logos WHERE client_id IN (SELECT id FROM clients WHERE ${of} AND revoked_at = ?)`,
});

/** One application, or all of an account. */
const STATEMENTS = {
  client: statementsFor('id = ?'),
  developer: statementsFor('account_id = ?'),
};

/**
 * Deletes applications with their secrets; their grants are invalid at once.
 *
 * @returns the revocations still to be completed: see endings/pending-revocations.ts.
 */
export function* revokeClients(
  of: keyof typeof STATEMENTS,
  id: string | number,
  { at, actorId = null, address: caller }: Actor & { at: number },
): Unit<PendingRevocation[]> {
  const { secrets, record, addPending, usage, publish, revoke, logos } = STATEMENTS[of];
  yield* run(secrets, at, id);
  yield* run(record, at, actorId, caller, id);
  // Others read the events of what ends with it.
  const address = actorId === null ? caller : null;
  const pending = yield* all<{ subject: string }>(addPending, at, address, id);
  yield* run(usage, id);
  yield* publishEnd(publish, at, id);
  // After the rest: concurrent changes and uploads of logos wait for this row's lock.
  if ((yield* run(revoke, at, id)) > 0) yield* announce('clients');
  yield* run(logos, id, at);
  return pending.map(({ subject }) => ({ kind: 'client', subject, at, address }));
}

/** Deletes an application, and completes its revocations as far as a request can wait. */
export async function deleteClient(
  { units, clock }: { units: Units; clock: Clock },
  id: number,
  by: Actor,
): Promise<void> {
  const at = clock.now();
  await completeRevocations(units, clock, await units.write(() => revokeClients('client', id, { ...by, at })));
}
