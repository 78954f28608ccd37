import { expiry } from '../database/removal';
import { WINDOW } from './attempts';

/** Tries that the brake counts no more. It forgets those of an address itself, when that address tries again. */
export const forgetSignInAttempts = expiry('sign_in_attempts', { key: 'id', column: 'attempted_at', grace: WINDOW });
