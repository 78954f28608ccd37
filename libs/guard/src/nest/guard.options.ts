import type { Clock } from '../verify/clock.ts';

/**
 * Options of `GuardModule.forRoot` and `forRootAsync`. URLs are https, or http on localhost, 127.0.0.1 and [::1].
 *
 * @example { issuer: 'https://auth.example.com', audience: 'https://notes.example.com' }
 */
export interface GuardOptions {
  /** The authorization server's URL, byte for byte the tokens' `iss`: no trailing slash, query or fragment. */
  issuer: string;
  /** This service's URL, byte for byte the tokens' `aud`: no fragment. */
  audience: string;
  /** URL of the issuer's JWK Set (RFC 7517). Default: `/.well-known/jwks.json` below the issuer. */
  jwksUri?: string;
  /** The `realm` of the challenges (RFC 9110 §11.5), printable ASCII without `"` and `\`. Default: `api`. */
  realm?: string;
  /**
   * URL of this service's metadata (RFC 9728), in every challenge: MCP clients find the authorization server by it.
   * Default: none.
   */
  resourceMetadata?: string;
  /** Time source. Default: the process's clock. */
  clock?: Clock;
}
