import { BearerFault } from '../bearer/bearer-fault.ts';
import { parseScope } from '../bearer/scope.ts';
import { optionalString, parseAudience, requiredDate, requiredString } from './claims.ts';
import { isJsonObject, type JsonObject } from './compact-jws.ts';
import type { VerifiedAccessToken } from './verified-access-token.ts';

export interface Expectations {
  readonly issuer: string;
  readonly audience: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Accepted clock difference in milliseconds before `nbf`; none after `exp`. */
const NOT_BEFORE_LEEWAY = 60_000;

/**
 * Checks that a token with a verified signature is a valid access token for this service (RFC 9068 §4). Throws
 * `invalid_token`.
 *
 * @example assertAccessToken({ typ: 'at+jwt' }, payload, { issuer, audience, now: clock.now() }).subject
 */
export function assertAccessToken(header: JsonObject, payload: unknown, expected: Expectations): VerifiedAccessToken {
  // The type first: a session or ID token of the same issuer is no access token (RFC 8725 §3.11).
  if (!isAccessTokenType(header.typ)) throw BearerFault.invalidToken('typ is not at+jwt');
  if (!isJsonObject(payload)) throw BearerFault.invalidToken('the payload is not a JSON object');
  if (payload.iss !== expected.issuer) throw BearerFault.invalidToken('iss is not the issuer');
  const audience = parseAudience(payload.aud);
  if (!audience.includes(expected.audience)) throw BearerFault.invalidToken('aud does not name this service');
  const token = readClaims(payload, audience);
  assertAlive(token, expected.now);
  return token;
}

/** RFC 9068 §4; media types are case-insensitive (RFC 7515 §4.1.9). */
function isAccessTokenType(typ: unknown): boolean {
  return typeof typ === 'string' && /^(application\/)?at\+jwt$/i.test(typ);
}

/** RFC 9068 §2.2 requires each but `scope`; `fam` is a private claim. */
function readClaims(claims: JsonObject, audience: readonly string[]): VerifiedAccessToken {
  const familyId = optionalString(claims, 'fam');
  return Object.freeze({
    issuer: requiredString(claims, 'iss'),
    subject: requiredString(claims, 'sub'),
    audience,
    clientId: requiredString(claims, 'client_id'),
    scopes: parseScope(optionalString(claims, 'scope') ?? ''),
    ...(familyId === undefined ? {} : { familyId }),
    tokenId: requiredString(claims, 'jti'),
    issuedAt: requiredDate(claims, 'iat'),
    expiresAt: requiredDate(claims, 'exp'),
    claims: Object.freeze(claims),
  });
}

/** Last, so that only the holder of a genuine token for this service learns that it expired. */
function assertAlive({ claims, expiresAt }: VerifiedAccessToken, now: number): void {
  if (claims.nbf !== undefined && requiredDate(claims, 'nbf') > now + NOT_BEFORE_LEEWAY) {
    throw BearerFault.invalidToken('nbf is to come');
  }
  if (now >= expiresAt) throw BearerFault.expiredToken();
}
