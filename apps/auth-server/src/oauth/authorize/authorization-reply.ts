import { Reply } from '../../http/reply';
import { type AuthorizationResponse, toRedirect } from '../../protocol/authorization-response';

/** An authorization response on the wire: a redirect, or a page that posts itself. */
export const authorizationReply = (status: 301 | 302, response: AuthorizationResponse): Reply =>
  Reply.redirect(status, toRedirect(response));

/** The request's query, unchanged, behind the page's own. */
export function withQuery(page: string, query: string): string {
  if (query === '') return page;
  return page + (page.includes('?') ? '&' : '?') + query;
}
