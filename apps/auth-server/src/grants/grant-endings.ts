import type { Sql } from '../database/units';
import { endFamilies } from '../tokens/family-endings';

const END = (column: 'id' | 'client_id' | 'account_id') =>
  `UPDATE grants SET revoked_at = ?, epoch = epoch + 1 WHERE ${column} = ? AND revoked_at IS NULL`;
const END_BY = { grant: END('id'), client: END('client_id'), account: END('account_id') };

/**
 * Ends grants with all their families. The next epoch makes their unspent codes worthless, for good: access given
 * again later does not bring them back.
 *
 * @returns how many were alive.
 */
export function endGrants(sql: Sql, of: keyof typeof END_BY, id: string | number, now: number): number {
  endFamilies(sql, of, id, now);
  return sql.run(END_BY[of], now, id);
}
