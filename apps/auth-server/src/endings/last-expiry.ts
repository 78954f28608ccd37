import { CLOCK_SKEW } from './revocation-kind';

/**
 * Epoch milliseconds by which every access token issued until `?` has expired: keys know the longest lifetime of theirs. With
 * a margin, as another process may issue by a clock that is ahead.
 */
export const LAST_EXPIRY = `CAST(? AS bigint) + (${CLOCK_SKEW * 1000}
  + 1000 * (SELECT COALESCE(MAX(CAST(longest_token_ttl AS bigint)), 0) FROM signing_keys))`;
