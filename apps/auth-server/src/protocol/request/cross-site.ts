/** What a browser says of the page that makes a call. */
export interface CallOrigin {
  origin: string | undefined;
  secFetchSite: string | undefined;
}

/**
 * Whether a call that changes something may come from where it comes from. No `Origin` at all passes: no browser
 * sends a cross-site POST without one. `null` (a sandboxed page, some redirects) passes only as same-origin.
 */
export function isAllowedOrigin({ origin, secFetchSite }: CallOrigin, allowed: readonly string[]): boolean {
  if (origin === undefined) return true;
  if (origin === 'null') return secFetchSite === 'same-origin';
  return allowed.includes(origin);
}
