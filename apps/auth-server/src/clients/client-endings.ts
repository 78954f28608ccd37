import { type Unit, announce, run } from '../database/sql';
import { endGrants } from '../grants/grant-endings';

const endingOf = (living: string) => ({
  secrets: `UPDATE client_secrets SET revoked_at = ?
    WHERE revoked_at IS NULL AND client_id IN (SELECT id FROM clients WHERE ${living})`,
  record: `INSERT INTO events (at, kind, account_id, client_id, address)
    SELECT ?, 'application.deleted', account_id, client_id, ? FROM clients WHERE ${living}`,
  end: `UPDATE clients SET revoked_at = ?, enabled = FALSE WHERE ${living}`,
});

/** An application, and all those of an account. */
const ENDING = {
  client: endingOf('id = ? AND revoked_at IS NULL'),
  developer: endingOf('account_id = ? AND revoked_at IS NULL'),
};

/** Deletes applications with their secrets, an event each; what was granted to them ends. */
export function* endClients(
  of: keyof typeof ENDING,
  id: string | number,
  { at, address }: { at: number; address: string | null },
): Unit<void> {
  const { secrets, record, end } = ENDING[of];
  yield* endGrants(of, id, { at, address });
  yield* run(secrets, at, id);
  yield* run(record, at, address, id);
  // Last: whoever else changes an application waits for this row.
  if ((yield* run(end, at, id)) > 0) yield* announce('clients');
}
