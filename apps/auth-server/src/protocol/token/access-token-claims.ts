import type { AuthorizationFacts } from '../request/authorization-facts';
import type { OwnClaims } from './own-claims';
import { UNTOLD } from './person-claims';

/** RFC 9068 §2.2, and private claims by which services refuse what was revoked (ADR 42). Times in epoch seconds. */
export interface AccessTokenClaims extends GrantClaims {
  iss: string;
  sub: string;
  aud: string;
  client_id: string;
  scope: string;
  iat: number;
  exp: number;
  jti: string;
  auth_time?: number;
  acr?: string;
  /** RFC 9449 §6.1. */
  cnf?: { jkt: string };
  /** RFC 9396 §9.1. */
  authorization_details?: unknown;
  /** RFC 8693 §4.1. */
  act?: Actor;
}

/** The earlier actors are nested (RFC 8693 §4.1). */
export interface Actor {
  sub: string;
  client_id: string;
  act?: Actor;
}

interface GrantClaims {
  /** The token's family. */
  fam?: string;
  /** The grant's epoch; absent: 0. */
  ge?: number;
  /** The grant's reissues, or without a grant the subject's; absent: 0. */
  rv?: number;
  /** The grant's client, where it is another one than `client_id`: the token was exchanged. */
  gc?: string;
}

/** The grant's counters when the token is issued. */
export interface GrantCounters {
  grantEpoch: number;
  reissues: number;
}

export interface AccessTokenSubject extends Partial<AuthorizationFacts>, Partial<GrantCounters> {
  issuer: string;
  /** An account's id, or the `client_id` if no account takes part. */
  subject: string;
  clientId: string;
  audience: string;
  scope: readonly string[];
  familyId: string | null;
  /** The public id of the grant's client; absent: `clientId`. */
  grantClientId?: string;
  actor?: Actor | null;
  /** Of the team; none has a name of the others. */
  own?: OwnClaims | null;
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
  const { familyId, reissues = 0, authTime, acr, dpopJkt, authorizationDetails, actor, own } = subject;
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
  if (familyId !== null) addGrant(claims, familyId, subject);
  if (reissues > 0) claims.rv = reissues;
  if (authTime != null && authTime !== UNTOLD) claims.auth_time = Math.floor(authTime / 1000);
  if (acr != null) claims.acr = acr;
  if (dpopJkt != null) claims.cnf = { jkt: dpopJkt };
  if (authorizationDetails != null) claims.authorization_details = JSON.parse(authorizationDetails) as unknown;
  if (actor != null) claims.act = actor;
  if (own != null) Object.assign(claims, own.accessToken);
  return claims;
}

function addGrant(claims: AccessTokenClaims, familyId: string, subject: AccessTokenSubject): void {
  const { grantEpoch = 0, grantClientId = claims.client_id } = subject;
  claims.fam = familyId;
  if (grantEpoch > 0) claims.ge = grantEpoch;
  if (grantClientId !== claims.client_id) claims.gc = grantClientId;
}
