import type { Clock } from '../verify/clock.ts';

/**
 * What `GuardModule.forRoot` and `forRootAsync` take. URLs are https, or http on localhost, 127.0.0.1 and [::1].
 *
 * @example { issuer: 'https://auth.example.com', audience: 'https://notes.example.com' }
 */
export interface GuardOptions {
  /** The authorization server's URL, byte for byte what its tokens say in `iss`: no trailing slash, query or fragment. */
  issuer: string;
  /** This service's URL, byte for byte what tokens meant for it say in `aud`: no fragment. */
  audience: string;
  /** Where the issuer publishes its keys (RFC 7517). Default: `/.well-known/jwks.json` below the issuer. */
  jwksUri?: string;
  /** The `realm` of the challenges (RFC 9110 §11.5), printable ASCII without `"` and `\`. Default: `api`. */
  realm?: string;
  /**
   * Where this service's own metadata is (RFC 9728), told in every challenge: by it a client that was told nothing but
   * this service's URL, as those of MCP are, finds its authorization server. Default: none.
   */
  resourceMetadata?: string;
  /** Where the time is read. Default: the process's clock. */
  clock?: Clock;
}
