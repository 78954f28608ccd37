import type { JsonObject } from '../compact-jws.ts';

/** What the access tokens of an issuer look like, and how they differ from its other tokens. */
export interface TokenProfile {
  /** Throws `invalid_token` for an ID token, a logout token or another that is no access token (RFC 8725 §3.11). */
  assertAccessToken(header: JsonObject, claims: JsonObject): void;
  /** The claims that name the client; the first that is there counts. */
  readonly clientClaims: readonly [string, ...string[]];
  /** Whether each token has a `jti`. */
  readonly hasTokenIds: boolean;
}

/** RFC 9068 §4; media types are case-insensitive (RFC 7515 §4.1.9). */
export function isAccessTokenType(typ: unknown): boolean {
  return typeof typ === 'string' && /^(application\/)?at\+jwt$/i.test(typ);
}

/** The type of a JWT of no certain kind (RFC 7519 §5.1), which may be left out. */
export function isPlainType(typ: unknown): boolean {
  return typ === undefined || (typeof typ === 'string' && /^(application\/)?jwt$/i.test(typ));
}
