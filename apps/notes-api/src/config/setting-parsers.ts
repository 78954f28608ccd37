import { isIP } from 'node:net';

/** Each parses a setting, or throws an Error whose message completes "NAME …". */

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

export const parseServiceUrl =
  (insecureHosts: readonly string[]) =>
  (text: string): string => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url || !['http:', 'https:'].includes(url.protocol)) throw new Error('must be an http or https URL');
    if (url.protocol === 'http:' && ![...LOOPBACK_HOSTS, ...insecureHosts].includes(url.hostname)) {
      throw new Error('may use http only on localhost, 127.0.0.1, [::1] or INSECURE_HOSTS; elsewhere it must be https');
    }
    if (/[?#@]/.test(text)) throw new Error('must have no query, fragment, user name or password');
    if (text.endsWith('/')) throw new Error('must not end with a slash');
    // The path becomes the routes' prefix; the router gives other characters a meaning.
    if (!/^(\/[\w.~-]+)*\/?$/.test(url.pathname)) {
      throw new Error('may have only letters, digits, "-", ".", "_" and "~" in its path');
    }
    // Issuer and audience are compared byte for byte, so a URL has one form.
    const canonical = url.origin + (url.pathname === '/' ? '' : url.pathname);
    if (text !== canonical) throw new Error(`must be written as ${canonical}`);
    return text;
  };

export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535) throw new Error('must be a number from 1 to 65535');
  return port;
}

export function parseHost(text: string): string {
  const isName = /^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(text);
  if (isIP(text) === 0 && !isName) throw new Error('must be an IP address or a host name, without brackets or port');
  return text;
}

export function parsePath(text: string): string {
  if (text.includes('\0')) throw new Error('must be the path of a folder');
  return text;
}

/** Comma or space between them; the guard says what a name may be. */
export const parseNames = (text: string) => text.split(/[\s,]+/).filter((name) => name !== '');
