import { OAuthError } from '../../protocol/oauth-error';
import { BEARER_CHALLENGE, NOT_SIGNED_IN } from './caller';

/** Redirected only with `prompt=none`, and then without the reason. */
export const loginRequired = (why: string = NOT_SIGNED_IN.noToken) =>
  new OAuthError('login_required', why, { challenge: BEARER_CHALLENGE });

/** Makes the error for a signed-in caller. */
export const otherLoginRequired = () =>
  loginRequired(
    'sign in again: the request of the application requires another account, a newer sign-in or another class of sign-in',
  );
