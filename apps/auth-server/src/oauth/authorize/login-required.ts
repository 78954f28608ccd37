import { OAuthError } from '../../protocol/oauth-error';
import { BEARER_CHALLENGE } from '../../sessions/caller';

/** The caller's doing, not the request's: never a redirect. */
export const loginRequired = () =>
  new OAuthError('login_required', 'sign in first: send a session token', { challenge: BEARER_CHALLENGE });
