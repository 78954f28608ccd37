/** What a code and its family remember of an authorization beside its scopes. */
export interface AuthorizationFacts {
  /**
   * The sign-in session that it hangs on: every code and device code, and a family that OpenID Connect began. ID tokens
   * tell of it.
   */
  sid: string | null;
  /** When the account signed in, in epoch milliseconds, where anybody asks. */
  authTime: number | null;
  acr: string | null;
  /** Thumbprint of the key that the tokens are bound to (RFC 9449). */
  dpopJkt: string | null;
  /** JSON (RFC 9396). */
  authorizationDetails: string | null;
}

/** Of an authorization that says nothing of these. */
export const NO_FACTS: AuthorizationFacts = {
  sid: null,
  authTime: null,
  acr: null,
  dpopJkt: null,
  authorizationDetails: null,
};
