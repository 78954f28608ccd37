import type { OAuthError } from '../../../protocol/oauth-error';
import { toRedirect } from '../../../protocol/request/authorization-response';
import { Reply } from './reply';

/** An OAuth error on the wire (RFC 6749 §5.2). */
export function oauthErrorReply({ code, description, status, detail }: OAuthError): Reply {
  const { response, members, challenge, retryAfter, headers } = detail;
  const offered = response && { redirect_to: toRedirect(response) };
  const body = { error: code, error_description: description, ...members, ...offered };
  return new Reply(status, body, {
    ...headers,
    ...(challenge && { 'www-authenticate': challenge }),
    ...(retryAfter && { 'retry-after': String(retryAfter) }),
  });
}
