/** How the issuer's revocations are read. */
export interface RevocationOptions {
  /** URL of the signed list, on the issuer's origin. Default: `/oauth2/revocations` below the issuer. */
  uri?: string;
  /** URL of the stream of events, on the issuer's origin. Default: `/events` below `uri`. */
  eventsUri?: string;
  /**
   * When the issuer was not heard for longer than its `ttl` (60 s): `accept` tokens that are not known to be revoked, or
   * `reject` all calls by 503 until it is heard again. Default: `accept`.
   */
  onStale?: 'accept' | 'reject';
  /** Milliseconds for which calls wait for the first answer, then they are 503: 100 to 30,000. Default: 5,000. */
  maxWaitMs?: number;
  /** A client that may read them, where the issuer does not show them to everyone. Default: none. */
  credentials?: { readonly clientId: string; readonly clientSecret: string };
}
