import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../platform/config/clock';
import { SETTINGS, type Settings, type SignInProvider } from '../../../platform/config/settings';
import type { AskedPrompt } from '../../../protocol/sign-in/sign-in-request';
import type { VouchedPerson } from '../../../protocol/sign-in/sign-in-answer';
import { hashToken } from '../../../protocol/token/opaque-secret';
import { AccountRepository } from '../../accounts/account.repository';
import type { Credentials } from '../caller';
import { Callers } from '../callers';
import { SessionRepository, type Vouching } from '../session.repository';
import { SignIn, type StartedSession } from '../sign-in';
import { readBrowser } from './browser-cookie';
import type { KeptAnswer } from './sign-in-answers';
import { OpenIdProviders, ProviderFailure, secretsOf } from './openid-providers';
import { type FoundRequest, SignInRequestRepository } from './sign-in-request.repository';

/** What became of a browser that comes back from the login. */
export type Landing =
  /** `started` is `null` where the session that the browser has goes on. */
  | { outcome: 'signed in'; returnTo: string; prompt: AskedPrompt | null; started: StartedSession | null }
  /** No person is signed in there: `isAsked` where one was to sign in, else the app was asked silently. */
  | { outcome: 'nobody'; returnTo: string; isAsked: boolean }
  /** Another browser has begun it. */
  | { outcome: 'other browser' }
  /** The ticket is spent, late or unknown. */
  | { outcome: 'over'; returnTo: string | null }
  /** The account is switched off, or the id of the person is another account's. */
  | { outcome: 'refused'; returnTo: string }
  /** The provider cannot be reached, or what it answers is not valid. */
  | { outcome: 'failed'; returnTo: string; provider: SignInProvider };

/** Lands browsers that come back from the login of the team's app, or from a provider. */
@Injectable()
export class Landings {
  constructor(
    private readonly requests: SignInRequestRepository,
    private readonly accounts: AccountRepository,
    private readonly sessions: SessionRepository,
    private readonly signIns: SignIn,
    private readonly callers: Callers,
    private readonly providers: OpenIdProviders,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param ticket spent, whatever comes of it. */
  async land(ticket: string, credentials: Credentials): Promise<Landing> {
    const request = await this.requests.land(hashToken(ticket), this.clock.now());
    if (request === null) return { outcome: 'over', returnTo: null };
    if (this.browserOf(request, credentials) === null) return { outcome: 'other browser' };
    const { returnTo, answer } = request;
    if (!request.isGood || answer === null) return { outcome: 'over', returnTo };
    const kept = JSON.parse(answer) as KeptAnswer;
    if (!('person' in kept)) return this.landNobody(request, credentials);
    return this.landPerson(kept as KeptPerson, request, credentials);
  }

  /** @param query of the provider's answer, undecoded; its request is spent, whatever comes of it. */
  async landFrom(provider: SignInProvider, query: string, credentials: Credentials): Promise<Landing> {
    const state = new URLSearchParams(query).get('state') ?? '';
    const request = await this.requests.landFrom(provider.id, hashToken(state), this.clock.now());
    if (request === null) return { outcome: 'over', returnTo: null };
    const { returnTo, isGood } = request;
    const browser = this.browserOf(request, credentials);
    if (browser === null) return { outcome: 'other browser' };
    if (!isGood) return { outcome: 'over', returnTo };
    try {
      const person = await this.providers.redeem(provider, query, secretsOf(browser, state));
      if (person === null) return { outcome: 'nobody', returnTo, isAsked: true };
      return await this.landPerson({ person, issuer: provider.issuer, claims: null }, request, credentials);
    } catch (error) {
      if (error instanceof ProviderFailure) return { outcome: 'failed', returnTo, provider };
      throw error;
    }
  }

  /** Where the browser of a request was. @returns `null` for another browser's. */
  async placeOf(jti: string, credentials: Credentials): Promise<string | null> {
    const request = await this.requests.find(hashToken(jti));
    return request !== null && this.browserOf(request, credentials) !== null ? request.returnTo : null;
  }

  /** The secret of the browser; `null` where another one began the request. */
  private browserOf({ browserHash }: FoundRequest, { cookie }: Credentials): string | null {
    const browser = readBrowser(this.settings, cookie);
    return browser !== null && hashToken(browser) === browserHash ? browser : null;
  }

  private async landPerson(
    kept: KeptPerson,
    { returnTo, prompt }: FoundRequest,
    credentials: Credentials,
  ): Promise<Landing> {
    const started = await this.signIn(kept, prompt, credentials);
    return started === 'refused'
      ? { outcome: 'refused', returnTo }
      : { outcome: 'signed in', returnTo, prompt, started };
  }

  private async landNobody({ returnTo, prompt }: FoundRequest, credentials: Credentials): Promise<Landing> {
    const caller = await this.callers.find(credentials);
    if (prompt === 'none' && caller?.isOfApp && caller.sessionId !== null)
      await this.sessions.end(caller.sessionId, caller.account.id, this.clock.now(), credentials.address);
    return { outcome: 'nobody', returnTo, isAsked: prompt !== 'none' };
  }

  /** @returns `null` where the session of the browser goes on. */
  private async signIn(
    { person, issuer, claims }: KeptPerson,
    prompt: AskedPrompt | null,
    credentials: Credentials,
  ): Promise<StartedSession | null | 'refused'> {
    const by = this.callers.signingIn(credentials);
    const account = await this.accounts.findForeign({ ...person, issuer, claims }, by.address);
    if (account === null || account.disabledAt !== null) return 'refused';
    await this.accounts.renewProfile(account, person);
    const { before } = by;
    const proof = vouchingOf(person, issuer);
    const mayGoOn = prompt === 'none' && before?.accountId === account.id;
    if (mayGoOn && (await this.sessions.confirm(before, proof, this.clock.now()))) return null;
    return (await this.signIns.begin(account, proof, by)) ?? 'refused';
  }
}

type KeptPerson = Omit<KeptAnswer, 'error'> & { person: VouchedPerson };

const vouchingOf = ({ authTime, acr, sid }: VouchedPerson, issuer: string): Vouching => ({
  issuer,
  authTime,
  acr,
  sidHash: sid === null ? null : hashToken(sid),
});
