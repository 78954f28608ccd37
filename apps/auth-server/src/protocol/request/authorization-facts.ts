/** What a code and its family keep of an authorization, besides scopes. */
export interface AuthorizationFacts {
  /** Sign-in session of a code, a device code, or a family that OpenID Connect began. */
  sid: string | null;
  /** Epoch milliseconds, if the request needs it. */
  authTime: number | null;
  acr: string | null;
  /** Thumbprint of the DPoP key (RFC 9449). */
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
