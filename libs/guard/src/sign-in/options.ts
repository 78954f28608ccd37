import type { AbstractHttpAdapter } from '@nestjs/core';

/** The request or response of Express or Fastify, as Nest's adapters type it. Your own type may stand in its place. */
export type AdapterRequest = Parameters<AbstractHttpAdapter['getRequestUrl']>[0];

/** Options of `SignInBridgeModule.forRoot`: your login signs people in for the pages of the auth server. */
export interface SignInBridgeOptions {
  /** `AUTH_URL`. */
  issuer: string;
  /** `SIGN_IN_URL`: where browsers reach the routes of this module. Its path is theirs. */
  url: string;
  /** `SIGN_IN_KEY`: a private key for ES256, as JWK in JSON. It vouches for every account that you have. */
  key: string | undefined;
  /** The person who is signed in by this request; `undefined`, `null` or `false`: nobody is. */
  user: (request: AdapterRequest) => MaybePerson | Promise<MaybePerson>;
  /** The address of your login page. It leads back to `returnTo`, a path of this app, once the person is signed in. */
  login: (wish: LoginWish) => string;
  /** Ends your own session of this request; `response` is there to take cookies back. */
  signOut: (request: AdapterRequest, response: AdapterRequest) => unknown;
  /** Where this app reaches the auth server from server to server. Default: `issuer`. */
  backchannelUrl?: string;
  /** `SIGN_IN_ISSUER`. Default: `url`. */
  signInIssuer?: string;
}

type MaybePerson = SignedInPerson | null | undefined | false;

/** Who is signed in at your app. */
export interface SignedInPerson {
  /** Never given to another person. With `SUBJECT=theirs` it is the `sub` of the tokens. */
  id: string | number | bigint;
  name?: string | null | undefined;
  email?: string | null | undefined;
  emailVerified?: boolean | null | undefined;
  /** When the person signed in: milliseconds since 1970, or a Date. */
  signedInAt: number | Date;
  /** The id of your session, for `SignInBridge.signedOut`. Only its hash leaves this app. */
  session?: string | null | undefined;
  /** How the person signed in (`acr` of OpenID Connect). */
  acr?: string | null | undefined;
  /** More claims, of those that `TRUSTED_ISSUERS` lists. */
  claims?: Readonly<Record<string, unknown>> | undefined;
}

/** What a sign-in is for, for the address of your login page. */
export interface LoginWish {
  /** Where to lead the person afterwards: a path of this app, with a query. */
  returnTo: string;
  /** `login`: sign in anew; `select_account`: choose an account. */
  prompt: 'login' | 'select_account' | undefined;
  /** What the person may have typed elsewhere: an email address, perhaps. */
  loginHint: string | undefined;
  /** Languages by preference, as `de en`. */
  uiLocales: string | undefined;
  /** The `acr` that the application wants, the best liked first. */
  acrValues: readonly string[];
  /** For whom the person signs in; undefined: for the auth server's own pages. */
  application: AskingApplication | undefined;
}

/** An application of the auth server that wants somebody to sign in. */
export interface AskingApplication {
  clientId: string;
  name: string;
  /** Whether a developer registered it; else its name is its own word. */
  isRegistered: boolean;
}
