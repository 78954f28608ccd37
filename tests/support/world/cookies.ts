import { createHash } from 'node:crypto';
import type { Account } from './world';

/** The name of a cookie of a server with a port of its own. @param url its issuer. */
export function cookieName({ url }: { url: string }, name: string): string {
  const { port, pathname } = new URL(url);
  const hash = createHash('sha256').update(`:${port}${pathname.replace(/\/$/, '')}`);
  return `${name}_${hash.digest('hex').slice(0, 8)}`;
}

export const sessionCookie = (server: { url: string }) => cookieName(server, 'consentry_session');

/** Header of a browser in which the account is signed in. */
export const cookieOf = (server: { url: string }, { sessionToken }: Pick<Account, 'sessionToken'>) => ({
  cookie: `${sessionCookie(server)}=${sessionToken}`,
});
