import { OAuthError } from '../../protocol/oauth-error';
import { BEARER_CHALLENGE, NOT_SIGNED_IN } from './caller';

/** Redirected only with `prompt=none`, and then without the reason. */
export const loginRequired = (why: string = NOT_SIGNED_IN.noToken) =>
  new OAuthError('login_required', why, { challenge: BEARER_CHALLENGE });

/** Makes the error for a signed-in caller. */
export const otherLoginRequired = () =>
  loginRequired(
    'sign in again, as the application wants it: its request names an account, an age or a class of sign-in',
  );
