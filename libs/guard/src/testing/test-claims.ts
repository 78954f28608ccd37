import { randomUUID } from 'node:crypto';

import { parseTimeSpan, type TimeSpan } from './time-span.ts';

/** Claims of a token to issue (RFC 9068 §2.2); `undefined` leaves a default out. */
export interface TestClaims {
  sub?: string | undefined;
  client_id?: string | undefined;
  /** Separated by spaces. */
  scope?: string | undefined;
  aud?: string | readonly string[] | undefined;
  /** From now, as `'5m'` or `'-1s'`, or epoch seconds. */
  exp?: TimeSpan | number | undefined;
  iat?: TimeSpan | number | undefined;
  nbf?: TimeSpan | number | undefined;
  [claim: string]: unknown;
}

const DATES = ['exp', 'iat', 'nbf', 'auth_time'] as const;

/** The claims of an access token as the auth server issues it, with the given ones. `now` is in milliseconds. */
export function claimsOf(given: TestClaims, fixed: { iss: string; aud: string }, now: number): Record<string, unknown> {
  const claims: Record<string, unknown> = {
    ...fixed,
    sub: 'account-1',
    client_id: 'test-client',
    scope: '',
    iat: '0s',
    exp: '10m',
    jti: randomUUID(),
    fam: randomUUID(),
    ...given,
  };
  // A token of an application in its own name has no family.
  if (claims.sub !== undefined && claims.sub === claims.client_id && !('fam' in given)) delete claims.fam;
  for (const name of DATES) if (typeof claims[name] === 'string') claims[name] = dateOf(claims[name] as TimeSpan, now);
  return claims;
}

const dateOf = (span: TimeSpan, now: number) => Math.floor((now + parseTimeSpan(span)) / 1_000);

/** What a token says, unverified. */
export const claimsIn = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
