import { createHash } from 'node:crypto';
import type { OwnClaims } from './own-claims';
import { UNTOLD } from './person-claims';

/** Seconds. It reports a sign-in and gives no access. */
export const ID_TOKEN_TTL = 3600;

/** OpenID Connect Core §2, §3.1.3.6; `sid`: Back-Channel Logout §2.1. Times in seconds. */
export interface IdTokenClaims {
  iss: string;
  sub: string;
  aud: string;
  iat: number;
  exp: number;
  auth_time?: number;
  nonce?: string;
  acr?: string;
  at_hash: string;
  sid?: string;
}

export interface IdTokenSubject {
  issuer: string;
  accountId: string;
  clientId: string;
  /** Only in tokens of the code (§12.2). */
  nonce: string | null;
  /** Epoch milliseconds. */
  authTime: number | null;
  acr: string | null;
  sid: string | null;
  /** Of the team, and of the account where the client is registered so; none has a name of the others. */
  own?: OwnClaims | null;
}

/**
 * By default no account claims but `sub` and the team's own: ID tokens reach clients' logs and URLs (§5.4).
 *
 * @param alg of the ID token.
 * @param now epoch milliseconds.
 */
export function idTokenClaims(
  { issuer, accountId, clientId, nonce, authTime, acr, sid, own }: IdTokenSubject,
  { accessToken, alg, now }: { accessToken: string; alg: string; now: number },
): IdTokenClaims {
  const iat = Math.floor(now / 1000);
  return {
    iss: issuer,
    sub: accountId,
    aud: clientId,
    iat,
    exp: iat + ID_TOKEN_TTL,
    ...(authTime !== null && authTime !== UNTOLD && { auth_time: Math.floor(authTime / 1000) }),
    ...(nonce !== null && { nonce }),
    ...(acr !== null && { acr }),
    at_hash: tokenHash(accessToken, alg),
    ...(sid !== null && { sid }),
    ...own?.idToken,
  };
}

/** Left half of a hash by the ID token's algorithm (§3.1.3.6); Ed25519: SHA-512 (RFC 8032 §5.1). */
export function tokenHash(token: string, alg: string): string {
  const hash = createHash(alg === 'EdDSA' ? 'sha512' : 'sha256')
    .update(token)
    .digest();
  return hash.subarray(0, hash.length / 2).toString('base64url');
}
