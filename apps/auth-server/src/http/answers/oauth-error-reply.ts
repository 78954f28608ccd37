import type { OAuthError } from '../../protocol/oauth-error';
import { Reply } from './reply';

/** An OAuth error on the wire (RFC 6749 §5.2). */
export function oauthErrorReply({ code, description, status, detail }: OAuthError): Reply {
  const { redirectTo, challenge, retryAfter, headers } = detail;
  const body = { error: code, error_description: description, ...(redirectTo && { redirect_to: redirectTo }) };
  return new Reply(status, body, {
    ...headers,
    ...(challenge && { 'www-authenticate': challenge }),
    ...(retryAfter && { 'retry-after': String(retryAfter) }),
  });
}
