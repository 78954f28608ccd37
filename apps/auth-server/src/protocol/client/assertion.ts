import type { ClientFields } from './fields';
import { invalidClient } from './invalid-client';
import { invalidRequest } from '../oauth-error';
import type { SecurityRules } from './security-profile';
import { hashToken } from '../token/opaque-secret';
import { type UnverifiedJwt, isAudience, typeOf, readUnverifiedJwt } from '../signing/unverified-jwt';

export const JWT_BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** Another `typ` means another purpose. */
const TYPES: readonly unknown[] = [undefined, 'jwt', 'client-authentication+jwt'];

/** Seconds, by `client_assertion_audience`. */
const LONGEST_LIFE = { issuer: 300, any: 3600 };
const LEEWAY = 60;

/** Where clients authenticate: libraries name the token endpoint, RFC 9126 §2 the called one too, Authlib always that. */
const ENDPOINTS = ['token', 'access_token', 'par', 'introspect', 'revoke', 'device_authorization'];

/** RFC 7523 §2.2; signature not verified yet. */
export interface ClientAssertion extends UnverifiedJwt {
  text: string;
  /** `iss` and `sub`. */
  clientId: string;
}

/** What an application's settings say of its assertions. */
export type AssertionRules = Pick<ClientFields, 'clientAssertionAudience' | 'tokenEndpointAuthSigningAlg'>;

interface Receipt {
  issuer: string;
  /** Epoch milliseconds. */
  now: number;
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
    throw invalidRequest('client_assertion and client_assertion_type must be sent together');
  if (type !== JWT_BEARER) throw invalidClient(`client_assertion_type must be ${JWT_BEARER}`);
  const jwt = readUnverifiedJwt(text);
  if (jwt === null) throw invalidClient('the client assertion must be a signed JWT without the crit header');
  const { header, claims } = jwt;
  const { iss, sub } = claims;
  if (typeof sub !== 'string' || sub === '' || iss !== sub)
    throw invalidClient('the iss and sub of the client assertion must be the client_id');
  if (!TYPES.includes(typeOf(header)))
    throw invalidClient('the typ of the client assertion must be client-authentication+jwt');
  return { text, clientId: sub, header, claims };
}

/** Entry of the used-`jti` store. */
export interface AssertionUse {
  /** Of client and `jti`. */
  hash: string;
  /** Epoch milliseconds, with leeway. */
  expiresAt: number;
}

/**
 * RFC 7523 §3, as the most lenient application has it: the client is not looked up yet.
 *
 * @throws OAuthError `invalid_client`.
 */
export function assertAssertionClaims({ clientId, claims }: ClientAssertion, { issuer, now }: Receipt): AssertionUse {
  const { aud, exp, nbf, iat, jti } = claims;
  const seconds = now / 1000;
  // Another server named beside this one could use the assertion here.
  if (!isAudience(aud, [issuer, ...ENDPOINTS.map((name) => `${issuer}/oauth2/${name}`)]))
    throw invalidClient(`the aud of the client assertion must be ${issuer} only`);
  if (typeof exp !== 'number' || seconds >= exp) throw invalidClient('the client assertion has expired or has no exp');
  assertLife(exp, seconds, 'any');
  if (!isPast(nbf, seconds) || !isPast(iat, seconds)) throw invalidClient('the client assertion is not valid yet');
  if (typeof jti !== 'string' || jti === '') throw invalidClient('the client assertion has no jti');
  const hash = hashToken(JSON.stringify(['client_assertion', clientId, jti]));
  return { hash, expiresAt: Math.ceil(exp + LEEWAY) * 1000 };
}

/**
 * The application's own rules. Call after verifying the signature: only the holder of the key may learn of them.
 *
 * @param assertion passed {@link assertAssertionClaims}.
 * @throws OAuthError `invalid_client`, naming the setting.
 */
export function assertAssertionRules(
  { header, claims }: ClientAssertion,
  { clientAssertionAudience: audience, tokenEndpointAuthSigningAlg: alg }: AssertionRules,
  { issuer, now }: Receipt,
): void {
  if (alg !== null && header['alg'] !== alg)
    throw invalidClient(`the alg of the client assertion must be ${alg}, the token_endpoint_auth_signing_alg`);
  if (audience === 'any') return;
  if (!isAudience(claims['aud'], [issuer]))
    throw invalidClient(`the aud of the client assertion must be ${issuer} only${UNLESS}`);
  assertLife(claims['exp'] as number, now / 1000, audience);
}

const UNLESS = ', unless client_assertion_audience of the application is any';

function assertLife(exp: number, seconds: number, audience: keyof typeof LONGEST_LIFE): void {
  const longest = LONGEST_LIFE[audience];
  if (exp > seconds + longest + LEEWAY)
    throw invalidClient(
      `the exp of the client assertion must be at most ${longest} seconds ahead${audience === 'any' ? '' : UNLESS}`,
    );
}

/** Under a profile no list, not even of this server alone. @throws OAuthError `invalid_client`. */
export function assertOnlyAudience(
  { claims: { aud } }: ClientAssertion,
  issuer: string,
  { allowsOtherAudiences, profile }: SecurityRules,
): void {
  if (!allowsOtherAudiences && aud !== issuer)
    throw invalidClient(`the aud of the client assertion must be ${issuer}, as a string: ${profile}`);
}

const isPast = (time: unknown, seconds: number) =>
  time === undefined || (typeof time === 'number' && time <= seconds + LEEWAY);
