import { isLoopbackUrl } from './loopback';
import { isUrl } from './is-url';

const LONGEST = 2048;

const isWebUri = (uri: string) =>
  uri.length <= LONGEST && /^https?:\/\/[^/\s\p{Cc}][^\s\p{Cc}]*$/u.test(uri) && isUrl(uri);

/** Safe in a content security policy, where a `;` or `,` would end the source. */
export const isPlainHost = (hostname: string) => /^(\[[\da-f:.]+\]|[a-z\d._-]+)$/.test(hostname);

/**
 * Says what is wrong with the URI of a linked page or picture.
 *
 * @param allowLoopback http on loopback, only if this server is on loopback.
 */
export function webUriProblem(uri: string, allowLoopback: boolean): string | null {
  if (!isWebUri(uri) || !(uri.startsWith('https:') || (allowLoopback && isLoopbackUrl(uri))))
    return mustBeHttps(allowLoopback);
  const { username, password, hostname } = new URL(uri);
  // People may take what comes before an @ for the host.
  if (username !== '' || password !== '' || /^https?:\/\/[^/?#]*[@\\]/.test(uri))
    return 'must not contain a user name or password';
  return isPlainHost(hostname) ? null : 'must have a host of letters, digits, dots and hyphens';
}

const mustBeHttps = (allowLoopback: boolean) =>
  `must be an https URL${allowLoopback ? ' (or http on loopback)' : ''} of at most ${LONGEST} characters`;

/**
 * Says what is wrong with a URI that this server calls.
 *
 * @param allowLoopback as in {@link webUriProblem}.
 * @param insecureHosts names that http is allowed to; calls of them reach private addresses alone.
 */
export function calledUriProblem(
  uri: string,
  allowLoopback: boolean,
  insecureHosts: readonly string[] = [],
): string | null {
  const insecure = isUrl(uri) && /^http:/.test(uri) && insecureHosts.includes(new URL(uri).hostname);
  if (insecure) return calledUriProblem(uri.replace('http:', 'https:'), allowLoopback);
  const problem = webUriProblem(uri, allowLoopback);
  if (problem !== null) return problem;
  if (isLoopbackUrl(uri) && !allowLoopback) return mustBeHttps(allowLoopback);
  return uri.includes('#') ? 'must have no fragment' : null;
}
