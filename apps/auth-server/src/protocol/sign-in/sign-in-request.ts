/** Brings a browser to the login of a team's app. */
export const SIGN_IN_REQUEST_TYP = 'sign-in-request+jwt';
export const SIGN_OUT_REQUEST_TYP = 'sign-out-request+jwt';

/** Seconds: a person may have to confirm an email first. */
export const SIGN_IN_REQUEST_LIFETIME = 3_600;

/** Seconds: nothing is asked of the person. */
const SIGN_OUT_REQUEST_LIFETIME = 60;

export type AskedPrompt = 'login' | 'select_account' | 'none';

/** What is asked of the app, in the terms of OpenID Connect Core §3.1.2.1. */
export interface SignInWish {
  prompt: AskedPrompt | null;
  /** Seconds; `null`: any. */
  maxAge: number | null;
  acrValues: readonly string[];
  loginHint: string | null;
  /** The language in which the page that leads there speaks. */
  uiLocales: string;
  /** The app's own id of the person that is expected; `null`: any. */
  subject: string | null;
  /** The client for which somebody signs in; `null`: one of our own pages. */
  application: { clientId: string; name: string; isRegistered: boolean } | null;
}

export interface RequestFrame {
  issuer: string;
  audience: string;
  jti: string;
  /** Epoch milliseconds. */
  now: number;
}

/** The claims of a request. */
export function signInRequestClaims(wish: SignInWish, frame: RequestFrame): object {
  const { prompt, maxAge, acrValues, loginHint, uiLocales, subject, application } = wish;
  return {
    ...framed(frame, SIGN_IN_REQUEST_LIFETIME),
    ...(prompt !== null && { prompt }),
    ...(maxAge !== null && { max_age: maxAge }),
    ...(acrValues.length > 0 && { acr_values: acrValues.join(' ') }),
    ...(loginHint !== null && { login_hint: loginHint }),
    ui_locales: uiLocales,
    ...(subject !== null && { sub: subject }),
    ...(application !== null && {
      application: {
        client_id: application.clientId,
        name: application.name,
        registered: application.isRegistered,
      },
    }),
  };
}

/** The claims of a request to end the session of a person there. */
export const signOutRequestClaims = (subject: string, frame: RequestFrame): object => ({
  ...framed(frame, SIGN_OUT_REQUEST_LIFETIME),
  sub: subject,
});

function framed({ issuer, audience, jti, now }: RequestFrame, lifetime: number) {
  const iat = Math.floor(now / 1000);
  return { iss: issuer, aud: audience, jti, iat, exp: iat + lifetime };
}
