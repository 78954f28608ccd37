import type { Authentication } from '../protocol/request/sign-in-requirements';

/** How an account is signed in. */
export interface SignIn extends Authentication {
  /** The sign-in session; `null` for a trusted issuer's token, which has none here. */
  sessionId: string | null;
}

/** The signed-in account that makes a call. */
export interface Caller extends SignIn {
  account: { id: string; name: string | null; email: string | null };
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** What a call brings to prove who makes it. */
export interface Credentials {
  authorization: string | undefined;
  cookie: string | undefined;
  address: string;
}

export const BEARER_CHALLENGE = 'Bearer realm="consentry"';

/**
 * Why a call has no caller, in the words of `error_description`. The holder of a session token may know that the
 * session is over. Of any other token the answer tells neither whose it is nor what is wrong with it.
 */
export const NOT_SIGNED_IN = {
  noToken: 'sign in first: send a session token',
  ended: 'the session of this token has expired or was ended: sign in again',
  noSessionToken: 'this is not a valid session token: sign in, and send the session token that the sign-in answers',
} as const;
