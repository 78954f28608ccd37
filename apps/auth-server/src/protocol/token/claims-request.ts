import type { Claims } from './own-claims';

export const CLAIMS_REQUEST_TYP = 'claims-request+jwt';

/** Seconds. */
const LIFETIME = 60;

/** What a claims source is given. */
export interface ClaimsRequest {
  account: {
    id: string;
    email: string | null;
    name: string | null;
    /** Of its trusted issuer; both are null for an account with a password. */
    issuer: string | null;
    subject: string | null;
  };
  client: { client_id: string; name: string };
  /** The audience of the access token. */
  resource: string;
  /** Sorted. */
  scopes: readonly string[];
  /** What the trusted issuer said of the account last, if anything. */
  issuer_claims: Claims;
}

/** The request as the claims of a JWT. @param now epoch milliseconds. */
export function claimsRequestToken(
  request: ClaimsRequest,
  { issuer, url, jti, now }: { issuer: string; url: string; jti: string; now: number },
) {
  const iat = Math.floor(now / 1000);
  return { iss: issuer, aud: url, iat, exp: iat + LIFETIME, jti, ...request };
}
