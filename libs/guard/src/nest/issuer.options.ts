import type { RevocationOptions } from './revocation.options.ts';

/**
 * An issuer's access tokens: `rfc9068` as the standard has them, `keycloak` and `auth0` as these issue them by default.
 * What the latter two give up and check instead stands in docs/how-to/guard-issuers.md.
 */
export type ProfileName = 'rfc9068' | 'keycloak' | 'auth0';

/** One of several issuers. */
export interface IssuerOptions {
  /** Byte for byte the tokens' `iss`. Of the profile auth0 it ends in a slash, of the others it does not. */
  issuer: string;
  /** Default: `rfc9068`. */
  profile?: ProfileName;
  /**
   * URL of its JWK Set. Default: below the issuer `/.well-known/jwks.json`, of the profile keycloak
   * `/protocol/openid-connect/certs`.
   */
  jwksUri?: string;
  /** What this service is called in its tokens' `aud`; need be no URL. Default: the module's `audience`. */
  audience?: string | readonly string[];
  /** Asks it about opaque tokens (RFC 7662); of several issuers one may have them. Default: only JWTs are accepted. */
  introspection?: IntrospectionOptions;
  /** Whether, and how, to read what it takes back. Default: true for the profile rfc9068, else false. */
  revocations?: boolean | RevocationOptions;
}

/** How this service introspects opaque tokens at an issuer (RFC 7662): as its client, by HTTP Basic. */
export interface IntrospectionOptions {
  /**
   * Default: below the issuer `/oauth2/introspect`, of the profile keycloak `/protocol/openid-connect/token/introspect`;
   * required of the profile auth0.
   */
  uri?: string;
  clientId: string;
  clientSecret: string;
  /** Seconds for which an answer counts, 0 to 300: a token that is taken back is accepted for as long. Default: 30. */
  maxAge?: number;
}
