import * as client from 'openid-client';

import { AccessRevokedError, IssuerUnavailableError, SignInFailedError } from '../client.errors.ts';
import type { ClientSettings } from '../client.settings.ts';
import type { PendingSignIn } from '../pending-sign-in.ts';
import type { SignInParameters } from '../sign-in-parameters.ts';
import type { DpopJwk, Tokens } from '../tokens/person-tokens.ts';
import { newDpopKey, proofsBy } from './dpop-key.ts';

/** Seconds per try. All tries must end within the lease of a refresh (ADR 64). */
const TIMEOUT = 4;
const TRIES = 2;
const UNANSWERED = ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'];

/** Calls the authorization server, by openid-client. */
export class Issuer {
  private config: Promise<client.Configuration> | undefined;

  constructor(private readonly settings: ClientSettings) {}

  /** Forgets a failed discovery: the server may start later. */
  discovered(): Promise<client.Configuration> {
    this.config ??= this.discover().catch((error: unknown) => {
      this.config = undefined;
      throw new IssuerUnavailableError(this.settings.issuer, error);
    });
    return this.config;
  }

  /** @param more parameters of the authorization request. */
  async authorizationUrl({ state, codeVerifier }: PendingSignIn, more: SignInParameters): Promise<URL> {
    const config = await this.discovered();
    const { usePar = config.serverMetadata().require_pushed_authorization_requests === true } = this.settings;
    const parameters = {
      ...more,
      redirect_uri: this.settings.redirectUri,
      scope: this.settings.scopes.join(' '),
      state,
      code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    };
    if (!usePar) return client.buildAuthorizationUrl(config, parameters);
    return client.buildAuthorizationUrlWithPAR(config, parameters);
  }

  /** @returns the tokens, and the claims of the ID token where there is one. */
  async exchange(callback: URL, { state, codeVerifier }: PendingSignIn) {
    const config = await this.discovered();
    const dpop = this.settings.useDpop ? await newDpopKey() : undefined;
    const idTokenExpected = this.settings.scopes.includes('openid');
    const checks = { expectedState: state, pkceCodeVerifier: codeVerifier, idTokenExpected };
    const begun = this.settings.clock.now();
    try {
      const options = await this.dpopOptions(config, dpop);
      const answer = await client.authorizationCodeGrant(config, callback, checks, undefined, options);
      return { tokens: this.tokensOf(answer, begun, { scopes: this.settings.scopes, dpop }), claims: answer.claims() };
    } catch (error) {
      if (isUnanswered(error)) throw new IssuerUnavailableError(this.settings.issuer, error);
      throw new SignInFailedError(reasonOf(error), error);
    }
  }

  /** @throws AccessRevokedError where the new token is not bound as the one before: its refresh token is spent. */
  async refresh(tokens: Tokens): Promise<Tokens | undefined> {
    const config = await this.discovered();
    const options = await this.dpopOptions(config, tokens.dpop);
    for (let tries = 1; ; tries++) {
      const begun = this.settings.clock.now();
      try {
        const answer = await client.refreshTokenGrant(config, tokens.refreshToken ?? '', undefined, options);
        return this.tokensOf(answer, begun, tokens);
      } catch (error) {
        if (isInvalidGrant(error)) return undefined;
        if (error instanceof UnboundTokenError) throw new AccessRevokedError(error);
        if (!isUnanswered(error)) throw error;
        if (tries === TRIES || isTooMany(error)) throw new IssuerUnavailableError(this.settings.issuer, error);
      }
    }
  }

  async revoke({ refreshToken, accessToken }: Tokens): Promise<void> {
    try {
      await client.tokenRevocation(await this.discovered(), refreshToken ?? accessToken);
    } catch (error) {
      if (isUnanswered(error)) throw new IssuerUnavailableError(this.settings.issuer, error);
      throw error;
    }
  }

  private async discover(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.settings;
    const url = new URL(issuer);
    const authentication = clientSecret === undefined ? client.None() : client.ClientSecretBasic(clientSecret);
    return client.discovery(url, clientId, undefined, authentication, {
      execute: url.protocol === 'http:' ? [client.allowInsecureRequests] : [],
      timeout: TIMEOUT,
    });
  }

  private async dpopOptions(config: client.Configuration, dpop: DpopJwk | undefined): Promise<client.DPoPOptions> {
    return dpop === undefined ? {} : { DPoP: await proofsBy(dpop, config) };
  }

  private tokensOf(answer: client.TokenEndpointResponse, begun: number, before: Omit<Tokens, 'accessToken'>): Tokens {
    const { access_token, expires_in, refresh_token = before.refreshToken, scope, token_type } = answer;
    const isBound = token_type === 'dpop';
    if (before.dpop !== undefined && !isBound && this.settings.useDpop === true) throw new UnboundTokenError();
    return {
      accessToken: access_token,
      expiresAt: expires_in === undefined ? undefined : begun + expires_in * 1_000,
      refreshToken: refresh_token,
      scopes: scope?.split(' ') ?? before.scopes,
      dpop: isBound ? before.dpop : undefined,
    };
  }
}

/** RFC 9449 §5: a server that does not know DPoP, or was talked out of it, issues tokens of the type Bearer. */
class UnboundTokenError extends Error {
  override readonly name = 'UnboundTokenError';
  readonly code = 'token_not_bound';

  constructor() {
    super("The server issued a Bearer token to a request with a DPoP proof; useDpop: 'optional' accepts it");
  }
}

/** Whether the outcome of a request is unknown, or the server refused it for its rate (429). */
function isUnanswered(error: unknown): boolean {
  if (error instanceof client.ClientError) return error.code === undefined || UNANSWERED.includes(error.code);
  return !isAnswer(error) || isTooMany(error);
}

const isAnswer = (error: unknown) =>
  error instanceof UnboundTokenError ||
  error instanceof client.ResponseBodyError ||
  error instanceof client.WWWAuthenticateChallengeError ||
  error instanceof client.AuthorizationResponseError;

const isTooMany = (error: unknown) => error instanceof client.ResponseBodyError && error.status === 429;

/** The server refuses the refresh token (RFC 6749 §5.2); any other error is about the client or the request. */
const isInvalidGrant = (error: unknown) => error instanceof client.ResponseBodyError && error.error === 'invalid_grant';

function reasonOf(error: unknown): string {
  const { error: ofServer, code } = error as { error?: string; code?: string };
  return ofServer ?? code ?? 'unknown';
}
