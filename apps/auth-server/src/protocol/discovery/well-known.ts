const INSERTED = /^\/\.well-known\/(oauth-authorization-server|openid-configuration)(?=\/)/;

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
