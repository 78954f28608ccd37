import type { AuthorizationFacts } from '../request/authorization-facts';

/** RFC 9068 §2.2; `fam`: the token's family. Times in epoch seconds. */
export interface AccessTokenClaims {
  iss: string;
  sub: string;
  aud: string;
  client_id: string;
  scope: string;
  iat: number;
  exp: number;
  jti: string;
  fam?: string;
  auth_time?: number;
  acr?: string;
  /** RFC 9449 §6.1. */
  cnf?: { jkt: string };
  /** RFC 9396 §9.1. */
  authorization_details?: unknown;
  /** RFC 8693 §4.1. */
  act?: object;
}

export interface AccessTokenSubject extends Partial<AuthorizationFacts> {
  issuer: string;
  /** An account's id, or the `client_id` if no account takes part. */
  subject: string;
  clientId: string;
  audience: string;
  scope: readonly string[];
  familyId: string | null;
  actor?: object | null;
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
  const { familyId, authTime, acr, dpopJkt, authorizationDetails, actor } = subject;
  const claims: AccessTokenClaims = {
    iss: subject.issuer,
    sub: subject.subject,
    aud: subject.audience,
    client_id: subject.clientId,
    scope: subject.scope.join(' '),
    iat,
    exp: iat + ttl,
    jti,
  };
  if (familyId !== null) claims.fam = familyId;
  if (authTime != null) claims.auth_time = Math.floor(authTime / 1000);
  if (acr != null) claims.acr = acr;
  if (dpopJkt != null) claims.cnf = { jkt: dpopJkt };
  if (authorizationDetails != null) claims.authorization_details = JSON.parse(authorizationDetails) as unknown;
  if (actor != null) claims.act = actor;
  return claims;
}
