import { type Unit, run } from '../database/sql';
import { endingFamiliesOf } from '../tokens/family-endings';
import { IS_ABANDONED } from './grant-parties';

/** A grant; one that is abandoned; those given to an application, by an account, to all applications of an account. */
const WHOSE = {
  grant: 'id = ?',
  abandoned: `id = ? AND ${IS_ABANDONED('grants')}`,
  client: 'client_id = ?',
  account: 'account_id = ?',
  developer: 'client_id IN (SELECT c.id FROM clients c WHERE c.account_id = ? AND c.revoked_at IS NULL)',
};

const endingOf = (whose: string) => ({
  families: endingFamiliesOf(`SELECT id FROM grants WHERE ${whose} AND revoked_at IS NULL`),
  record: `INSERT INTO events (at, kind, account_id, client_id, address)
    SELECT ?, 'grant.ended', g.account_id, c.client_id, ?
    FROM (SELECT account_id, client_id FROM grants WHERE ${whose} AND revoked_at IS NULL) g
      JOIN clients c ON c.id = g.client_id`,
  end: `UPDATE grants SET revoked_at = ?, epoch = epoch + 1 WHERE ${whose} AND revoked_at IS NULL`,
});

const ENDING = {
  grant: endingOf(WHOSE.grant),
  abandoned: endingOf(WHOSE.abandoned),
  client: endingOf(WHOSE.client),
  account: endingOf(WHOSE.account),
  developer: endingOf(WHOSE.developer),
};

/**
 * Ends grants with all their families, an event each, in as many statements however many they are. The next epoch
 * makes their unspent codes worthless, for good: access given again later does not bring them back.
 */
export function* endGrants(
  of: keyof typeof WHOSE,
  id: string | number,
  { at, address }: { at: number; address: string | null },
): Unit<void> {
  const { families, record, end } = ENDING[of];
  yield* run(families, at, id);
  yield* run(record, at, address, id);
  yield* run(end, at, id);
}
