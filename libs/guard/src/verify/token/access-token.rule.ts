import { BearerFault } from '../../bearer/bearer-fault.ts';
import { parseScope } from '../../bearer/scope.ts';
import { mismatchOf } from '../mismatch.ts';
import { optionalString, parseAudience, requiredDate, requiredString } from './claims.ts';
import { isJsonObject, type JsonObject } from './compact-jws.ts';
import type { TokenProfile } from './profiles/token-profile.ts';
import type { VerifiedAccessToken } from './verified-access-token.ts';

export interface Expectations {
  readonly issuer: string;
  /** One of these must be in `aud`. */
  readonly audiences: readonly string[];
  readonly profile: TokenProfile;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Accepted clock difference in milliseconds before `nbf`; none after `exp`. */
const NOT_BEFORE_LEEWAY = 60_000;

/**
 * Checks that a token with a verified signature is a valid access token for this service (RFC 9068 §4), as its issuer's
 * profile has it. Throws `invalid_token`.
 *
 * @example assertAccessToken({ typ: 'at+jwt' }, payload, { issuer, audiences, profile, now: clock.now() }).subject
 */
export function assertAccessToken(header: JsonObject, payload: unknown, expected: Expectations): VerifiedAccessToken {
  if (!isJsonObject(payload)) throw BearerFault.invalidToken('the payload is not a JSON object');
  expected.profile.assertAccessToken(header, payload);
  if (payload.iss !== expected.issuer)
    throw BearerFault.foreignToken('iss is not the issuer', mismatchOf([expected.issuer], payload.iss));
  const audience = parseAudience(payload.aud);
  assertAudience(audience, expected.audiences);
  const token = readClaims(payload, audience, expected.profile);
  assertAlive(token, expected.now);
  return token;
}

/** Throws `invalid_token` unless `aud` names one of those expected (RFC 7519 §4.1.3). */
export function assertAudience(audience: readonly string[], expected: readonly string[]): void {
  if (!expected.some((name) => audience.includes(name)))
    throw BearerFault.foreignToken('aud does not name this service', mismatchOf(expected, audience));
}

/** RFC 9068 §2.2 requires each but `scope`; `fam` is a private claim. */
function readClaims(
  claims: JsonObject,
  audience: readonly string[],
  { clientClaims, hasTokenIds }: TokenProfile,
): VerifiedAccessToken {
  const clientClaim = clientClaims.find((name) => claims[name] !== undefined) ?? clientClaims[0];
  const familyId = optionalString(claims, 'fam');
  const token = {
    issuer: requiredString(claims, 'iss'),
    subject: requiredString(claims, 'sub'),
    audience,
    clientId: requiredString(claims, clientClaim),
    scopes: parseScope(optionalString(claims, 'scope') ?? ''),
    tokenId: (hasTokenIds ? requiredString : optionalString)(claims, 'jti'),
    issuedAt: requiredDate(claims, 'iat'),
    expiresAt: requiredDate(claims, 'exp'),
    claims: Object.freeze(claims),
  };
  return Object.freeze(familyId === undefined ? token : Object.assign(token, { familyId }));
}

/** Last, so that only the holder of a genuine token for this service learns that it expired. */
function assertAlive(token: VerifiedAccessToken, now: number): void {
  const { claims, expiresAt } = token;
  if (claims.nbf !== undefined && requiredDate(claims, 'nbf') > now + NOT_BEFORE_LEEWAY) {
    throw BearerFault.invalidToken('nbf is in the future', token);
  }
  if (now >= expiresAt) throw BearerFault.expiredToken(token);
}
