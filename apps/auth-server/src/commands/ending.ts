import { PURGE_DAY_OF_REVOKED, purgeDay } from '../tokens/family-times';

/** A statement, with `@name` for each value of {@link EndingValues}, and what it is counted as. */
export interface Ending {
  counted: string;
  text: string;
}

export interface EndingValues {
  now: number;
  /** When the last access token issued until now expires. */
  lastAccess: number;
  lastAccessDay: number;
}

export function endingValues(now: number, accessTokenTtl: number): EndingValues {
  const lastAccess = now + 1000 * accessTokenTtl;
  return { now, lastAccess, lastAccessDay: purgeDay({ expiresAt: 0, accessExpiresAt: lastAccess }) };
}

/** Families as they end: access tokens that the backup does not know of may name them. */
export const END_FAMILIES = (families: string) => `UPDATE ${families} SET revoked_at = @now,
    access_expires_at = CASE WHEN access_expires_at < @lastAccess THEN @lastAccess ELSE access_expires_at END,
    reap_day = CASE WHEN access_expires_at < @lastAccess THEN @lastAccessDay
      ELSE ${PURGE_DAY_OF_REVOKED} END
  WHERE revoked_at IS NULL`;

/** Where nobody can tell what was used since the backup: all that can be used. On both engines. */
export const END_EVERYTHING: readonly Ending[] = [
  { counted: 'token families', text: END_FAMILIES('refresh_families') },
  { counted: 'codes', text: 'UPDATE authorization_codes SET redeemed_at = @now WHERE redeemed_at IS NULL' },
  { counted: 'device codes', text: 'UPDATE device_codes SET redeemed_at = @now WHERE redeemed_at IS NULL' },
  { counted: 'consent sessions', text: 'UPDATE consent_sessions SET decided_at = @now WHERE decided_at IS NULL' },
  { counted: 'pushed requests', text: 'DELETE FROM pushed_requests' },
  {
    counted: 'initial access tokens',
    text: 'UPDATE initial_access_tokens SET revoked_at = @now WHERE revoked_at IS NULL',
  },
  { counted: 'sign-in sessions', text: 'UPDATE sign_in_sessions SET revoked_at = @now WHERE revoked_at IS NULL' },
];

/** Access tokens without a family have no row to end, and those that were revoked since the backup are not known. */
export const REFUSE_EARLIER = `INSERT INTO access_token_cutoffs (id, issued_before) VALUES (1, @now)
  ON CONFLICT (id) DO UPDATE SET issued_before = excluded.issued_before`;

/** The event that tells of a restore, on both engines. */
export const RECORD_RESTORE = "INSERT INTO events (at, kind) VALUES (@now, 'database.restored')";

/** What was changed and how often, as a line to print. */
export function spellCounts(counts: ReadonlyMap<string, number>): string {
  const changed = [...counts].filter(([, count]) => count > 0);
  return changed.map(([counted, count]) => `${counted}: ${count}`).join(', ') || 'nothing';
}
