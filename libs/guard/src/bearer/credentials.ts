import { BearerFault } from './bearer-fault.ts';

/** Bytes; also Node's default limit for all headers. */
export const MAX_TOKEN_LENGTH = 16_384;

const SCHEMES = { bearer: /^bearer(?=[ \t]|$)/i, dpop: /^dpop(?=[ \t]|$)/i };
const B64TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

/** An access token and the scheme that it was sent by. */
export interface Credentials {
  readonly scheme: keyof typeof SCHEMES;
  readonly token: string;
}

/**
 * The token of an `Authorization` header (RFC 6750 §2.1, RFC 9449 §7.1); undefined without a header or with another
 * scheme (case-insensitive, RFC 9110 §11.1). Throws `invalid_request` if it is not `b64token`, `invalid_token` over
 * 16,384 bytes.
 *
 * @example credentialsOf('Bearer mF_9.B5f-4.1JqM'); // { scheme: 'bearer', token: 'mF_9.B5f-4.1JqM' }
 */
export function credentialsOf(authorization: string | undefined): Credentials | undefined {
  if (authorization === undefined) return undefined;
  const scheme = schemeOf(authorization);
  if (scheme === undefined) return undefined;
  const token = authorization.slice(scheme.length).replace(/^ +/, '');
  if (token.length > MAX_TOKEN_LENGTH) throw BearerFault.invalidToken('too long for a token');
  if (!B64TOKEN.test(token)) throw BearerFault.malformedRequest('it must have a scheme and one token');
  return { scheme, token };
}

function schemeOf(authorization: string): Credentials['scheme'] | undefined {
  if (SCHEMES.bearer.test(authorization)) return 'bearer';
  return SCHEMES.dpop.test(authorization) ? 'dpop' : undefined;
}
