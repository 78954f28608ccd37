import { Stop } from './stop.ts';
import { type Language, type Lead, wordsOf } from './words.ts';

/** An answer to a browser. */
export interface Page {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string;
}

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
};

/** Leads on by itself. Not by a redirect: browsers hold that to the policy of the form before it, silently. */
export function leadPage(language: Language, lead: Lead, url: string): Page {
  const { nothing, go, lead: leads } = wordsOf(language);
  const title = leads[lead];
  const refresh = `<meta http-equiv="refresh" content="0; url=${escaped(url)}">`;
  const html = document(language, title, `<p>${nothing} ${link(url, go)}</p>`, refresh);
  return { status: 200, headers: HEADERS, html };
}

/**
 * Ends there.
 *
 * @param start where the person can start anew.
 * @param here the address of the page itself.
 */
export function stopPage(language: Language, stop: Stop, { start, here }: { start: string; here: string }): Page {
  const { stop: stops, again, retry } = wordsOf(language);
  const { title, text } = stops[stop.reason];
  const isForNow = stop.reason === 'unavailable';
  const way = isForNow ? link(here, retry) : link(start, again);
  return {
    status: stop.status,
    headers: { ...HEADERS, ...(isForNow && { 'retry-after': '5' }) },
    html: document(language, title, `<p>${text}</p>\n<p>${way}</p>`),
  };
}

/** Asks; nothing ends without the button. Its form goes to the page itself. */
export function signOutPage(language: Language, here: string, stay: string): Page {
  const { title, text, submit, stay: stays } = wordsOf(language).signOut;
  const form = `<form method="post" action="${escaped(here)}" enctype="text/plain"><button>${submit}</button></form>`;
  const html = document(language, title, `<p>${text}</p>\n${form}\n<p>${link(stay, stays)}</p>`);
  // With no-referrer browsers send `Origin: null` from the form (Fetch standard, "append a request Origin header").
  return { status: 200, headers: { ...HEADERS, 'referrer-policy': 'same-origin' }, html };
}

const document = (language: Language, title: string, body: string, head = '') =>
  `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${head}
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;

const link = (url: string, text: string) => `<a href="${escaped(url)}">${text}</a>`;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);
