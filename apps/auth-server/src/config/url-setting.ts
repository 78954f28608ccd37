import { isLoopbackHost } from '../protocol/text/loopback';

/**
 * What is wrong with a URL that names a service, or `null`: http(s), http only on loopback, no user, trailing slash
 * or fragment, and no query unless it is allowed.
 */
export function serviceUrlProblem(url: string, allow: { query?: boolean } = {}): string | null {
  const problem = urlProblem(url);
  if (problem !== null) return problem;
  if (url.includes('?') && !allow.query) return 'must hold no query';
  if (/\/(\?|$)/.test(url)) return 'must not end in a slash';
  return canonicalProblem(url);
}

/** The same of any URL that we are to fetch: somebody else's path may look as it likes. */
export function urlProblem(url: string): string | null {
  if (!URL.canParse(url)) return 'must be an absolute URL such as https://auth.example.com';
  const { protocol, username, password, hostname } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return 'must be an http or https URL';
  if (!/^https?:\/\/[^/]/.test(url) || /[\s\\]/.test(url))
    return 'must be an absolute URL such as https://auth.example.com';
  if (protocol === 'http:' && !isLoopbackHost(hostname)) return 'must use https (http is for loopback only)';
  if (username !== '' || password !== '' || /^https?:\/\/[^/?#]*@/.test(url))
    return 'must hold no user name or password';
  return url.includes('#') ? 'must hold no fragment' : null;
}

/** Issuer and audience are compared byte for byte, and a path becomes the prefix of routes: one way to write each. */
function canonicalProblem(url: string): string | null {
  const { origin, pathname, search } = new URL(url);
  if (!/^(\/[\w.~-]+)*\/?$/.test(pathname)) return 'may hold only letters, digits and - . _ ~ in its path';
  const canonical = origin + (pathname === '/' ? '' : pathname) + search;
  return url === canonical ? null : `must be written as ${canonical}`;
}

/** An origin as a browser sends it: scheme, host and port, nothing else. */
export function originProblem(text: string): string | null {
  if (!URL.canParse(text) || !/^https?:\/\//.test(text) || new URL(text).origin !== text)
    return `holds ${quoted(text)}, which is not an origin such as https://app.example.com`;
  return null;
}

export const quoted = (text: string) => JSON.stringify(text);
