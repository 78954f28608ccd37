import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../platform/config/clock';
import { SETTINGS, type Settings, type SignInSetting } from '../../../platform/config/settings';
import { OAuthError } from '../../../protocol/oauth-error';
import { SIGN_IN_ANSWER_TYP, type SignInAnswer, readSignInAnswer } from '../../../protocol/sign-in/sign-in-answer';
import { type IssuerClaims, issuerClaimsOf, issuerClaimsProblem } from '../../../protocol/token/issuer-claims';
import { hashToken, randomToken } from '../../../protocol/token/opaque-secret';
import type { Said } from '../../../protocol/token/person-claims';
import { AppJwts, refused } from './app-jwts';
import { SignInRequestRepository } from './sign-in-request.repository';

/** What a request keeps of its answer until its browser lands. */
export type KeptAnswer = Omit<SignInAnswer, 'nonce'> & { issuer: string; claims: IssuerClaims | null };

/** Takes the answers of the team's app to our requests, from server to server. */
@Injectable()
export class SignInAnswers {
  constructor(
    private readonly jwts: AppJwts,
    private readonly requests: SignInRequestRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @returns where the app sends the browser.
   * @throws OAuthError 400 with what is wrong, 409 for a request that is unknown, over, or has landed, 503.
   */
  async take(token: string, app: SignInSetting): Promise<string> {
    const said = await this.jwts.verify(token, app, SIGN_IN_ANSWER_TYP, ['iat', 'exp', 'nonce']);
    const now = this.clock.now();
    const answer = readSignInAnswer(said, { namesAccount: this.settings.subject === 'theirs', now });
    if (typeof answer === 'string') throw refused(answer);
    const { nonce, ...kept } = answer;
    const claims = 'person' in answer ? this.claimsIn(said, app, now) : null;
    const ticket = randomToken();
    const row: KeptAnswer = { ...kept, issuer: app.issuer, claims };
    const isTaken = await this.requests.answer(hashToken(nonce), hashToken(ticket), JSON.stringify(row), now);
    const landing = `${this.settings.issuer}/sign-in/return`;
    if (!isTaken) throw over(`${landing}?${new URLSearchParams({ request: nonce }).toString()}`);
    return `${landing}?ticket=${ticket}`;
  }

  /** Those that `TRUSTED_ISSUERS` lists for it. */
  private claimsIn(said: Said, { issuer }: SignInSetting, now: number): IssuerClaims | null {
    const names = this.settings.trustedIssuers.find((trusted) => trusted.issuer === issuer)?.claims ?? [];
    const problem = issuerClaimsProblem(said, names, now);
    if (problem !== null) throw refused(problem);
    return names.length === 0 ? null : issuerClaimsOf(said, names);
  }
}

/** The browser that began it goes on where it was. */
const over = (redirectTo: string) =>
  new OAuthError(
    'invalid_request',
    'the request is unknown, expired or already completed: send the browser to redirect_to',
    {
      status: 409,
      members: { redirect_to: redirectTo },
    },
  );
