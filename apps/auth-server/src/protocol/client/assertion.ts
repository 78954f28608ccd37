import { OAuthError, invalidRequest } from '../oauth-error';
import { hashToken } from '../token/opaque-secret';
import { type UnverifiedJwt, readUnverifiedJwt } from '../signing/unverified-jwt';

export const JWT_BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** What an assertion may call itself; a JWT that was made for something else says so. */
const TYPES: readonly unknown[] = [undefined, 'JWT', 'jwt', 'client-authentication+jwt'];

/** Seconds ahead that an assertion may live, and by how much clocks may differ. */
const LONGEST_LIFE = 300;
const LEEWAY = 60;

/** A client's signed statement that it is itself (RFC 7523 §2.2), its signature not yet judged. */
export interface ClientAssertion {
  text: string;
  /** Its `iss` and `sub`. */
  clientId: string;
  claims: UnverifiedJwt['claims'];
}

/**
 * Reads an assertion without judging it.
 *
 * @returns `null` where there is none.
 * @throws OAuthError `invalid_request` when half of it is missing, `invalid_client` when it is no such JWT.
 */
export function parseClientAssertion(parameters: {
  client_assertion?: string;
  client_assertion_type?: string;
}): ClientAssertion | null {
  const { client_assertion: text, client_assertion_type: type } = parameters;
  if (text === undefined && type === undefined) return null;
  if (text === undefined || type === undefined)
    throw invalidRequest('client_assertion and client_assertion_type go together');
  if (type !== JWT_BEARER) throw invalidAssertion(`client_assertion_type must be ${JWT_BEARER}`);
  const jwt = readUnverifiedJwt(text);
  if (jwt === null) throw invalidAssertion('the client assertion must be a signed JWT without crit');
  const { header, claims } = jwt;
  const { iss, sub } = claims;
  if (typeof sub !== 'string' || sub === '' || iss !== sub)
    throw invalidAssertion('iss and sub of the client assertion must be the client_id');
  if (!TYPES.includes(header.typ))
    throw invalidAssertion('typ of the client assertion must be client-authentication+jwt');
  return { text, clientId: sub, claims };
}

/** What is left of an assertion once it was used. */
export interface AssertionUse {
  /** Of whose it is and its `jti`. */
  hash: string;
  /** When no clock takes the assertion any more, in epoch milliseconds. */
  expiresAt: number;
}

/**
 * Judges what an assertion says: for whom, and when (RFC 7523 §3). Nothing of this tells which clients exist.
 *
 * @param now epoch milliseconds.
 * @throws OAuthError `invalid_client`.
 */
export function assertAssertionClaims(
  { clientId, claims }: ClientAssertion,
  { issuer, now }: { issuer: string; now: number },
): AssertionUse {
  const { aud, exp, nbf, iat, jti } = claims;
  const seconds = now / 1000;
  // Another server's name for itself would let an assertion meant for it be used here.
  if (!isAudience(aud, issuer)) throw invalidAssertion(`aud of the client assertion must be ${issuer} alone`);
  if (typeof exp !== 'number' || seconds >= exp)
    throw invalidAssertion('the client assertion has expired, or lacks exp');
  if (exp > seconds + LONGEST_LIFE + LEEWAY)
    throw invalidAssertion(`exp of the client assertion must be at most ${LONGEST_LIFE} seconds ahead`);
  if (!isPast(nbf, seconds) || !isPast(iat, seconds)) throw invalidAssertion('the client assertion is not valid yet');
  if (typeof jti !== 'string' || jti === '') throw invalidAssertion('the client assertion lacks jti');
  const hash = hashToken(JSON.stringify(['client_assertion', clientId, jti]));
  return { hash, expiresAt: Math.ceil(exp + LEEWAY) * 1000 };
}

/** Whether a JWT is for this server and nobody else. */
export const isAudience = (aud: unknown, issuer: string) =>
  aud === issuer || (Array.isArray(aud) && aud.length === 1 && aud[0] === issuer);

const isPast = (time: unknown, seconds: number) =>
  time === undefined || (typeof time === 'number' && time <= seconds + LEEWAY);

export const invalidAssertion = (description: string) => new OAuthError('invalid_client', description);
