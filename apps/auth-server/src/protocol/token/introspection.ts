import type { AccessTokenClaims } from './access-token-claims';
import type { AuthorizationFacts } from '../request/authorization-facts';
import { type Resource, formatScope } from '../request/scope';

/** RFC 7662 §2.2. Times in epoch seconds. */
export interface Introspection {
  active: boolean;
  scope?: string;
  client_id?: string;
  sub?: string;
  aud?: string;
  iss?: string;
  exp?: number;
  iat?: number;
  jti?: string;
  token_type?: 'Bearer' | 'DPoP' | 'refresh_token';
  auth_time?: number;
  acr?: string;
  cnf?: { jkt: string };
  authorization_details?: unknown;
  act?: object;
}

/** Gives no reason (§2.2). */
export const INACTIVE: Introspection = { active: false };

export function mayIntrospect(
  clientId: string,
  { client_id: owner, aud }: AccessTokenClaims,
  resources: readonly Resource[],
): boolean {
  if (clientId === owner) return true;
  return resources.find(({ url }) => url === aud)?.introspectionClients?.includes(clientId) ?? false;
}

/** Without our private claims. */
export function introspectAccessToken({
  fam: _,
  ge: _ge,
  rv: _rv,
  gc: _gc,
  ...claims
}: AccessTokenClaims): Introspection {
  return { active: true, ...claims, token_type: claims.cnf === undefined ? 'Bearer' : 'DPoP' };
}

/** Times in epoch milliseconds. */
export interface LivingRefreshToken extends AuthorizationFacts {
  accountId: string;
  /** Internal id. */
  clientId: number;
  publicClientId: string;
  scope: readonly string[];
  expiresAt: number;
}

export function introspectRefreshToken(token: LivingRefreshToken, issuer: string): Introspection {
  const { authTime, acr, dpopJkt, authorizationDetails } = token;
  return {
    active: true,
    scope: formatScope(token.scope),
    client_id: token.publicClientId,
    sub: token.accountId,
    iss: issuer,
    exp: Math.floor(token.expiresAt / 1000),
    token_type: 'refresh_token',
    ...(authTime !== null && { auth_time: Math.floor(authTime / 1000) }),
    ...(acr !== null && { acr }),
    ...(dpopJkt !== null && { cnf: { jkt: dpopJkt } }),
    ...(authorizationDetails !== null && { authorization_details: JSON.parse(authorizationDetails) as unknown }),
  };
}

export const SIGNED_INTROSPECTION = 'application/token-introspection+jwt';

export const SIGNED_INTROSPECTION_TYP = 'token-introspection+jwt';

/** RFC 9701 §5: no `sub` or `exp`, so that it cannot pass for an access token. */
export function signedIntrospection(
  introspection: Introspection,
  { issuer, clientId, now }: { issuer: string; clientId: string; now: number },
) {
  return { iss: issuer, aud: clientId, iat: Math.floor(now / 1000), token_introspection: introspection };
}
