import { type Unit, run } from '../database/sql';

/** An ended family is needed only as long as an access token may name it (see family-times.ts). */
const END = 'UPDATE refresh_families SET revoked_at = ?, reap_day = (access_expires_at + 3600000) / 86400000 + 1';
const END_ONE = `${END} WHERE id = ? AND revoked_at IS NULL`;
const END_OF_GRANTS = (column: 'id' | 'client_id' | 'account_id') => `${END}
  WHERE revoked_at IS NULL AND grant_id IN (SELECT id FROM grants WHERE ${column} = ? AND revoked_at IS NULL)`;
const END_OF = { grant: END_OF_GRANTS('id'), client: END_OF_GRANTS('client_id'), account: END_OF_GRANTS('account_id') };

/** @returns whether the family was alive until now. */
export function* endFamily(familyId: string, now: number): Unit<boolean> {
  return (yield* run(END_ONE, now, familyId)) === 1;
}

/** Ends the families of the living grants of somebody; run it before the grants themselves end. */
export function* endFamilies(of: keyof typeof END_OF, id: string | number, now: number): Unit<void> {
  yield* run(END_OF[of], now, id);
}
