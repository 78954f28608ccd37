import { expiry } from '../database/removal';
import { REMEMBERED } from './consent.repository';

/** Consent sessions that do not even answer by their redirect any more. */
export const forgetConsents = expiry('consent_sessions', { key: 'hash', column: 'expires_at', grace: REMEMBERED });
