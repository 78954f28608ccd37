import { parse, serialize } from 'cookie';

const isHttps = (issuer: string) => issuer.startsWith('https:');

/** Browsers refuse a `__Host-` cookie from other hosts and from http (RFC 6265bis §4.1.3.2). */
const nameFor = (issuer: string) => `${isHttps(issuer) ? '__Host-' : ''}consentry_session`;

const attributesFor = (issuer: string) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(issuer) }) as const;

/** @param maxAge seconds. */
export const sessionCookie = (issuer: string, token: string, maxAge: number) =>
  serialize(nameFor(issuer), token, { ...attributesFor(issuer), maxAge });

export const expiredSessionCookie = (issuer: string) =>
  serialize(nameFor(issuer), '', { ...attributesFor(issuer), maxAge: 0 });

export const readSessionCookie = (issuer: string, header: string | undefined): string | undefined =>
  header === undefined ? undefined : parse(header)[nameFor(issuer)];
