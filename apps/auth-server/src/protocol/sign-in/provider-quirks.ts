/** What a provider wants beside the standard. */
export interface ProviderQuirks {
  scope: string;
  /** More parameters of the authorization request. */
  parameters: Readonly<Record<string, string>>;
}

const STANDARD: ProviderQuirks = { scope: 'openid email profile', parameters: {} };

const QUIRKS: Readonly<Record<string, ProviderQuirks>> = {
  // It knows no `profile`, and answers with more than `openid` by a form alone.
  'https://appleid.apple.com': { scope: 'openid email name', parameters: { response_mode: 'form_post' } },
  // It tells `auth_time` where that is asked for and switched on at Google, whatever `max_age` says.
  'https://accounts.google.com': {
    scope: STANDARD.scope,
    parameters: { claims: JSON.stringify({ id_token: { auth_time: { essential: true } } }) },
  },
};

export const quirksOf = (issuer: string): ProviderQuirks => QUIRKS[issuer] ?? STANDARD;

const ENTRA_OF_MANY = /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)(\/|$)/;

/** Why an issuer can be no provider, or `null`. */
export const providerProblem = (issuer: string): string | null =>
  ENTRA_OF_MANY.test(issuer)
    ? 'has the issuer for all Entra tenants; use that of one tenant: https://login.microsoftonline.com/<tenant id>/v2.0'
    : null;
