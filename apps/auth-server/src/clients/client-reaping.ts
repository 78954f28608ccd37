import type { Chore } from '../database/removal';
import { type Unit, all, announce, run } from '../database/sql';
import type { Units } from '../database/units';

/** How long a client that nobody uses is kept. */
const UNUSED = 30 * 86_400_000;
/** How many clients are looked at in a run, by their key. */
const A_RUN = 2_000;

/** What is to begin with a client, or began: while there is any of it, it is in use. */
const UNNAMED = Object.entries({ grants: 'id', pushed_requests: 'client_id', device_codes: 'client_id' })
  .map(([table, key]) => `NOT EXISTS (SELECT 1 FROM ${table} n WHERE n.client_id = clients.${key})`)
  .join(' AND ');

const SELECT_WINDOW = 'SELECT id FROM clients WHERE id > ? ORDER BY id LIMIT ?';
const OF_WINDOW = "id > ? AND id <= ? AND origin <> 'console'";
// A document that is in use is fetched again.
const END_UNUSED = `UPDATE clients SET revoked_at = ?, enabled = FALSE
  WHERE ${OF_WINDOW} AND revoked_at IS NULL AND COALESCE(metadata_expires_at, created_at) <= ? AND ${UNNAMED}`;
const DELETE_OF_ENDED = ['client_redirect_uris', 'client_secrets'].map(
  (table) =>
    `DELETE FROM ${table} WHERE client_id IN (SELECT id FROM clients WHERE ${OF_WINDOW} AND revoked_at IS NOT NULL)`,
);

/**
 * Ends clients that no developer registered and that nobody granted anything to for 30 days, and removes what hangs on
 * them. Their bare rows stay, like those of every ended application: what begins with one at that very moment finds it
 * ended, and names no row that is gone.
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
  for (const statement of DELETE_OF_ENDED) yield* run(statement, after, last);
  if (ended > 0) yield* announce('clients');
}
