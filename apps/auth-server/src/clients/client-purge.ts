import type { Chore } from '../database/removal';
import { type Unit, all, announce, run } from '../database/sql';
import type { Units } from '../database/units';

const HOUR = 3_600_000;
/** How long a client that nobody uses is kept. */
const UNUSED = 30 * 24 * HOUR;
/** How long the row of an ended client is kept: every request that found the client alive is over by then. */
const ENDED = HOUR;
/** How many clients are looked at in a run, by their key. */
const A_RUN = 2_000;

const NONE = (table: string, key: string) => `NOT EXISTS (SELECT 1 FROM ${table} n WHERE n.client_id = clients.${key})`;
/** What is to begin with a client: while there is any of it, it is in use. */
const NONE_WAITING = ['pushed_requests', 'device_codes'].map((table) => NONE(table, 'client_id')).join(' AND ');
const NONE_GRANTED = NONE('grants', 'id');

const SELECT_WINDOW = 'SELECT id FROM clients WHERE id > ? ORDER BY id LIMIT ?';
const OF_WINDOW = "id > ? AND id <= ? AND origin <> 'console'";
// A document that is in use is fetched again.
const END_UNUSED = `UPDATE clients SET revoked_at = ?, enabled = FALSE
  WHERE ${OF_WINDOW} AND revoked_at IS NULL AND COALESCE(metadata_expires_at, created_at) <= ?
    AND ${NONE_GRANTED} AND ${NONE_WAITING}`;
/** Locks the rows before they are deleted: an approval at that moment revives the row first, or inserts a new one. */
const TAKE_ENDED = `UPDATE clients SET enabled = FALSE
  WHERE ${OF_WINDOW} AND revoked_at <= ? AND ${NONE_GRANTED} AND ${NONE('logout_notices', 'id')} RETURNING id`;
const DELETE_WHOLE = [
  'DELETE FROM client_redirect_uris WHERE client_id = ?',
  'DELETE FROM client_secrets WHERE client_id = ?',
  'DELETE FROM clients WHERE id = ?',
];

/**
 * Ends clients that no developer registered and that had no grant for 30 days. An hour later, once no grant names such
 * a client, its rows are deleted: events name it by its public `client_id`.
 */
export function clientReaping(): Chore {
  let after = 0;
  let looked = 0;
  return {
    name: 'clients',
    async removeSome(units: Units, now: number, most: number): Promise<boolean> {
      const ids = await units.read(() => all<{ id: number }>(SELECT_WINDOW, after, most));
      const last = ids.at(-1)?.id ?? after;
      if (last > after) await units.write(() => reap(after, last, now));
      after = ids.length < most ? 0 : last;
      looked += ids.length;
      if (after !== 0 && looked < A_RUN) return true;
      looked = 0;
      return false;
    },
  };
}

function* reap(after: number, last: number, now: number): Unit<void> {
  const ended = yield* run(END_UNUSED, now, after, last, now - UNUSED);
  if (ended > 0) yield* announce('clients');
  for (const { id } of yield* all<{ id: number }>(TAKE_ENDED, after, last, now - ENDED))
    for (const statement of DELETE_WHOLE) yield* run(statement, id);
}
