import { type Unit, run } from '../database/sql';

/** An ended family is needed only as long as an access token may name it (see family-times.ts). */
const END = 'UPDATE refresh_families SET revoked_at = ?, reap_day = (access_expires_at + 3600000) / 86400000 + 1';
const END_ONE = `${END} WHERE id = ? AND revoked_at IS NULL`;

/** @returns whether the family was alive until now. */
export function* endFamily(familyId: string, now: number): Unit<boolean> {
  return (yield* run(END_ONE, now, familyId)) === 1;
}

/**
 * The statement that ends the families of grants, at the time that is its first value.
 *
 * @param grants a query of their ids, whose values follow.
 */
export const endingFamiliesOf = (grants: string) => `${END} WHERE revoked_at IS NULL AND grant_id IN (${grants})`;
