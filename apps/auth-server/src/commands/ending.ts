import { PURGE_DAY_OF_REVOKED, purgeDay } from '../tokens/family-times';

/** A statement with `@name` for each value of {@link EndingValues}; its changed rows are reported as `counted`. */
export interface Ending {
  counted: string;
  text: string;
}

export interface EndingValues {
  now: number;
  /** Latest expiry of the access tokens issued until now. */
  lastAccess: number;
  lastAccessDay: number;
}

export function endingValues(now: number, accessTokenTtl: number): EndingValues {
  const lastAccess = now + 1000 * accessTokenTtl;
  return { now, lastAccess, lastAccessDay: purgeDay({ expiresAt: 0, accessExpiresAt: lastAccess }) };
}

/** Keeps ended families until the access tokens issued after the backup, which name them, have expired. */
export const END_FAMILIES = (families: string) => `UPDATE ${families} SET revoked_at = @now,
    access_expires_at = CASE WHEN access_expires_at < @lastAccess THEN @lastAccess ELSE access_expires_at END,
    reap_day = CASE WHEN access_expires_at < @lastAccess THEN @lastAccessDay
      ELSE ${PURGE_DAY_OF_REVOKED} END
  WHERE revoked_at IS NULL`;

/** Ends everything that can be used, where uses since the backup are unknown. Runs on both engines. */
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

/** Refuses all earlier access tokens without a family: revocations since the backup are unknown. */
export const REFUSE_EARLIER = `INSERT INTO access_token_cutoffs (id, issued_before) VALUES (1, @now)
  ON CONFLICT (id) DO UPDATE SET issued_before = excluded.issued_before`;

export const RECORD_RESTORE = "INSERT INTO events (at, kind) VALUES (@now, 'database.restored')";

/** The counts above zero, as one line. */
export function spellCounts(counts: ReadonlyMap<string, number>): string {
  const changed = [...counts].filter(([, count]) => count > 0);
  return changed.map(([counted, count]) => `${counted}: ${count}`).join(', ') || 'nothing';
}
