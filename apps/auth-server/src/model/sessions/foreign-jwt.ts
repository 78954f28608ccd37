import type { JWTPayload, JWTVerifyGetKey, JWTVerifyOptions, JWTVerifyResult, errors } from 'jose';
import { OAuthError } from '../../protocol/oauth-error';

export type Jose = typeof import('jose');

/** Asymmetric only: whatever shares a secret with the issuer could sign tokens. */
const ALGORITHMS = [
  ...['ES256', 'ES384', 'ES512', 'RS256', 'RS384', 'RS512'],
  ...['PS256', 'PS384', 'PS512', 'EdDSA', 'Ed25519'],
];

/** Its message says what is wrong with a JWT, and holds nothing of it. */
export class RefusedJwt extends Error {}

/**
 * Verifies a JWT of another issuer.
 *
 * @param now epoch milliseconds.
 * @throws RefusedJwt, or OAuthError `temporarily_unavailable` if the issuer's keys cannot be fetched.
 */
export async function verifyForeignJwt(
  token: string,
  keys: JWTVerifyGetKey,
  expected: Pick<JWTVerifyOptions, 'issuer' | 'audience' | 'typ' | 'clockTolerance' | 'requiredClaims'>,
  now: number,
  jose: Jose,
): Promise<JWTVerifyResult<JWTPayload>> {
  try {
    const options = { algorithms: ALGORITHMS, requiredClaims: ['sub', 'exp'], currentDate: new Date(now), ...expected };
    return await jose.jwtVerify(token, keys, options);
  } catch (error) {
    if (isInvalidToken(error, jose)) throw new RefusedJwt(reasonOf(error));
    throw new OAuthError('temporarily_unavailable', 'the keys of the token issuer cannot be fetched', {
      retryAfter: 5,
      cause: error,
    });
  }
}

/** False for a failure to fetch the issuer's keys. */
function isInvalidToken(error: unknown, { errors }: Jose): error is errors.JOSEError {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return false;
  return error instanceof errors.JOSEError && error.code !== 'ERR_JOSE_GENERIC';
}

/** Texts by code, as jose's own messages could contain parts of the token. */
const REASONS: Readonly<Record<string, string>> = {
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'its signature does not match the key of the issuer that it names',
  ERR_JWKS_NO_MATCHING_KEY: 'no key of the issuer matches its kid and alg',
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'several keys of the issuer match: it must name one by kid',
  ERR_JOSE_ALG_NOT_ALLOWED: 'its alg is not a supported asymmetric algorithm',
};

/** jose's messages on claims never contain the value. */
function reasonOf({ code, message }: errors.JOSEError): string {
  const isOfClaim = code === 'ERR_JWT_CLAIM_VALIDATION_FAILED' || code === 'ERR_JWT_EXPIRED';
  return isOfClaim ? message : (REASONS[code] ?? `it is not a JWT that can be read (${code})`);
}
