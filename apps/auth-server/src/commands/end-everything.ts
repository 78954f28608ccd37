import { PURGE_DAY_OF_REVOKED, purgeDay } from '../endings/family-times';
import { recordRevocation } from '../endings/record-revocation';
import { ENTITIES } from '../model/entities';
import { type Unit, run } from '../platform/database/sql';
import { type Ending, endingsOf } from '../platform/database/table-facts';
import type { Counts } from './spell-counts';

/** Keeps ended families until the access tokens that may name them have expired. */
const END_FAMILIES = `UPDATE refresh_families SET revoked_at = ?,
    access_expires_at = CASE WHEN access_expires_at < ? THEN ? ELSE access_expires_at END,
    purge_day = CASE WHEN access_expires_at < ? THEN ? ELSE ${PURGE_DAY_OF_REVOKED} END
  WHERE revoked_at IS NULL`;
const REFUSE_EARLIER = `INSERT INTO access_token_cutoffs (id, issued_before) VALUES (1, ?)
  ON CONFLICT (id) DO UPDATE SET issued_before = excluded.issued_before`;

/** Printed: operators of services see a wave of refusals. */
export const EARLIER_REFUSED = `every service refuses every access token issued before, within a second of the server's start: clients get new ones
`;

/**
 * Ends everything that can be used, where uses and endings are unknown. Introspection and services refuse every access
 * token issued until now by the same whole second.
 *
 * @param accessTokenTtl seconds.
 */
export function* endEverything(now: number, accessTokenTtl: number): Unit<Counts> {
  const lastAccess = now + 1000 * accessTokenTtl;
  const lastDay = purgeDay({ expiresAt: 0, accessExpiresAt: lastAccess });
  const below = Math.floor(now / 1000) + 1;
  yield* run(REFUSE_EARLIER, 1000 * below);
  yield* recordRevocation({ kind: 'before', subject: '', below, at: now });
  return {
    'token families': yield* run(END_FAMILIES, now, lastAccess, lastAccess, lastAccess, lastDay),
    ...(yield* endRows(endingsOf(ENTITIES), now)),
  };
}

/** Ends what entities mark with `@Ends()`. */
export function* endRows([first, ...others]: readonly Ending[], now: number): Unit<Counts> {
  if (first === undefined) return {};
  const { counted, table, column } = first;
  const ended =
    column === null
      ? yield* run(`DELETE FROM ${table}`)
      : yield* run(`UPDATE ${table} SET ${column} = ? WHERE ${column} IS NULL`, now);
  return { [counted]: ended, ...(yield* endRows(others, now)) };
}
