import { serialize } from 'cookie';

/** Seconds. */
const YEAR = 31_536_000;

/** The cookie of a person's choice; `null` forgets it. It is no secret, and lets nobody do anything. */
export const preferenceCookie = (name: string, value: string | null, issuer: string): string =>
  serialize(name, value ?? '', {
    ...{ path: '/', httpOnly: true, sameSite: 'lax', secure: issuer.startsWith('https:') },
    maxAge: value === null ? 0 : YEAR,
  });
