import { expiry } from '../database/removal';

/** Revoked access tokens that have expired, and by any clock that is a minute off. */
export const forgetRevocations = expiry('revoked_access_tokens', { key: 'jti', column: 'expires_at', grace: 60_000 });
