/** Options of `ProtectedResourceModule.forRoot`: what the metadata of this service says (RFC 9728 §2). */
export interface ProtectedResourceOptions {
  /**
   * This service, one of `GuardModule`'s audiences byte for byte, but for the slash of an empty path. Default: the
   * first of them.
   */
  resource?: string;
  /** Where clients get tokens for it. Default: `GuardModule`'s issuers. */
  authorizationServers?: readonly string[];
  /** All scopes that clients may request for it. Default: none are named; a refused call names those it needs. */
  scopes?: readonly string[];
  /** A name for people. */
  resourceName?: string;
  /** URL of a page for developers. */
  documentation?: string;
}
