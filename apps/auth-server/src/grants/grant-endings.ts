import { type Unit, run } from '../database/sql';
import { endFamilies } from '../tokens/family-endings';

type Column = 'id' | 'client_id' | 'account_id';

const RECORD = (column: Column) => `INSERT INTO events (at, kind, account_id, client_id, address)
  SELECT ?, 'grant.ended', g.account_id, c.client_id, ? FROM grants g JOIN clients c ON c.id = g.client_id
  WHERE g.${column} = ? AND g.revoked_at IS NULL`;
const END = (column: Column) =>
  `UPDATE grants SET revoked_at = ?, epoch = epoch + 1 WHERE ${column} = ? AND revoked_at IS NULL`;
const statementsFor = (column: Column) => ({ record: RECORD(column), end: END(column) });
const BY = { grant: statementsFor('id'), client: statementsFor('client_id'), account: statementsFor('account_id') };

/**
 * Ends grants with all their families, an event each. The next epoch makes their unspent codes worthless, for good:
 * access given again later does not bring them back.
 */
export function* endGrants(
  of: keyof typeof BY,
  id: string | number,
  { at, address }: { at: number; address: string | null },
): Unit<void> {
  const { record, end } = BY[of];
  yield* endFamilies(of, id, at);
  yield* run(record, at, address, id);
  yield* run(end, at, id);
}
