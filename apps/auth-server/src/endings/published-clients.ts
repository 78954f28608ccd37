import { type SqlValue, type Unit, run } from '../platform/database/sql';
import { LAST_EXPIRY } from './last-expiry';
import { recordRevocation, recordRevocations } from './record-revocation';
import { ANY_TIME, CLOCK_SKEW } from './revocation-kind';

/** @param which a condition on the clients that end. @returns a query for {@link publishEnd}. */
export const endedClients = (which: string) => `SELECT 'client', client_id, NULL,
    CASE WHEN origin = 'metadata_document' THEN ? ELSE ${ANY_TIME} END, ?, ${LAST_EXPIRY}, NULL, NULL
  FROM clients WHERE ${which}`;

/** A client that is known by its document may be stored again, but not before this time in epoch seconds. */
const backFrom = (at: number) => Math.floor(at / 1000) + 1 + CLOCK_SKEW;

/** Makes services refuse the access tokens of clients that end: those issued until now, for all but documents any. */
export function* publishEnd(select: string, at: number, ...values: readonly SqlValue[]): Unit<void> {
  yield* recordRevocations(at, select, backFrom(at), at, at, ...values);
}

const SWITCH = {
  enabled: 'UPDATE clients SET enabled = TRUE WHERE id = ? AND NOT enabled',
  disabled: 'UPDATE clients SET enabled = FALSE WHERE id = ? AND enabled',
};
const FORGET = "DELETE FROM revocations WHERE kind IN ('disabled', 'enabled') AND subject = ?";

/**
 * Changes the client's row first, which locks it: of two changes at a moment the one that stays draws the higher version,
 * which services go by.
 */
export function* switchClient(
  { id, clientId }: { id: number; clientId: string },
  isEnabled: boolean,
  at: number,
): Unit<void> {
  const kind = isEnabled ? 'enabled' : 'disabled';
  if ((yield* run(SWITCH[kind], id)) === 0) return;
  yield* run(FORGET, clientId);
  yield* recordRevocation({ kind, subject: clientId, at });
}
