/** The headers by which a browser describes the calling page. */
export interface CallOrigin {
  origin: string | undefined;
  secFetchSite: string | undefined;
}

/**
 * Whether the origin of a state-changing call is allowed. A missing `Origin` passes: browsers send one with every
 * cross-site POST. `null` (a sandboxed page, some redirects) passes only as same-origin.
 */
export function isAllowedOrigin({ origin, secFetchSite }: CallOrigin, allowed: readonly string[]): boolean {
  if (origin === undefined) return true;
  if (origin === 'null') return secFetchSite === 'same-origin';
  return allowed.includes(origin);
}
