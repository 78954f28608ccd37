import { expiry } from '../database/removal';

/** Removes rows in which nothing counts any more, nor is remembered. */
export const forgetLimitCounts = expiry('limit_counts', { key: 'hash', column: 'expires_at' });
