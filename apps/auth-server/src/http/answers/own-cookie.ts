import { serialize } from 'cookie';
import type { Settings } from '../../config/settings';

export const SESSION_COOKIE = 'consentry_session';

type Issuer = Pick<Settings, 'issuer' | 'cookieSuffix'>;

interface Cookie {
  value: string;
  /** Seconds; 0 forgets the cookie. */
  maxAge: number;
  path?: string;
}

/** A `Set-Cookie` header that no script reads and no other server on the host takes for its own. */
export const ownCookie = (issuer: Issuer, name: string, { value, maxAge, path = '/' }: Cookie): string =>
  serialize(cookieName(issuer, name, path === '/' ? '__Host-' : '__Secure-'), value, {
    ...{ path, maxAge, httpOnly: true, sameSite: 'lax', secure: isHttps(issuer) },
  });

/** `__Host-` is for path `/`: no other host sets such a cookie; neither prefix works on http (RFC 6265bis §4.1.3). */
export const cookieName = (issuer: Issuer, name: string, prefix: '__Host-' | '__Secure-' = '__Host-'): string =>
  `${isHttps(issuer) ? prefix : ''}${name}${issuer.cookieSuffix}`;

const isHttps = ({ issuer }: Issuer) => issuer.startsWith('https:');
