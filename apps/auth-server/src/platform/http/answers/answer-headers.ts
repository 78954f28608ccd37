export type Header = readonly [name: string, value: string];

const EVERYWHERE: readonly Header[] = [
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
];

/** Everywhere but on pages. */
export const API_HEADERS: readonly Header[] = [
  ...EVERYWHERE,
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
  ['referrer-policy', 'no-referrer'],
  ['cache-control', 'no-store'],
];

/** Nothing inline, nothing from elsewhere: names and texts of strangers stand on these pages. */
export const POLICY_WITHOUT_FORMS = [
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'",
  "base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
].join('; ');

const PAGE_POLICY = `${POLICY_WITHOUT_FORMS}; form-action 'self'`;

/** Of pages that people meet; `Referrer-Policy` lets forms tell their origin. */
export const PAGE_HEADERS: readonly Header[] = [
  ...EVERYWHERE,
  ['content-security-policy', PAGE_POLICY],
  ['referrer-policy', 'same-origin'],
  ['permissions-policy', 'publickey-credentials-get=(self), publickey-credentials-create=(self)'],
  ['cache-control', 'no-store'],
];
