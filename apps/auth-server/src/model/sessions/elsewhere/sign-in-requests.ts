import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../platform/config/clock';
import { SETTINGS, type Settings, type SignInSetting } from '../../../platform/config/settings';
import { withQuery } from '../../../platform/http/answers/with-query';
import { type Counter, countersOf } from '../../../platform/limits/counter';
import { LIMITS } from '../../../platform/limits/limit-table';
import { tooMany } from '../../../platform/limits/too-many';
import {
  SIGN_IN_REQUEST_TYP,
  SIGN_OUT_REQUEST_TYP,
  type SignInWish,
  signInRequestClaims,
  signOutRequestClaims,
} from '../../../protocol/sign-in/sign-in-request';
import { hashToken, randomToken } from '../../../protocol/token/opaque-secret';
import { RequestSigner } from '../../keys/signing/request-signer';
import type { Caller, Credentials } from '../caller';
import { keepBrowser } from './browser-cookie';
import { SignInRequestRepository } from './sign-in-request.repository';

/** Where a browser goes, and the `Set-Cookie` header by which it lands again. */
export interface BegunSignIn {
  url: string;
  cookie: string;
}

/** Sends browsers to the login of the team's app. */
@Injectable()
export class SignInRequests {
  constructor(
    private readonly requests: SignInRequestRepository,
    private readonly signer: RequestSigner,
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
    { address, cookie: header }: Credentials,
    caller: Caller | null,
  ): Promise<BegunSignIn> {
    const now = this.clock.now();
    const jti = randomToken();
    const { browser, cookie } = keepBrowser(this.settings, header);
    const request = { hash: hashToken(jti), browserHash: hashToken(browser), returnTo, prompt: wish.prompt };
    const reached = await this.requests.begin(request, countersFor(caller, address), now);
    if (reached !== null) throw tooMany(reached, now);
    const claims = signInRequestClaims(wish, { issuer: this.settings.issuer, audience: app.issuer, jti, now });
    return { url: await this.signed(app.url, SIGN_IN_REQUEST_TYP, claims), cookie };
  }

  /** Where the person signs out of the app too. @param subject of the app. */
  signOutUrl(app: SignInSetting, subject: string): Promise<string> {
    const frame = { issuer: this.settings.issuer, audience: app.issuer, jti: randomToken(), now: this.clock.now() };
    return this.signed(`${app.url}/sign-out`, SIGN_OUT_REQUEST_TYP, signOutRequestClaims(subject, frame));
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
