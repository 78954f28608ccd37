import { OAuthError, invalidRequest } from '../oauth-error';
import { hashToken } from '../token/opaque-secret';
import { type UnverifiedJwt, readUnverifiedJwt } from '../signing/unverified-jwt';

export const JWT_BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** Another `typ` means another purpose. */
const TYPES: readonly unknown[] = [undefined, 'JWT', 'jwt', 'client-authentication+jwt'];

/** Seconds. */
const LONGEST_LIFE = 300;
const LEEWAY = 60;

/** RFC 7523 §2.2; signature not verified yet. */
export interface ClientAssertion {
  text: string;
  /** `iss` and `sub`. */
  clientId: string;
  claims: UnverifiedJwt['claims'];
}

/**
 * @returns `null` without an assertion.
 * @throws OAuthError `invalid_request` if one parameter is missing, `invalid_client` for another JWT.
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

/** Entry of the used-`jti` store. */
export interface AssertionUse {
  /** Of client and `jti`. */
  hash: string;
  /** Epoch milliseconds, with leeway. */
  expiresAt: number;
}

/**
 * RFC 7523 §3; called before the client is looked up.
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
  // A second audience could use the assertion here.
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

export const isAudience = (aud: unknown, issuer: string) =>
  aud === issuer || (Array.isArray(aud) && aud.length === 1 && aud[0] === issuer);

const isPast = (time: unknown, seconds: number) =>
  time === undefined || (typeof time === 'number' && time <= seconds + LEEWAY);

export const invalidAssertion = (description: string) => new OAuthError('invalid_client', description);
