/** OpenID Connect Back-Channel Logout §2.4. */
export const LOGOUT_TOKEN_TYP = 'logout+jwt';

/** Seconds: short (§4). */
const LOGOUT_TOKEN_TTL = 120;

/** Never `nonce`, so that it cannot pass for an ID token (§2.4). */
export interface LogoutTokenClaims {
  iss: string;
  sub: string;
  aud: string;
  iat: number;
  exp: number;
  jti: string;
  sid?: string;
  events: Readonly<Record<string, object>>;
}

export interface EndedSession {
  issuer: string;
  accountId: string;
  clientId: string;
  sid: string | null;
}

/** @param now epoch milliseconds. */
export function logoutTokenClaims(
  { issuer, accountId, clientId, sid }: EndedSession,
  { now, jti }: { now: number; jti: string },
): LogoutTokenClaims {
  const iat = Math.floor(now / 1000);
  return {
    iss: issuer,
    sub: accountId,
    aud: clientId,
    iat,
    exp: iat + LOGOUT_TOKEN_TTL,
    jti,
    ...(sid !== null && { sid }),
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  };
}
