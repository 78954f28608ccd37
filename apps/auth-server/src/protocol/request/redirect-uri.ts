import type { ClientType } from '../client/client';
import { isLoopbackRedirectHost, withoutLoopbackPort } from '../text/loopback';
import { isPlainHost } from '../text/web-uri';

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

/** `null` if valid (RFC 6749 §3.1.2, RFC 8252 §7, RFC 9700 §4.1). */
export function redirectUriProblem(uri: string, clientType: ClientType): string | null {
  if (uri.length > LONGEST_REDIRECT_URI) return `is longer than ${LONGEST_REDIRECT_URI} bytes`;
  if (!/^[\x21-\x7e]+$/.test(uri)) return 'may hold printable ASCII only, without spaces';
  if (/[\\*]/.test(uri)) return 'may hold no backslash and no wildcard';
  if (uri.includes('#')) return 'may hold no fragment';
  if (!URL.canParse(uri)) return 'is not an absolute URI';
  const parsed = new URL(uri);
  if (parsed.username !== '' || parsed.password !== '' || /^[a-z][a-z0-9+.-]*:\/\/[^/?]*@/i.test(uri))
    return 'may hold no user name or password';
  return schemeProblem(parsed, uri, clientType) ?? queryProblem(parsed);
}

function schemeProblem({ protocol, hostname }: URL, uri: string, clientType: ClientType): string | null {
  const web = /^https?:$/.test(protocol);
  if (web && !/^https?:\/\/[^/]/i.test(uri)) return 'is not an absolute URI';
  if (protocol === 'https:')
    return isPlainHost(hostname) ? null : 'must have a host of letters, digits, dots and dashes';
  if (protocol === 'http:')
    return isLoopbackRedirectHost(hostname) ? null : 'may use http on localhost, 127.0.0.1 and [::1] only; use https';
  // RFC 8252 §7.1: a reversed domain name, so that applications do not collide.
  if (clientType === 'public' && protocol.includes('.')) return null;
  return clientType === 'public'
    ? 'must use https, http on loopback, or a private-use scheme with a dot (com.example.app:)'
    : 'must use https, or http on loopback';
}

function queryProblem({ searchParams }: URL): string | null {
  const taken = [...searchParams.keys()].find((name) => RESPONSE_PARAMETERS.includes(name));
  return taken === undefined ? null : `may not hold the query parameter ${taken}: the answer appends it`;
}

export interface RedirectUriOwner {
  type: ClientType;
  loopbackAnyPort: boolean;
  redirectUris: readonly string[];
}

/** Equal byte for byte (RFC 9700 §4.1.3), except the port on a public client's loopback IP literal (RFC 8252 §7.3). */
export function isRegisteredRedirectUri(uri: string, client: RedirectUriOwner): boolean {
  if (client.redirectUris.includes(uri)) return true;
  if (client.type !== 'public' || !client.loopbackAnyPort) return false;
  const portless = withoutLoopbackPort(uri);
  return portless !== null && client.redirectUris.some((registered) => withoutLoopbackPort(registered) === portless);
}

/** `host`: the scheme, if the URI has none. */
export function describeRedirect(uri: string): { host: string; isLoopback: boolean; isWeb: boolean } {
  const { protocol, host, hostname } = new URL(uri);
  const isLoopback = isLoopbackRedirectHost(hostname);
  return { host: host || protocol, isLoopback, isWeb: protocol === 'https:' && !isLoopback };
}

/** Leaves the URI's own text untouched (RFC 6749 §4.1.2). */
export function appendParameters(uri: string, parameters: Record<string, string | null | undefined>): string {
  const query = Object.entries(parameters)
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  if (!uri.includes('?')) return `${uri}?${query}`;
  return /[?&]$/.test(uri) ? uri + query : `${uri}&${query}`;
}
