import type { BackgroundJob } from '../platform/database/batched-delete';
import { type Unit, all, announce, run } from '../platform/database/sql';
import { type Window, tableWalk } from '../platform/database/table-walk';
import { endedClients, publishEnd } from './published-clients';

const HOUR = 3_600_000;
const UNUSED = 30 * 24 * HOUR;
/** By then every request that found the client alive is over. */
const ENDED = HOUR;

const NONE = (table: string, key: string) => `NOT EXISTS (SELECT 1 FROM ${table} n WHERE n.client_id = clients.${key})`;
/** A client that such a request waits for is in use. */
const NONE_WAITING = ['pushed_requests', 'device_codes'].map((table) => NONE(table, 'client_id')).join(' AND ');
const NONE_GRANTED = NONE('grants', 'id');
/** Such a client acts by exchanged tokens, without a grant of its own. */
const NONE_DELEGATED = NONE('delegations', 'id');

const OF_WINDOW = "id > ? AND id <= ? AND origin <> 'console'";
// A document that is in use is fetched again, which renews metadata_expires_at. One that an administrator disabled stays
// so: without its row it would come back enabled.
const END_UNUSED = `UPDATE clients SET revoked_at = ?, enabled = FALSE
  WHERE ${OF_WINDOW} AND revoked_at IS NULL AND COALESCE(metadata_expires_at, created_at) <= ?
    AND ${NONE_GRANTED} AND ${NONE_DELEGATED} AND ${NONE_WAITING}
    AND disabled_by_admin_at IS NULL`;
const ENDED_NOW = endedClients(`${OF_WINDOW} AND revoked_at = ?`);
/** Locks the rows before they are deleted: an approval at that moment revives the row first, or inserts a new one. */
const TAKE_ENDED = `UPDATE clients SET enabled = FALSE
  WHERE ${OF_WINDOW} AND revoked_at <= ? AND ${NONE_GRANTED} AND ${NONE('logout_notices', 'id')} RETURNING id`;
const DELETE_WHOLE = [
  'DELETE FROM client_redirect_uris WHERE client_id = ?',
  'DELETE FROM client_secrets WHERE client_id = ?',
  'DELETE FROM client_logos WHERE client_id = ?',
  'DELETE FROM clients WHERE id = ?',
];

/**
 * Ends clients that no developer registered and that were not used for 30 days. An hour later, once no grant names such a
 * client, its rows are deleted: events name it by its public `client_id`.
 */
export const purgeClients = (): BackgroundJob =>
  tableWalk<number, { id: number }>({
    name: 'clients',
    select: 'SELECT id FROM clients WHERE id > ? ORDER BY id LIMIT ?',
    first: 0,
    visit: (units, _, window, now) => units.write(() => purgeWindow(window, now)),
  });

function* purgeWindow({ after, last }: Window<number>, now: number): Unit<void> {
  const ended = yield* run(END_UNUSED, now, after, last, now - UNUSED);
  if (ended > 0) {
    yield* publishEnd(ENDED_NOW, now, after, last, now);
    yield* announce('clients');
  }
  for (const { id } of yield* all<{ id: number }>(TAKE_ENDED, after, last, now - ENDED))
    for (const statement of DELETE_WHOLE) yield* run(statement, id);
}
