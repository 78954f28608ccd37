export interface CallOrigin {
  origin: string | undefined;
  secFetchSite: string | undefined;
}

/** A form of our own page: browsers that leave `Origin` out tell the site. */
export const isOwnForm = ({ origin, secFetchSite }: CallOrigin, own: string): boolean =>
  origin === undefined || origin === 'null' ? secFetchSite === 'same-origin' : origin === own;

/**
 * A missing `Origin` passes: browsers send one with every cross-site POST. `null` (a sandboxed page, some redirects)
 * passes only as same-origin.
 */
export function isAllowedOrigin({ origin, secFetchSite }: CallOrigin, allowed: readonly string[]): boolean {
  if (origin === undefined) return true;
  if (origin === 'null') return secFetchSite === 'same-origin';
  return allowed.includes(origin);
}
