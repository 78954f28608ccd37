import { BearerFault } from './bearer-fault.ts';

/** Bytes; also Node's default limit for all headers. */
export const MAX_TOKEN_LENGTH = 16_384;

const SCHEME = { bearer: /^bearer(?=[ \t]|$)/i, dpop: /^dpop(?=[ \t]|$)/i };
const B64TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

/**
 * The token of an `Authorization` header (RFC 6750 §2.1); undefined without a header or with another scheme
 * (case-insensitive, RFC 9110 §11.1). Throws `invalid_request` if it is not `b64token`, `invalid_token` over 16,384
 * bytes.
 *
 * @example bearerTokenOf('Bearer mF_9.B5f-4.1JqM'); // 'mF_9.B5f-4.1JqM'
 */
export function bearerTokenOf(authorization: string | undefined): string | undefined {
  return tokenOf(authorization, 'bearer');
}

/** The same for the scheme DPoP (RFC 9449 §7.1). */
export function dpopTokenOf(authorization: string | undefined): string | undefined {
  return tokenOf(authorization, 'dpop');
}

function tokenOf(authorization: string | undefined, scheme: keyof typeof SCHEME): string | undefined {
  if (authorization === undefined || !SCHEME[scheme].test(authorization)) return undefined;
  const token = authorization.slice(scheme.length).replace(/^ +/, '');
  if (token.length > MAX_TOKEN_LENGTH) throw BearerFault.invalidToken('longer than any token should be');
  if (!B64TOKEN.test(token)) throw BearerFault.malformedRequest('not a scheme and one token');
  return token;
}
