import type { JsonObject } from './compact-jws.ts';

/** A verified access token. Frozen. */
export interface VerifiedAccessToken {
  /** `iss`: the authorization server. */
  readonly issuer: string;
  /** `sub`: the account. */
  readonly subject: string;
  /** `aud`: the services of the token, this one among them. */
  readonly audience: readonly string[];
  /** `client_id`: the calling application. */
  readonly clientId: string;
  /** `scope`, split; empty when the token has none. */
  readonly scopes: readonly string[];
  /** `fam`: the token family, if the issuer sets it. */
  readonly familyId?: string;
  /** `jti`: the token's own id. */
  readonly tokenId: string;
  /** `iat` in milliseconds since 1970. */
  readonly issuedAt: number;
  /** `exp` in milliseconds since 1970; refused from then on. */
  readonly expiresAt: number;
  /** All claims, in the names and units of RFC 7519 (seconds). */
  readonly claims: JsonObject;
}
