import { Reply } from '../../http/answers/reply';
import { type AuthorizationResponse, toRedirect } from '../../protocol/request/authorization-response';
import { formPostPage } from './form-post-page';

/** An authorization response on the wire: a redirect, or a page that posts itself. */
export const authorizationReply = (status: 301 | 302, response: AuthorizationResponse): Reply =>
  response.mode === 'form_post' ? formPostPage(response) : Reply.redirect(status, toRedirect(response));

/** The same for a page that called by fetch: the address, and the parameters to post where the mode is `form_post`. */
export function authorizationRepresentation(response: AuthorizationResponse): Reply {
  const { mode, redirectUri, parameters } = response;
  const body =
    mode === 'form_post'
      ? { redirect_to: redirectUri, response_mode: mode, parameters }
      : { redirect_to: toRedirect(response) };
  return new Reply(200, body, { 'preference-applied': 'return=representation' });
}
