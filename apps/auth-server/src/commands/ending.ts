import { randomBytes } from 'node:crypto';
import { CLOCK_SKEW } from '../endings/revocation-kind';
import { PURGE_DAY_OF_REVOKED, purgeDay } from '../endings/family-times';

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
  /** The next whole second, in epoch seconds and in milliseconds: `iat` of every earlier access token is lower. */
  below: number;
  cutoff: number;
}

export function endingValues(now: number, accessTokenTtl: number): EndingValues {
  const lastAccess = now + 1000 * accessTokenTtl;
  const lastAccessDay = purgeDay({ expiresAt: 0, accessExpiresAt: lastAccess });
  const below = Math.floor(now / 1000) + 1;
  return { now, lastAccess, lastAccessDay, below, cutoff: 1000 * below };
}

/** Keeps ended families until the access tokens issued after the backup, which name them, have expired. */
export const END_FAMILIES = (families: string) => `UPDATE ${families} SET revoked_at = @now,
    access_expires_at = CASE WHEN access_expires_at < @lastAccess THEN @lastAccess ELSE access_expires_at END,
    purge_day = CASE WHEN access_expires_at < @lastAccess THEN @lastAccessDay
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

/**
 * Refuses every access token issued until now, at this server and at the services that hear of revocations: what was
 * revoked since the backup is unknown. Introspection and services compare `iat` with the same second.
 */
export const REFUSE_EARLIER: readonly string[] = [
  `INSERT INTO access_token_cutoffs (id, issued_before) VALUES (1, @cutoff)
    ON CONFLICT (id) DO UPDATE SET issued_before = excluded.issued_before`,
  `INSERT INTO revocations (kind, subject, client_id, below, at, expires_at)
    SELECT 'before', '', NULL, @below, @now, MAX(lives.until) + ${CLOCK_SKEW * 1000}
    FROM (SELECT @lastAccess AS until UNION ALL SELECT @now + 1000 * longest_token_ttl FROM signing_keys) AS lives`,
];

/** Names a new history of revocations: services then read all of it again (ADR 42). With the value of {@link newLog}. */
export const BEGIN_LOG = {
  sqlite: 'UPDATE main.revocation_logs SET log = ?',
  postgres: 'UPDATE revocation_logs SET log = $1',
};

export const newLog = (): string => randomBytes(16).toString('base64url');

/** Printed: operators of services see a wave of refusals. */
export const EARLIER_REFUSED = `every service refuses every access token issued before, within a second of the server's start: clients get new ones
`;

export const RECORD_RESTORE = "INSERT INTO events (at, kind) VALUES (@now, 'database.restored')";

/** The counts above zero, as one line. */
export function spellCounts(counts: ReadonlyMap<string, number>): string {
  const changed = [...counts].filter(([, count]) => count > 0);
  return changed.map(([counted, count]) => `${counted}: ${count}`).join(', ') || 'nothing';
}
