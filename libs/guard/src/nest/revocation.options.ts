/** How the issuer's revocations are read. */
export interface RevocationOptions {
  /**
   * URL of the signed pages, on the issuer's origin: a 404 of it is an error. Default: `/oauth2/revocations` below the
   * issuer; where that is 404 and the issuer's metadata names no `revocations_uri`, it publishes none.
   */
  uri?: string;
  /**
   * When no page came for longer than the issuer's `ttl` (60 s): `accept` tokens that are not known to be revoked, or
   * `reject` all calls by 503 until one comes. Default: `accept`.
   */
  onStale?: 'accept' | 'reject';
  /** Milliseconds for which calls wait for the first pages, then they are 503: 100 to 30,000. Default: 5,000. */
  maxWaitMs?: number;
  /** A client that may read them, where the issuer does not show them to everyone. Default: none. */
  credentials?: { readonly clientId: string; readonly clientSecret: string };
}
