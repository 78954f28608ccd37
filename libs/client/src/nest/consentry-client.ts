import { Inject, Injectable } from '@nestjs/common';
import { randomPKCECodeVerifier, randomState } from 'openid-client';

import { SignInFailedError } from '../client.errors.ts';
import type { ClientSettings } from '../client.settings.ts';
import { type RepeatableRequest, sendWithToken } from '../issuer/authorized-fetch.ts';
import { Issuer } from '../issuer/issuer.ts';
import type { PendingSignIn } from '../pending-sign-in.ts';
import { assertNoneIsOwn, type SignInParameters } from '../sign-in-parameters.ts';
import { TokenKeeper } from '../tokens/token-keeper.ts';
import { CLIENT_SETTINGS } from './client.tokens.ts';

/** The outcome of a sign-in. */
export interface SignIn {
  /** The key under which the store keeps the tokens. */
  readonly person: string;
  /** The granted scopes; may be fewer than requested. */
  readonly scopes: readonly string[];
  /** The claims of the ID token; undefined without the scope `openid`. */
  readonly claims: Readonly<Record<string, unknown>> | undefined;
}

/** Gets people's permission, keeps their tokens fresh, and calls guarded APIs with them. */
@Injectable()
export class ConsentryClient {
  private readonly issuer: Issuer;
  private readonly keeper: TokenKeeper;

  constructor(@Inject(CLIENT_SETTINGS) private readonly settings: ClientSettings) {
    this.issuer = new Issuer(settings);
    this.keeper = new TokenKeeper(settings.store, this.issuer, settings.clock);
  }

  /**
   * Begins a sign-in. Send the browser to `url`, and keep `pending` in its session.
   *
   * @param parameters further parameters of the authorization request: `{ prompt: 'consent' }`, `{ resource }`.
   * @throws TypeError for a parameter that the client sets itself, as `client_id`; IssuerUnavailableError
   */
  async begin(parameters: SignInParameters = {}): Promise<{ url: URL; pending: PendingSignIn }> {
    assertNoneIsOwn(parameters);
    const pending = { state: randomState(), codeVerifier: randomPKCECodeVerifier() };
    return { url: await this.issuer.authorizationUrl(pending, parameters), pending };
  }

  /**
   * Ends the sign-in at the redirect URI: stores the tokens, in place of earlier ones.
   *
   * @param callbackUrl URL or path of the request, with its query.
   * @param pending from the session; delete it there first, as it serves once.
   * @param person your own key for the person. Default: the `sub` of the ID token.
   * @throws SignInFailedError, IssuerUnavailableError
   */
  async finish(callbackUrl: string | URL, pending: PendingSignIn | undefined, person?: string): Promise<SignIn> {
    if (pending === undefined) throw new SignInFailedError('it was not started in this browser');
    const { tokens, claims } = await this.issuer.exchange(this.arrivedAt(callbackUrl), pending);
    const key = person ?? claims?.sub;
    if (key === undefined) throw new Error('finish() needs the key of a person, or the scope openid');
    await this.keeper.keep(key, tokens);
    return { person: key, scopes: tokens.scopes, claims };
  }

  /**
   * A `fetch` that sends the person's token to the APIs. It holds bodies in memory, because it sends a call again, once,
   * if the API refuses the token; it follows no redirect.
   *
   * @throws by each call: SignInNeededError, AccessRevokedError, IssuerUnavailableError
   */
  fetchFor(person: string): typeof fetch {
    return async (input, init) => {
      const request = new Request(input, init);
      this.assertApi(request.url);
      const call = { request, body: request.body === null ? null : await request.arrayBuffer() };
      return this.send(call, person);
    };
  }

  /** Revokes the tokens at the authorization server (RFC 7009), then deletes the person's entry. */
  forget(person: string): Promise<void> {
    return this.keeper.forget(person);
  }

  private async send(call: RepeatableRequest, person: string): Promise<Response> {
    const tokens = await this.keeper.fresh(person);
    const { response, isTokenRefused } = await sendWithToken(call, tokens);
    if (!isTokenRefused) return response;
    const next = await this.keeper.fresh(person, tokens.accessToken);
    if (next.accessToken === tokens.accessToken) return response;
    await response.body?.cancel();
    return (await sendWithToken(call, next)).response;
  }

  /** Any other origin would learn the token. */
  private assertApi(url: string): void {
    const { origin } = new URL(url);
    if (!this.settings.apis.includes(origin)) {
      throw new TypeError(`No token is sent to ${origin}: it is not among apis (${this.settings.apis.join(', ')})`);
    }
  }

  /** The callback at the registered redirect URI: behind a proxy the request may show another host. */
  private arrivedAt(callbackUrl: string | URL): URL {
    const url = new URL(this.settings.redirectUri);
    url.search = new URL(callbackUrl, url).search;
    return url;
  }
}
