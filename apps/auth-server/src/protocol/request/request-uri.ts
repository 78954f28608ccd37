import { OAuthError } from '../oauth-error';
import { randomToken } from '../token/opaque-secret';

/** RFC 9126 §2.2. */
const PREFIX = 'urn:ietf:params:oauth:request_uri:';

/** Seconds. */
export const REQUEST_URI_TTL = 90;

export const newRequestUri = () => PREFIX + randomToken();

/** Requests by reference are not fetched (RFC 9101 §5.2). @throws OAuthError `request_uri_not_supported`. */
export function assertPushedRequestUri(requestUri: string): void {
  if (!requestUri.startsWith(PREFIX))
    throw new OAuthError('request_uri_not_supported', 'request_uri must come from the pushed authorization endpoint');
}

export const invalidRequestUri = () =>
  new OAuthError('invalid_request_uri', 'request_uri is unknown, expired or already used: push the request again');
