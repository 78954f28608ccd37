import { cookieOf } from './cookies';
import { type Account, type Answer, type Application, authorizeUrl, call } from './world';

interface Served {
  url: string;
}

/** The question on a consent page. */
export interface ConsentForm {
  sessionId: string;
  /** The account that the page shows. */
  shown: string;
  /** Those that a browser would send, if nothing is clicked. */
  ticked: string[];
  unticked: string[];
}

/** A page as text, without tags. */
export const textOf = (html: string) =>
  html
    .replace(/^[^]*<body>/, '')
    .replace(/<(svg|dialog|footer)[^]*?<\/\1>|<\/?(b|bdi)>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#39;|&quot;|&lt;|&gt;|&amp;/g, (entity) => ENTITIES[entity] ?? '')
    .replace(/\s+/g, ' ')
    .trim();

const ENTITIES: Readonly<Record<string, string>> = {
  '&#39;': "'",
  '&quot;': '"',
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
};

export function consentFormOf(html: string): ConsentForm {
  const inputs = [...html.matchAll(/<input [^>]*name="(session_id|account|scope)"[^>]*>/g)];
  const valueOf = (input: string) => /value="([^"]*)"/.exec(input)?.[1] ?? '';
  const scopes = inputs.filter(([, name]) => name === 'scope').map(([input]) => input);
  const isSent = (input: string) => / checked|type="hidden"/.test(input);
  return {
    shown: valueOf(inputs.find(([, name]) => name === 'account')?.[0] ?? ''),
    sessionId: valueOf(inputs.find(([, name]) => name === 'session_id')?.[0] ?? ''),
    ticked: scopes.filter(isSent).map(valueOf),
    unticked: scopes.filter((input) => !isSent(input)).map(valueOf),
  };
}

/** `/consent` with the query of an authorization request. */
export const consentUrl = (
  server: Served,
  application: Application,
  override: Record<string, string | undefined> = {},
): string => authorizeUrl(server, application, override).replace('/oauth2/authorize?', '/consent?');

/** Opens a page as a browser in which the account is signed in. */
export const openPage = (url: string, account?: Account, headers: Record<string, string> = {}) =>
  call('GET', url, {
    headers: {
      accept: 'text/html',
      ...(account !== undefined && cookieOf({ url: new URL(url).origin }, account)),
      ...headers,
    },
  });

/** Sends the consent form, as the button of that value does; where it is refused, shows the page that says so. */
export async function answerPage(
  url: string,
  account: Account,
  { sessionId, ticked, shown = account.id }: Pick<ConsentForm, 'sessionId' | 'ticked'> & { shown?: string },
  isRejected = false,
  headers: Record<string, string> = {},
): Promise<Answer<unknown>> {
  const decision = { session_id: sessionId, choices: 'yes', is_rejected: String(isRejected) };
  const form = new URLSearchParams({ ...decision, account: shown });
  for (const scope of ticked) form.append('scope', scope);
  const session = cookieOf({ url: new URL(url).origin }, account);
  const sent = { accept: 'text/html', origin: new URL(url).origin, ...session, ...headers };
  const answer = await call('POST', url, { body: form, headers: sent });
  const [refused] = answer.headers.getSetCookie();
  if (answer.status !== 303 || refused === undefined) return answer;
  const cookie = `${session.cookie}; ${refused.split(';', 1)[0]}`;
  return openPage(new URL(answer.headers.get('location')!, url).href, account, { cookie });
}

/** Where an interstitial leads, of its own accord or at a click. */
export function leadsTo(html: string): { refresh: URL | null; link: URL | null } {
  const read = (pattern: RegExp) => {
    const found = pattern.exec(html)?.[1];
    return found === undefined ? null : new URL(found.replaceAll('&amp;', '&'));
  };
  return {
    refresh: read(/http-equiv="refresh" content="0;url=([^"]*)"/),
    link: read(/<a class="btn[^"]*" href="([a-z][^"/]*:[^"]*)"/),
  };
}
