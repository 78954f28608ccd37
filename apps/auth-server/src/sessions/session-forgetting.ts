import { expiry } from '../database/removal';

/** Sign-in sessions that are over; one that was ended goes when it would have expired. */
export const forgetSessions = expiry('sign_in_sessions', { key: 'id', column: 'expires_at' });

/** Requests that nobody signed in for. */
export const forgetSignInDemands = expiry('sign_in_demands', { key: 'hash', column: 'expires_at' });
