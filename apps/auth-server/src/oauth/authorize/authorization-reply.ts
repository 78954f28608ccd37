import { Reply } from '../../http/reply';
import { type AuthorizationResponse, toRedirect } from '../../protocol/authorization-response';

/** An authorization response on the wire: a redirect, or a page that posts itself. */
export const authorizationReply = (status: 301 | 302, response: AuthorizationResponse): Reply =>
  Reply.redirect(status, toRedirect(response));
