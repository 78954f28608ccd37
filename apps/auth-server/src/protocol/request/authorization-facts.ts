/** What a code and its family keep of an authorization beside its scopes. */
export interface AuthorizationFacts {
  /**
   * The sign-in session: of every code and device code, and of families that OpenID Connect began. ID tokens carry it.
   */
  sid: string | null;
  /** Time of the sign-in in epoch milliseconds, if the request needs it. */
  authTime: number | null;
  acr: string | null;
  /** Thumbprint of the key that the tokens are bound to (RFC 9449). */
  dpopJkt: string | null;
  /** JSON (RFC 9396). */
  authorizationDetails: string | null;
}

export const NO_FACTS: AuthorizationFacts = {
  sid: null,
  authTime: null,
  acr: null,
  dpopJkt: null,
  authorizationDetails: null,
};
