import { expiry } from '../database/removal';

/** Counts of which nothing counts any more. */
export const forgetLimitCounts = expiry('limit_counts', { key: 'hash', column: 'expires_at' });
