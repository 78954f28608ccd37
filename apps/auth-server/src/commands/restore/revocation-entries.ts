import { ANY_TIME, CLOCK_SKEW } from '../../endings/revocation-kind';
import type { Ending } from '../ending';

/** When the last access token issued until now expires, by the settings and by what every key was used for. */
const LAST_EXPIRY = `MAX(@lastAccess, @now + 1000 * (SELECT COALESCE(MAX(longest_token_ttl), 0) FROM main.signing_keys))
  + ${CLOCK_SKEW * 1000}`;
/** An ending whose access tokens have not all expired. */
const IS_RECENT = (endedAt: string) => `COALESCE(${endedAt} + (${LAST_EXPIRY}) - @now, @now + 1) > @now`;
const UNKNOWN = (kind: string, subject: string) =>
  `NOT EXISTS (SELECT 1 FROM main.revocations r WHERE r.subject = ${subject} AND r.kind = '${kind}')`;

const entry = (counted: string, select: string): Ending => ({
  counted,
  text: `INSERT INTO main.revocations (kind, subject, client_id, below, at, expires_at) ${select}`,
});

/**
 * What access tokens of the replaced database are refused from now on: what the restore ended, and what only that database
 * has. Its own entries are copied before: they refuse what had ended there, wide ones the families that have none of their own.
 */
export const ENTRIES: readonly Ending[] = [
  entry(
    'token families',
    `SELECT 'family', f.id, NULL, NULL, @now, ${LAST_EXPIRY}
      FROM main.refresh_families f JOIN present.refresh_families p ON p.id = f.id
      WHERE f.revoked_at = @now AND p.revoked_at IS NULL
    UNION ALL SELECT 'family', p.id, NULL, NULL, @now, ${LAST_EXPIRY} FROM present.refresh_families p
      WHERE p.revoked_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM main.refresh_families f WHERE f.id = p.id)`,
  ),
  entry(
    'grants',
    `SELECT 'grant', g.account_id, c.client_id, g.epoch, @now, ${LAST_EXPIRY}
      FROM main.grants g JOIN main.clients c ON c.id = g.client_id WHERE g.revoked_at = @now`,
  ),
  entry(
    'accounts',
    `SELECT 'account', p.id, NULL, NULL, @now, ${LAST_EXPIRY} FROM present.accounts p
      WHERE ${IS_RECENT('p.closed_at')} AND ${UNKNOWN('account', 'p.id')}
        AND NOT EXISTS (SELECT 1 FROM main.accounts a WHERE a.id = p.id AND a.closed_at IS NULL)`,
  ),
  entry(
    'applications',
    `SELECT 'client', p.client_id, NULL, CASE WHEN p.origin = 'metadata_document' THEN @below ELSE ${ANY_TIME} END, @now, ${LAST_EXPIRY} FROM present.clients p
      WHERE (p.revoked_at IS NULL OR ${UNKNOWN('client', 'p.client_id')}) AND ${IS_RECENT('p.revoked_at')}
        AND NOT EXISTS (SELECT 1 FROM main.clients c WHERE c.client_id = p.client_id AND c.revoked_at IS NULL)
    UNION ALL SELECT 'disabled', c.client_id, NULL, NULL, @now, ${LAST_EXPIRY}
      FROM main.clients c JOIN present.clients p ON p.client_id = c.client_id AND p.revoked_at IS NULL AND p.enabled
      WHERE c.revoked_at IS NULL AND NOT c.enabled`,
  ),
];
