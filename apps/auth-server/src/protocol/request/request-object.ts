import { AUTHORIZATION_PARAMETERS, type AuthorizationParameters } from './authorization-request';
import type { ClientFields } from '../client/fields';
import type { SecurityRules } from '../client/security-profile';
import { OAuthError } from '../oauth-error';
import { limitParameters } from './parameters';
import { type UnverifiedJwt, isAudience, readUnverifiedJwt, typeOf } from '../signing/unverified-jwt';

type Claims = UnverifiedJwt['claims'];

/** OpenID Connect Core §6.1 names none; libraries write `JWT`. */
const TYPES: readonly unknown[] = [undefined, 'jwt', 'oauth-authz-req+jwt'];

/** Seconds. */
const LEEWAY = 60;

interface Receipt {
  clientId: string;
  issuer: string;
  /** Epoch milliseconds. */
  now: number;
}

export interface RequestObjectRules extends Pick<ClientFields, 'requestObjectSigningAlg'> {
  rules: Pick<SecurityRules, 'allowsOtherAudiences' | 'judgesIat'>;
}

/**
 * RFC 9101 §4: parameters beside the request object do not count. Its signature is not verified yet.
 *
 * @throws OAuthError `invalid_request_object`.
 */
export function parseRequestObject(
  text: string,
  { clientId, issuer, now }: Receipt,
  { requestObjectSigningAlg: alg, rules: { allowsOtherAudiences, judgesIat } }: RequestObjectRules,
): AuthorizationParameters {
  const jwt = readUnverifiedJwt(text);
  if (jwt === null) throw invalidRequestObject('it must be a signed JWT, not encrypted and without crit');
  const { header, claims } = jwt;
  if (!TYPES.includes(typeOf(header))) throw invalidRequestObject('its typ must be oauth-authz-req+jwt or JWT');
  if (alg !== null && header.alg !== alg)
    throw invalidRequestObject(`its alg must be ${alg}, the request_object_signing_alg of the application`);
  if (claims.iss !== clientId || claims.client_id !== clientId)
    throw invalidRequestObject('its iss and client_id must equal the client_id of the request');
  const isForUs = allowsOtherAudiences ? holds(claims.aud, issuer) : isAudience(claims.aud, [issuer]);
  if (!isForUs) throw invalidRequestObject(`its aud must be ${issuer}${allowsOtherAudiences ? '' : ' only'}`);
  // RFC 9101 §10.8: refuse what could pass for a client assertion.
  if (claims.sub === clientId) throw invalidRequestObject('its sub must not be the application');
  if (claims.request !== undefined || claims.request_uri !== undefined)
    throw invalidRequestObject('it must not contain request or request_uri');
  assertTimes(claims, now / 1000, judgesIat);
  return parametersOf(claims);
}

/** It is sent to one server, but may name several (OpenID Connect Core §6.1: `aud` is or includes the issuer). */
const holds = (aud: unknown, issuer: string) => aud === issuer || (Array.isArray(aud) && aud.includes(issuer));

function assertTimes({ exp, nbf, iat }: Claims, seconds: number, judgesIat: boolean): void {
  if (exp !== undefined && !(typeof exp === 'number' && seconds < exp)) throw invalidRequestObject('it has expired');
  const isFuture = (time: unknown) => time !== undefined && !(typeof time === 'number' && time <= seconds + LEEWAY);
  if (isFuture(nbf) || (judgesIat && isFuture(iat))) throw invalidRequestObject('it is not valid yet');
}

function parametersOf(claims: Claims): AuthorizationParameters {
  const named = AUTHORIZATION_PARAMETERS.map((name) => [name, textOf(name, claims[name])] as const);
  return limitParameters(new Map(named.filter((entry): entry is [(typeof entry)[0], string] => entry[1] !== null)));
}

/** RFC 9101 §4: numbers and lists are JSON values. */
function textOf(name: string, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  // A lone surrogate cannot be repeated in a URL.
  if (typeof value === 'string' && value.isWellFormed()) return value;
  if (name === 'max_age' && typeof value === 'number') return String(value);
  if (name === 'resource' && Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return value.join(' ');
  if (name === 'authorization_details' && typeof value === 'object') return stringify(value);
  throw invalidRequestObject(`its ${name} must be a string`);
}

/** Deep nesting could exhaust the stack. */
function stringify(value: object): string {
  try {
    return JSON.stringify(value);
  } catch {
    throw invalidRequestObject('its authorization_details are nested too deeply');
  }
}

export const invalidRequestObject = (problem: string) =>
  new OAuthError('invalid_request_object', `the request object is refused: ${problem}`);
