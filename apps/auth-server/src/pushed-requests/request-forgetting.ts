import { expiry } from '../database/removal';

/** Pushed requests of which no consent session can wait. */
export const forgetPushedRequests = expiry('pushed_requests', { key: 'hash', column: 'expires_at' });
