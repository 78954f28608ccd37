import { OAuthError } from '../oauth-error';
import type { SentParameters } from './authorization-request';
import { appendParameters } from './redirect-uri';

/** Characters. Headers of 32 KB are read: the rest is for cookies and what browsers send. */
const LONGEST_URL = 24_576;

/**
 * An authorization request as a URL of the authorization endpoint.
 *
 * @throws OAuthError `invalid_request` (413) for one that is too long to come back.
 */
export function requestUrl(issuer: string, parameters: SentParameters): string {
  const url = appendParameters(`${issuer}/oauth2/authorize`, parameters);
  if (url.length > LONGEST_URL)
    throw new OAuthError('invalid_request', 'the request is too long for a URL: push it (RFC 9126)', { status: 413 });
  return url;
}
