import { Reply } from '../../platform/http/answers/reply';
import { type AuthorizationResponse, toRedirect } from '../../protocol/request/authorization-response';

/** An authorization response for a page that called by fetch: the address, and the parameters to post where the mode is `form_post`. */
export function authorizationRepresentation(response: AuthorizationResponse): Reply {
  const { mode, redirectUri, parameters } = response;
  const body =
    mode === 'form_post'
      ? { redirect_to: redirectUri, response_mode: mode, parameters }
      : { redirect_to: toRedirect(response) };
  return new Reply(200, body, { 'preference-applied': 'return=representation' });
}
