import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../platform/config/clock';
import { SETTINGS, type Settings, type SignInProvider, type SignInSetting } from '../../../platform/config/settings';
import { withQuery } from '../../../platform/http/answers/with-query';
import { type Counter, countersOf } from '../../../platform/limits/counter';
import { LIMITS } from '../../../platform/limits/limit-table';
import { tooMany } from '../../../platform/limits/too-many';
import {
  SIGN_IN_REQUEST_TYP,
  SIGN_OUT_REQUEST_TYP,
  type AskedPrompt,
  type SignInWish,
  signInRequestClaims,
  signOutRequestClaims,
} from '../../../protocol/sign-in/sign-in-request';
import { hashToken, randomToken } from '../../../protocol/token/opaque-secret';
import { RequestSigner } from '../../keys/signing/request-signer';
import type { Caller, Credentials } from '../caller';
import { keepBrowser } from './browser-cookie';
import { OpenIdProviders, secretsOf } from './openid-providers';
import { SignInRequestRepository } from './sign-in-request.repository';

/** Where a browser goes, and the `Set-Cookie` header by which it lands again. */
export interface BegunSignIn {
  url: string;
  cookie: string;
}

/** Sends browsers to the login of the team's app, and to providers. */
@Injectable()
export class SignInRequests {
  constructor(
    private readonly requests: SignInRequestRepository,
    private readonly signer: RequestSigner,
    private readonly providers: OpenIdProviders,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param returnTo an own path.
   * @param caller of the session that the app is to confirm; `null`: a person is to sign in.
   * @throws OAuthError 429.
   */
  async begin(
    app: SignInSetting,
    wish: SignInWish,
    returnTo: string,
    credentials: Credentials,
    caller: Caller | null,
  ): Promise<BegunSignIn> {
    const request = { provider: null, returnTo, prompt: wish.prompt };
    const { token: jti, cookie, now } = await this.keep(request, credentials, caller);
    const claims = signInRequestClaims(wish, { issuer: this.settings.issuer, audience: app.issuer, jti, now });
    return { url: await this.signed(app.url, SIGN_IN_REQUEST_TYP, claims), cookie };
  }

  /** @throws OAuthError 429, ProviderFailure. */
  async beginAt(
    provider: SignInProvider,
    wish: SignInWish,
    returnTo: string,
    credentials: Credentials,
  ): Promise<BegunSignIn> {
    const request = { provider: provider.id, returnTo, prompt: wish.prompt };
    const { token, browser, cookie } = await this.keep(request, credentials, null);
    return { url: await this.providers.authorizationUrl(provider, wish, secretsOf(browser, token)), cookie };
  }

  /** Where the person signs out of the app too. @param subject of the app. */
  signOutUrl(app: SignInSetting, subject: string): Promise<string> {
    const frame = { issuer: this.settings.issuer, audience: app.issuer, jti: randomToken(), now: this.clock.now() };
    return this.signed(`${app.url}/sign-out`, SIGN_OUT_REQUEST_TYP, signOutRequestClaims(subject, frame));
  }

  private async keep(
    request: { provider: string | null; returnTo: string; prompt: AskedPrompt | null },
    { address, cookie: header }: Credentials,
    caller: Caller | null,
  ) {
    const now = this.clock.now();
    const token = randomToken();
    const { browser, cookie } = keepBrowser(this.settings, header);
    const row = { ...request, hash: hashToken(token), browserHash: hashToken(browser) };
    const reached = await this.requests.begin(row, countersFor(caller, address), now);
    if (reached !== null) throw tooMany(reached, now);
    return { token, browser, cookie, now };
  }

  private async signed(url: string, typ: string, claims: object): Promise<string> {
    return withQuery(url, `request=${await this.signer.sign(typ, claims)}`);
  }
}

/** Confirmations come from one office by the hundred: they are counted by account. */
function countersFor(caller: Caller | null, address: string): Counter[] {
  const { subject, ...strangers } = LIMITS.sign_in_requests.most;
  return caller === null
    ? countersOf('sign_in_requests', { address }, strangers)
    : countersOf('sign_in_requests', { address, subject: caller.account.id }, { subject });
}
