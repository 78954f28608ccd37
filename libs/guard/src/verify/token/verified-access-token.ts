import type { JsonObject } from './compact-jws.ts';

/** A verified access token. Frozen. `Claims` is what the option `claims` makes of them. */
export interface VerifiedAccessToken<Claims = JsonObject> {
  /** `iss`: the authorization server. */
  readonly issuer: string;
  /** `sub`: the account. */
  readonly subject: string;
  /** `aud`: the services of the token, this one among them. */
  readonly audience: readonly string[];
  /** `client_id`, or `azp` of Keycloak and Auth0: the calling application. */
  readonly clientId: string;
  /** `scope`, split; empty when the token has none. */
  readonly scopes: readonly string[];
  /** `fam`: the token family, if the issuer sets it. */
  readonly familyId?: string;
  /** `jti`: the token's own id; undefined only where the issuer sets none (Auth0's own profile, opaque tokens). */
  readonly tokenId: string | undefined;
  /** `iat` in milliseconds since 1970. */
  readonly issuedAt: number;
  /** `exp` in milliseconds since 1970; refused from then on. */
  readonly expiresAt: number;
  /** All claims, in the names and units of RFC 7519 (seconds), unless the option `claims` reads them. */
  readonly claims: Claims;
}
