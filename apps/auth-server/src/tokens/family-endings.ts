import type { Sql } from '../database/units';

const END_ONE = 'UPDATE refresh_families SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL';
const END_OF_GRANTS = (column: 'id' | 'client_id' | 'account_id') => `UPDATE refresh_families SET revoked_at = ?
  WHERE revoked_at IS NULL AND grant_id IN (SELECT id FROM grants WHERE ${column} = ? AND revoked_at IS NULL)`;
const END_OF = { grant: END_OF_GRANTS('id'), client: END_OF_GRANTS('client_id'), account: END_OF_GRANTS('account_id') };

/** @returns whether the family was alive until now. */
export const endFamily = (sql: Sql, familyId: string, now: number) => sql.run(END_ONE, now, familyId) === 1;

/** Ends the families of the living grants of somebody; run it before the grants themselves end. */
export function endFamilies(sql: Sql, of: keyof typeof END_OF, id: string | number, now: number): void {
  sql.run(END_OF[of], now, id);
}
