import type { Reply } from '../../platform/http/answers/reply';
import type { FormPostPage } from '../../oauth/authorize/form-post-page';
import { type AuthorizationResponse, toRedirect } from '../../protocol/request/authorization-response';
import { describeRedirect } from '../../protocol/request/redirect-uri';
import type { Pages } from '../rendering/pages';
import type { Presentation } from '../rendering/presentation';
import { visitOf } from '../rendering/visit';
import { LeavingPage, type LeavingWords, PostingPage } from './leaving-page';

const POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/**
 * Leads a person to the client by a page instead of a redirect: browsers hold a redirect after a form against the form's
 * policy, wherever the client redirects on to (ADR 53).
 */
export function leave(pages: Pages, presentation: Presentation, response: AuthorizationResponse): Reply {
  return response.mode === 'form_post'
    ? post(pages, presentation, response)
    : leaveTo(pages, presentation, toRedirect(response));
}

/** Draws the posting page for the API, which redirects every other response. */
export const formPostPageOf =
  (pages: Pages): FormPostPage =>
  (response, request) =>
    post(pages, pages.presentationFor(visitOf(request)), response);

function post(pages: Pages, presentation: Presentation, { redirectUri, parameters }: AuthorizationResponse): Reply {
  const { host } = destinationOf(redirectUri);
  const title = presentation.t.leaving.title(host);
  // No `form-action`: it would hold the client's own redirects too, and the page has no form but this one.
  const headers = headersOf("script-src 'self'");
  const page = <PostingPage host={host} words={presentation.t.leaving} action={redirectUri} parameters={parameters} />;
  return pages.reply({ ...presentation, refusal: null }, { title, headers, script: 'post.js' }, page);
}

/** The same, where the address is all there is to tell. @param url registered by a client, or of the operator */
export function leaveTo(
  pages: Pages,
  presentation: Presentation,
  url: string,
  words: LeavingWords = presentation.t.leaving,
): Reply {
  const { host, isScheme } = destinationOf(url);
  const options = { title: words.title(host), headers: headersOf("form-action 'none'") };
  // A scheme that no app opens would leave a blank page behind: it waits for the person.
  const refresh = isScheme ? undefined : { seconds: 0, url };
  return pages.reply(
    { ...presentation, refusal: null },
    { ...options, refresh },
    <LeavingPage host={host} words={words} isScheme={isScheme} url={url} />,
  );
}

/** Where an answer goes, as people read it: a host, or a private-use scheme without its colon. */
export function destinationOf(redirectUri: string): { host: string; isScheme: boolean } {
  const { host } = describeRedirect(redirectUri);
  const isScheme = host.endsWith(':');
  return { host: isScheme ? host.slice(0, -1) : host, isScheme };
}

const headersOf = (policy: string) => ({
  'content-security-policy': `${POLICY}; ${policy}`,
  'referrer-policy': 'no-referrer',
});
