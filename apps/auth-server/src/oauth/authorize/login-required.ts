import { OAuthError } from '../../protocol/oauth-error';
import { BEARER_CHALLENGE, type Caller } from '../../sessions/caller';

/**
 * The caller's doing, not the request's: never a redirect.
 *
 * @param caller who is signed in, and not as the request wants it.
 */
export const loginRequired = (caller: Caller | null = null) =>
  new OAuthError('login_required', caller === null ? 'sign in first: send a session token' : ANEW, {
    challenge: BEARER_CHALLENGE,
  });

const ANEW = 'sign in anew, as the application wants it: its request names an account, an age or a class of sign-in';
