import type { Authentication } from '../protocol/authentication';

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
