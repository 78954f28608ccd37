import { expiry } from '../database/removal';

/** Codes that have expired, spent or not: a replay is punished until then. */
export const forgetCodes = expiry('authorization_codes', { key: 'hash', column: 'expires_at' });
