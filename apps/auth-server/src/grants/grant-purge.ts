import { type Chore, removal } from '../database/removal';
import { type Unit, all } from '../database/sql';
import type { Units } from '../database/units';
import { noteLooseEnd } from './grant-endings';
import { GONE_PARTIES } from './grant-parties';

/** How many grants are looked at in a minute, by their key: most ended ones are yet named, for as long as families are. */
const A_RUN = 2_000;
const HOUR = 3_600_000;

const SELECT_WINDOW = `SELECT id, ${GONE_PARTIES('grants')} FROM grants WHERE id > ? ORDER BY id LIMIT ?`;

interface Row {
  id: string;
  client: number | null;
  account: string | null;
}

/**
 * An approval begins an ended grant again in its own row. Within the hour every authorization code that names it is over,
 * also of one that began again and ended again in that very moment.
 */
const removeBatch = removal({
  table: 'grants',
  key: 'id',
  where: `id > ? AND id <= ? AND revoked_at <= ?
    AND NOT EXISTS (SELECT 1 FROM device_codes d WHERE d.grant_id = grants.id)
    AND NOT EXISTS (SELECT 1 FROM refresh_families f WHERE f.grant_id = grants.id)`,
  order: 'id',
});

/**
 * Ended grants that no code can name any more and no family does; what a code remembers of them, the epoch, is then not
 * needed. What was given in the very moment that its account or application ended, unseen by that, is a loose end.
 */
export function grantReaping(): Chore {
  let after = '';
  let looked = 0;
  return {
    name: 'grants',
    async removeSome(units: Units, now: number, most: number): Promise<boolean> {
      const grants = await units.read(() => all<Row>(SELECT_WINDOW, after, most));
      const clients = new Set(grants.flatMap(({ client }) => client ?? []));
      const accounts = new Set(grants.flatMap(({ account }) => account ?? []));
      if (clients.size + accounts.size > 0) await units.write(() => notingEnds(clients, accounts, now));
      const last = grants.at(-1)?.id ?? after;
      await removeBatch(units, most, after, last, now - HOUR);
      after = grants.length < most ? '' : last;
      looked += grants.length;
      if (after !== '' && looked < A_RUN) return true;
      looked = 0;
      return false;
    },
  };
}

function* notingEnds(clients: Iterable<number>, accounts: Iterable<string>, now: number): Unit<void> {
  for (const client of clients) yield* noteLooseEnd('client', String(client), now);
  for (const account of accounts) yield* noteLooseEnd('account', account, now);
}
