export type Header = readonly [name: string, value: string];

const EVERYWHERE: readonly Header[] = [
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
];

/** Everywhere but below /docs. */
export const API_HEADERS: readonly Header[] = [
  ...EVERYWHERE,
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
  ['referrer-policy', 'no-referrer'],
  ['cache-control', 'no-store'],
];

/** The pages below /docs have scripts and styles of their own. */
export const DOCS_HEADERS: readonly Header[] = [
  ...EVERYWHERE,
  [
    'content-security-policy',
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'",
  ],
  ['referrer-policy', 'same-origin'],
];
