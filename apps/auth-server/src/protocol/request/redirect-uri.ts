import type { ClientType } from '../client/client';
import { isLoopbackRedirectHost, withoutLoopbackPort } from '../text/loopback';
import { isPlainHost } from '../text/web-uri';
import { isUrl } from '../text/is-url';

/** Responses append them (RFC 6749 §4.1.2, RFC 9207, OIDC Session Management, JARM). */
const RESPONSE_PARAMETERS = [
  'code',
  'state',
  'iss',
  'error',
  'error_description',
  'error_uri',
  'session_state',
  'response',
];

const LONGEST_REDIRECT_URI = 2048;

/**
 * `null` if valid (RFC 6749 §3.1.2, RFC 8252 §7, RFC 9700 §4.1).
 *
 * @param privateUseSchemes `PRIVATE_USE_SCHEMES`: those without a dot, for public clients.
 */
export function redirectUriProblem(
  uri: string,
  clientType: ClientType,
  privateUseSchemes: readonly string[] = [],
): string | null {
  if (uri.length > LONGEST_REDIRECT_URI) return `is longer than ${LONGEST_REDIRECT_URI} bytes`;
  if (!/^[\x21-\x7e]+$/.test(uri)) return 'may contain only printable ASCII, without spaces';
  if (/[\\*]/.test(uri)) return 'must not contain a backslash or a wildcard';
  if (uri.includes('#')) return 'must not have a fragment';
  if (!isUrl(uri)) return 'is not an absolute URI';
  const parsed = new URL(uri);
  if (parsed.username !== '' || parsed.password !== '' || /^[a-z][a-z0-9+.-]*:\/\/[^/?]*@/i.test(uri))
    return 'must not contain a user name or password';
  const isPrivateUse = clientType === 'public' && isPrivateUseScheme(parsed.protocol, privateUseSchemes);
  return (isPrivateUse ? emptyProblem(parsed) : webProblem(parsed, uri, clientType)) ?? queryProblem(parsed);
}

/** RFC 8252 §7.1: a reversed domain name, so that applications do not collide; others if the operator lists them. */
const isPrivateUseScheme = (protocol: string, listed: readonly string[]) =>
  protocol.includes('.') || listed.some((scheme) => protocol === `${scheme}:`);

const emptyProblem = ({ host, pathname }: URL) =>
  host === '' && pathname === '' ? 'must have a path or a host after its scheme' : null;

function webProblem({ protocol, hostname }: URL, uri: string, clientType: ClientType): string | null {
  const web = /^https?:$/.test(protocol);
  if (web && !/^https?:\/\/[^/]/i.test(uri)) return 'is not an absolute URI';
  if (protocol === 'https:')
    return isPlainHost(hostname) ? null : 'must have a host of letters, digits, dots and hyphens';
  if (protocol === 'http:')
    return isLoopbackRedirectHost(hostname) ? null : 'may use http only on localhost, 127.0.0.1 and [::1]; use https';
  return clientType === 'public'
    ? 'must use https, http on loopback, or a private-use scheme that has a dot (com.example.app:) or is in PRIVATE_USE_SCHEMES'
    : 'must use https, or http on loopback';
}

function queryProblem({ searchParams }: URL): string | null {
  const taken = [...searchParams.keys()].find((name) => RESPONSE_PARAMETERS.includes(name));
  return taken === undefined ? null : `must not have the query parameter ${taken}: the server appends it`;
}

export interface RedirectUriOwner {
  type: ClientType;
  loopbackAnyPort: boolean;
  redirectUris: readonly string[];
}

/**
 * Equal byte for byte (RFC 9700 §4.1.3), except a public client's port on loopback (RFC 8252 §7.3). On `localhost` too,
 * although §8.3 advises against it: native clients name it, and no other machine is reached (ADR 16).
 */
export function isRegisteredRedirectUri(uri: string, client: RedirectUriOwner): boolean {
  if (client.redirectUris.includes(uri)) return true;
  if (client.type !== 'public' || !client.loopbackAnyPort) return false;
  const portless = withoutLoopbackPort(uri);
  return portless !== null && client.redirectUris.some((registered) => withoutLoopbackPort(registered) === portless);
}

/** Gives a request without `redirect_uri` its URI (OAuth 2.1 §4.1.1); `null` unless the registration names one URI, port and all. */
export function impliedRedirectUri({ type, loopbackAnyPort, redirectUris }: RedirectUriOwner): string | null {
  const [uri, ...others] = redirectUris;
  if (uri === undefined || others.length > 0) return null;
  const variesInPort = type === 'public' && loopbackAnyPort && withoutLoopbackPort(uri) !== null;
  return variesInPort ? null : uri;
}

/** `host`: a private-use scheme with its colon, as whatever program claims the scheme receives the code. */
export function describeRedirect(uri: string): { host: string; isLoopback: boolean; isWeb: boolean } {
  const { protocol, host, hostname } = new URL(uri);
  if (!/^https?:$/.test(protocol)) return { host: protocol, isLoopback: false, isWeb: false };
  const isLoopback = isLoopbackRedirectHost(hostname);
  return { host, isLoopback, isWeb: protocol === 'https:' && !isLoopback };
}

/** Leaves the URI's own text untouched (RFC 6749 §4.1.2). */
export function appendParameters(uri: string, parameters: Record<string, string | null | undefined>): string {
  const query = encodeParameters(parameters);
  if (!uri.includes('?')) return `${uri}?${query}`;
  return /[?&]$/.test(uri) ? uri + query : `${uri}&${query}`;
}

/** Without absent ones. */
export const encodeParameters = (parameters: Record<string, string | null | undefined>): string =>
  Object.entries(parameters)
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
