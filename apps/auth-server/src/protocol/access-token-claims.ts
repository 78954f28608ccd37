/** The claims of an access token (RFC 9068 §2.2), and `fam`: the family it came with. Times in epoch seconds. */
export interface AccessTokenClaims {
  iss: string;
  sub: string;
  aud: string;
  client_id: string;
  scope: string;
  iat: number;
  exp: number;
  jti: string;
  fam: string;
}

export interface AccessTokenSubject {
  issuer: string;
  accountId: string;
  clientId: string;
  resource: string;
  scope: readonly string[];
  familyId: string;
}

/**
 * @param now epoch milliseconds.
 * @param ttl seconds.
 */
export function accessTokenClaims(
  subject: AccessTokenSubject,
  { now, ttl, jti }: { now: number; ttl: number; jti: string },
): AccessTokenClaims {
  const iat = Math.floor(now / 1000);
  return {
    iss: subject.issuer,
    sub: subject.accountId,
    aud: subject.resource,
    client_id: subject.clientId,
    scope: subject.scope.join(' '),
    iat,
    exp: iat + ttl,
    jti,
    fam: subject.familyId,
  };
}
