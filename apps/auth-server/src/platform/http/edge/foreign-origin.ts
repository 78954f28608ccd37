import { OAuthError } from '../../../protocol/oauth-error';

/** To an unsafe call that a page of another origin makes. */
export const foreignOrigin = () =>
  new OAuthError('access_denied', 'calls from this origin are not allowed: CORS_ORIGINS does not name it');

/** To what our own pages alone may send. */
export const foreignForm = () => new OAuthError('access_denied', 'only a page of AUTH_URL may send this');
