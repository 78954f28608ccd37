const INSERTED = /^\/\.well-known\/(oauth-authorization-server|openid-configuration)(?=\/)/;

/**
 * A request for metadata whose well-known part stands before the issuer's path (RFC 8414 §3.1), with it behind the path,
 * as all other routes have it (OpenID Connect Discovery §4.1). Clients try both.
 *
 * @param target path and query.
 * @param pathPrefix the issuer's path, or nothing.
 */
export function behindPrefix(target: string, pathPrefix: string): string {
  const [wellKnown] = INSERTED.exec(target) ?? [];
  if (wellKnown === undefined || pathPrefix === '') return target;
  const [path = '', ...query] = target.slice(wellKnown.length).split(/(?=\?)/);
  return path === pathPrefix ? pathPrefix + wellKnown + query.join('') : target;
}
