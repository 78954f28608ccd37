import type { Noted } from '../../platform/http/edge/edge-request';
import type { Authentication } from '../../protocol/request/sign-in-requirements';

export interface SignIn extends Authentication {
  /** `null` for a trusted issuer's token, which has no session here. */
  sessionId: string | null;
}

export interface CallerAccount {
  id: string;
  name: string | null;
  email: string | null;
  /** Whether a mailed token proved the email. */
  isEmailVerified: boolean;
  /** `null`: name, email and password are this server's. */
  issuer: string | null;
}

export interface Caller extends SignIn {
  account: CallerAccount;
  /** Epoch milliseconds. */
  expiresAt: number;
  /** Whether the app of `SIGN_IN_URL` or a provider vouched for the session: no password proved it. */
  isVouched: boolean;
  /** Whether it was the app. */
  isOfApp: boolean;
  /** Whether its last word is older than `SIGN_IN_CONFIRM`: pages ask it once more. */
  isUnconfirmed: boolean;
}

export interface Credentials {
  authorization: string | undefined;
  cookie: string | undefined;
  address: string;
  /** The `User-Agent` header. */
  userAgent: string | undefined;
  /** A language tag, or the `Accept-Language` header. */
  language: string | undefined;
  noted: Noted;
}

export const BEARER_CHALLENGE = 'Bearer realm="consentry"';

/** For `error_description`. Only the holder of a session token learns why it is refused. */
export const NOT_SIGNED_IN = {
  noToken: 'sign in first: send a session token',
  ended: 'the session of this token has expired or was ended: sign in again',
  noSessionToken: 'this is not a valid session token: sign in, and send the session token that the sign-in returned',
} as const;
