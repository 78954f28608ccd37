import { isIP } from 'node:net';
import { isLoopbackHost } from '../../protocol/text/loopback';
import { isUrl } from '../../protocol/text/is-url';

/** A setting of hosts that http is allowed to: `INSECURE_HOSTS`. */
export type InsecureHosts = readonly string[];

/**
 * What is wrong with a URL that names a service, or `null`: http(s), http only on loopback and insecure hosts, no user,
 * trailing slash or fragment, and no query unless it is allowed.
 */
export function serviceUrlProblem(
  url: string,
  insecureHosts: InsecureHosts,
  allow: { query?: boolean } = {},
): string | null {
  const problem = urlProblem(url, insecureHosts);
  if (problem !== null) return problem;
  if (url.includes('?') && !allow.query) return 'must have no query';
  if (/\/(\?|$)/.test(url)) return 'must not end in a slash';
  return canonicalProblem(url);
}

/** The same of any URL that we are to fetch: somebody else's path may look as it likes. */
export function urlProblem(url: string, insecureHosts: InsecureHosts): string | null {
  if (!isUrl(url)) return 'must be an absolute URL such as https://auth.example.com';
  const { protocol, username, password, hostname } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return 'must be an http or https URL';
  if (!/^https?:\/\/[^/]/.test(url) || /[\s\\]/.test(url))
    return 'must be an absolute URL such as https://auth.example.com';
  if (protocol === 'http:' && !isLoopbackHost(hostname) && !insecureHosts.includes(hostname))
    return 'must use https (http is for loopback and INSECURE_HOSTS only)';
  if (username !== '' || password !== '' || /^https?:\/\/[^/?#]*@/.test(url))
    return 'must not contain a user name or password';
  return url.includes('#') ? 'must have no fragment' : null;
}

/** Issuer and audience are compared byte for byte, and a path becomes the prefix of routes: one way to write each. */
function canonicalProblem(url: string): string | null {
  const { origin, pathname, search } = new URL(url);
  if (!/^(\/[\w.~-]+)*\/?$/.test(pathname)) return 'may contain only letters, digits and - . _ ~ in its path';
  const canonical = origin + (pathname === '/' ? '' : pathname) + search;
  return url === canonical ? null : `must be written as ${canonical}`;
}

/** An origin as a browser sends it: scheme, host and port, nothing else. */
export function originProblem(text: string): string | null {
  if (!isUrl(text) || !/^https?:\/\//.test(text) || new URL(text).origin !== text)
    return `contains ${quoted(text)}, which is not an origin such as https://app.example.com`;
  return null;
}

/** Never those that a browser or the system handles itself. */
const TAKEN_SCHEMES = [
  ...['about', 'blob', 'chrome', 'content', 'data', 'file', 'filesystem', 'ftp', 'http', 'https', 'intent'],
  ...['javascript', 'jar', 'mailto', 'resource', 'sms', 'tel', 'vbscript', 'view-source', 'ws', 'wss'],
];

/** RFC 3986 §3.1: a scheme alone; those with a dot need no setting (RFC 8252 §7.1). */
export function privateUseSchemeProblem(scheme: string): string | null {
  if (!/^[a-z][a-z0-9+-]*$/.test(scheme))
    return `contains ${quoted(scheme)}, which is not a scheme such as cursor: lower case, digits, + and -, without a colon`;
  return TAKEN_SCHEMES.includes(scheme) ? `contains ${quoted(scheme)}, which is not a private scheme` : null;
}

/** A name as URLs spell it. No address: a connection to one looks no name up, so that nothing could be checked. */
export function insecureHostProblem(host: string): string | null {
  const isName = /^[a-z\d_]([a-z\d._-]*[a-z\d_])?$/.test(host) && isUrl(`http://${host}`);
  if (isName && isIP(new URL(`http://${host}`).hostname) === 0) return null;
  return `contains ${quoted(host)}, which is not a host name such as auth: in lower case, without a wildcard, port or scheme, and not an IP address`;
}

export const quoted = (text: string) => JSON.stringify(text);
