/** On every answer. JSON is never framed, sniffed or a source of anything. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

/** The pages under /docs bring their own scripts and styles. */
export const DOCS_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'same-origin',
};

/** Headers by which an answer is chosen, for each path that has any. */
export const VARY: Readonly<Record<string, string>> = {
  'GET /oauth2/authorize': 'Accept, Origin',
  'GET /oauth2/device': 'Accept, Origin',
  'POST /oauth2/authorize': 'Prefer, Origin',
  'POST /oauth2/logout': 'Prefer, Origin',
  'POST /oauth2/introspect': 'Accept, Origin',
};
