import { OAuthError } from '../protocol/oauth-error';
import { BEARER_CHALLENGE, NOT_SIGNED_IN } from './caller';

/** The caller's fault, not the request's: redirected only with `prompt=none`, and then without the reason. */
export const loginRequired = (why: string = NOT_SIGNED_IN.noToken) =>
  new OAuthError('login_required', why, { challenge: BEARER_CHALLENGE });

/** The caller is signed in, and not as the request wants it. */
export const otherLoginRequired = () =>
  loginRequired(
    'sign in anew, as the application wants it: its request names an account, an age or a class of sign-in',
  );
