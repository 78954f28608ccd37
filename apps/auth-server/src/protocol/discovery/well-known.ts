const INSERTED = /^\/\.well-known\/(oauth-authorization-server|openid-configuration)(?=\/)/;

const WELL_KNOWN = /^[^?]*\/\.well-known\//;

const WITH_SLASH = /^([^?]*[^/?])\/(?=\?|$)/;

/** Clients make well-known addresses of an issuer that they write with a slash. @param target path and query. */
export const withoutSlash = (target: string): string =>
  WELL_KNOWN.test(target) ? target.replace(WITH_SLASH, '$1') : target;

/**
 * Moves a well-known segment from before the issuer's path (RFC 8414 §3.1) to behind it (OpenID Connect Discovery
 * §4.1): clients try both.
 *
 * @param target path and query.
 */
export function behindPrefix(target: string, pathPrefix: string): string {
  const [wellKnown] = INSERTED.exec(target) ?? [];
  if (wellKnown === undefined || pathPrefix === '') return target;
  const [path = '', ...query] = target.slice(wellKnown.length).split(/(?=\?)/);
  return path === pathPrefix ? pathPrefix + wellKnown + query.join('') : target;
}
