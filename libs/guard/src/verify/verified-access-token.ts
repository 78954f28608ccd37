import type { JsonObject } from './compact-jws.ts';

/** An access token whose signature and claims were checked. Frozen. */
export interface VerifiedAccessToken {
  /** `iss`: the authorization server. */
  readonly issuer: string;
  /** `sub`: the account that the call is made for. */
  readonly subject: string;
  /** `aud`: the services that the token is for; this one is among them. */
  readonly audience: readonly string[];
  /** `client_id`: the application that makes the call. */
  readonly clientId: string;
  /** `scope`, split: what the account allowed the application to do. Empty when the token names none. */
  readonly scopes: readonly string[];
  /** `fam`: what began with one consent and ends as one, where the issuer tells it. */
  readonly familyId?: string;
  /** `jti`: the token's own id. */
  readonly tokenId: string;
  /** `iat` in milliseconds since 1970. */
  readonly issuedAt: number;
  /** `exp` in milliseconds since 1970; from this instant on the token is refused. */
  readonly expiresAt: number;
  /** All claims as they came, in the names and units of RFC 7519 (seconds). */
  readonly claims: JsonObject;
}
