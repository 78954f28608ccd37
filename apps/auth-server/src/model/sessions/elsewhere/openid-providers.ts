import { Inject, Injectable } from '@nestjs/common';
import type { ClientAuth, Configuration, IDToken } from 'openid-client';
import { CLOCK, type Clock } from '../../../platform/config/clock';
import { SETTINGS, type Settings, type SignInProvider } from '../../../platform/config/settings';
import { type InsecureHosts, urlProblem } from '../../../platform/config/url-setting';
import { fetchBounded } from '../../../platform/outbound/fetch-bounded';
import { readProviderPerson } from '../../../protocol/sign-in/provider-person';
import { quirksOf } from '../../../protocol/sign-in/provider-quirks';
import type { VouchedPerson } from '../../../protocol/sign-in/sign-in-answer';
import type { SignInWish } from '../../../protocol/sign-in/sign-in-request';
import { hashToken } from '../../../protocol/token/opaque-secret';
import type { Said } from '../../../protocol/token/person-claims';
import { ProviderLog } from './provider-log';

type OpenIdClient = typeof import('openid-client');

/** Seconds per call. */
const TIMEOUT = 5;

/** Milliseconds for which the metadata of a provider is good. */
const KNOWN = 3_600_000;

/** Milliseconds after which a provider that failed is asked again: strangers choose how often. */
const FAILED = 5_000;

/** Seconds: any. With a `max_age` a provider must tell when the person signed in (OpenID Connect Core §2). */
const ANY_AGE = 315_360_000;

/** Errors by which the person did not finish (RFC 6749 §4.1.2.1, OpenID Connect Core §3.1.2.6). */
const NOT_FINISHED = [
  ...['access_denied', 'login_required', 'interaction_required', 'account_selection_required'],
  'user_cancelled_authorize', // of Apple
];

/** Characters in the log. */
const LONGEST_REASON = 300;

/** Errors for the operator. */
const ERRORS = [
  ...['invalid_request', 'unauthorized_client', 'unsupported_response_type', 'invalid_scope'],
  ...['server_error', 'temporarily_unavailable', 'consent_required'],
];

/** A provider cannot be reached, or what it answers is not valid. Its message is for the operator. */
export class ProviderFailure extends Error {}

export interface ProviderSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

/** Only the browser that began the sign-in can bring them again, so none of them is stored. */
export const secretsOf = (browser: string, state: string): ProviderSecrets => ({
  state,
  nonce: hashToken(`nonce ${browser} ${state}`),
  verifier: hashToken(`code_verifier ${browser} ${state}`),
});

/** Speaks OpenID Connect with the providers of `SIGN_IN_PROVIDERS_FILE`. */
@Injectable()
export class OpenIdProviders {
  private readonly known = new Map<string, { config: Promise<Configuration>; until: number }>();

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly log: ProviderLog,
  ) {}

  /** @throws ProviderFailure */
  async authorizationUrl(provider: SignInProvider, wish: SignInWish, secrets: ProviderSecrets): Promise<string> {
    const client = await import('openid-client');
    return this.logged(provider, client, async () => {
      const config = await this.configOf(provider, client);
      const { scope, parameters } = quirksOf(provider.issuer);
      const url = client.buildAuthorizationUrl(config, {
        ...wishedOf(wish),
        ...parameters,
        scope,
        redirect_uri: this.redirectUri(provider),
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: 'S256',
      });
      return url.href;
    });
  }

  /**
   * @param query of the provider's answer, undecoded.
   * @returns `null` where the person did not finish the sign-in.
   * @throws ProviderFailure
   */
  async redeem(provider: SignInProvider, query: string, secrets: ProviderSecrets): Promise<VouchedPerson | null> {
    const client = await import('openid-client');
    return this.logged(provider, client, async () => {
      const config = await this.configOf(provider, client);
      const callback = new URL(`${this.redirectUri(provider)}?${query}`);
      const { state, nonce, verifier } = secrets;
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      try {
        const tokens = await client.authorizationCodeGrant(config, callback, checks);
        const idToken = tokens.claims()!;
        return this.personOf(idToken, await userInfoOf(config, tokens, idToken, client));
      } catch (error) {
        if (error instanceof client.AuthorizationResponseError && NOT_FINISHED.includes(error.error)) return null;
        throw error;
      }
    });
  }

  private personOf(idToken: Said, userInfo: Said): VouchedPerson {
    const namesAccount = this.settings.subject === 'theirs';
    const person = readProviderPerson(idToken, userInfo, { namesAccount, now: this.clock.now() });
    if (typeof person === 'string') throw new ProviderFailure(`its ID token is refused: ${person}`);
    return person;
  }

  private redirectUri = ({ id }: SignInProvider) => `${this.settings.issuer}/sign-in/return/${id}`;

  private async configOf(provider: SignInProvider, client: OpenIdClient): Promise<Configuration> {
    const now = this.clock.now();
    const known = this.known.get(provider.id);
    if (known !== undefined && now < known.until) return known.config;
    const asked = { config: discover(provider, client, this.settings.insecureHosts), until: now + KNOWN };
    this.known.set(provider.id, asked);
    return asked.config.catch(() => {
      asked.until = this.clock.now() + FAILED;
      // The metadata that was fetched before goes on serving.
      asked.config = known?.config ?? asked.config;
      return asked.config;
    });
  }

  private async logged<Result>(
    provider: SignInProvider,
    client: OpenIdClient,
    work: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      const reason = reasonOf(error, client);
      this.log.note(provider, reason);
      throw new ProviderFailure(reason, { cause: error });
    }
  }
}

/** Later calls are bounded and authenticated as this one is. */
function discover(
  { issuer, clientId, clientSecret }: SignInProvider,
  client: OpenIdClient,
  insecureHosts: InsecureHosts,
): Promise<Configuration> {
  const isInsecure = new URL(issuer).protocol === 'http:';
  return client
    .discovery(new URL(issuer), clientId, undefined, authenticationBy(clientSecret, client), {
      [client.customFetch]: (url, options) => {
        // The metadata names the others.
        const problem = urlProblem(url, insecureHosts);
        if (problem !== null) throw new ProviderFailure(`its metadata names ${url}, but its URLs ${problem}`);
        return fetchBounded(url, options as RequestInit);
      },
      timeout: TIMEOUT,
      // The library verifies signatures by this alone: it trusts the TLS of the token endpoint.
      execute: [...(isInsecure ? [client.allowInsecureRequests] : []), client.enableNonRepudiationChecks],
    })
    .then((config) => {
      const said = config.serverMetadata().issuer;
      // Some end in a slash: accounts are found by these very bytes.
      if (said !== issuer) throw new ProviderFailure(`its issuer is ${said}: use exactly this one in the settings`);
      return config;
    });
}

/** By the form where the provider takes that: libraries differ in how they encode the header. */
function authenticationBy(secret: string | null, client: OpenIdClient): ClientAuth {
  if (secret === null) return client.None();
  const [post, basic] = [client.ClientSecretPost(secret), client.ClientSecretBasic(secret)];
  return (server, ...call) =>
    (server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? post : basic)(server, ...call);
}

const wishedOf = ({ prompt, maxAge, acrValues, loginHint, uiLocales }: SignInWish): Record<string, string> => ({
  ...(prompt !== null && { prompt }),
  max_age: String(maxAge ?? ANY_AGE),
  ...(acrValues.length > 0 && { acr_values: acrValues.join(' ') }),
  ...(loginHint !== null && { login_hint: loginHint }),
  ui_locales: uiLocales,
});

/** Many tell name and email there alone. */
async function userInfoOf(
  config: Configuration,
  { access_token: accessToken }: { access_token: string },
  idToken: IDToken,
  client: OpenIdClient,
): Promise<Said> {
  const isWhole = idToken.email !== undefined && idToken.name !== undefined;
  if (isWhole || config.serverMetadata().userinfo_endpoint === undefined) return {};
  return client.fetchUserInfo(config, accessToken, idToken.sub);
}

/** Without what a stranger may write. */
function reasonOf(error: unknown, client: OpenIdClient): string {
  if (error instanceof ProviderFailure) return error.message;
  if (error instanceof client.AuthorizationResponseError)
    return `it answers with ${ERRORS.find((code) => code === error.error) ?? 'an error'}`;
  if (error instanceof client.WWWAuthenticateChallengeError)
    return `it answers with ${error.status}: check client_id and client_secret`;
  if (error instanceof client.ResponseBodyError)
    return `its token endpoint answers with ${error.status} ${/^[a-z_]{1,64}$/.test(error.error) ? error.error : 'with an error'}`;
  const { message, cause } = error as Error;
  return (cause instanceof Error ? `${message}: ${cause.message}` : message).slice(0, LONGEST_REASON);
}
