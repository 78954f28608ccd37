import { type SqlValue, type Unit, all } from '../database/sql';
import { LAST_EXPIRY, recordRevocation, recordRevocations } from '../revocations/record-revocation';
import { ANY_TIME, CLOCK_SKEW } from '../revocations/revocation-kind';

/** @param which a condition on the clients that end. @returns a query for {@link publishEnd}. */
export const endedClients = (which: string) => `SELECT 'client', client_id, NULL,
    CASE WHEN origin = 'metadata_document' THEN ? ELSE ${ANY_TIME} END, ?, ${LAST_EXPIRY}
  FROM clients WHERE ${which}`;

/** A client that is known by its document may be stored again, but not before this time in epoch seconds. */
const backFrom = (at: number) => Math.floor(at / 1000) + 1 + CLOCK_SKEW;

/** Makes services refuse the access tokens of clients that end: those issued until now, for all but documents any. */
export function* publishEnd(select: string, at: number, ...values: readonly SqlValue[]): Unit<void> {
  yield* recordRevocations(select, backFrom(at), at, at, ...values);
}

const DISABLED = `SELECT 'disabled', client_id, NULL, NULL, ?, ${LAST_EXPIRY} FROM clients WHERE id = ? AND enabled`;
const LIFT = "DELETE FROM revocations WHERE kind = 'disabled' AND subject = ? RETURNING version";

/** Before the client's row is changed: disabling it again publishes nothing. */
export function* publishEnabled(
  { id, clientId }: { id: number; clientId: string },
  enabled: boolean,
  at: number,
): Unit<void> {
  if (!enabled) {
    yield* recordRevocations(DISABLED, at, at, id);
    return;
  }
  const lifted = yield* all<{ version: number }>(LIFT, clientId);
  for (const { version } of lifted) yield* recordRevocation({ kind: 'enabled', subject: clientId, below: version, at });
}
