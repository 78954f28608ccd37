import { Inject, Injectable } from '@nestjs/common';
import type { Account } from '../accounts/account.entity';
import { AccountRepository, emailKeyOf } from '../accounts/account.repository';
import { PasswordCheck } from '../accounts/passwords/password-check';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { browserLabel } from '../../protocol/text/browser-label';
import { assertPasswords } from '../accounts/passwords/assert-passwords';
import { KnownBrowsers } from '../notices/known-browsers';
import { sessionCookie } from './session-cookie';
import { type SessionTokenContent, SessionTokens } from './session-token';
import { type BegunSession, SessionRepository, type SignInProof } from './session.repository';

/** The browser or program that signs in. */
export interface SigningIn {
  address: string;
  userAgent: string | undefined;
  /** A language tag, or an `Accept-Language` header. */
  language: string | undefined;
  /** The `Cookie` header. */
  cookie: string | undefined;
  /** What the caller's session token says, where it has one. */
  before: SessionTokenContent | null;
}

export interface SignInAttempt extends SigningIn {
  email: string;
  password: string;
}

export interface StartedSession {
  account: Pick<Account, 'id' | 'email' | 'name'>;
  /** For this server alone. */
  token: string;
  /** Seconds. */
  expiresIn: number;
  /** `Set-Cookie` headers: the browser's session, and where mail is set up that the account knows the browser. */
  cookies: string[];
}

/** Signs accounts in: by a password, for the API and for the page, or by what else proves them. */
@Injectable()
export class SignIn {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly passwords: PasswordCheck,
    private readonly sessions: SessionRepository,
    private readonly tokens: SessionTokens,
    private readonly browsers: KnownBrowsers,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @returns `null` for a wrong email or password, without telling which.
   * @throws Problem 403 where accounts have no password, 429 if a limit is reached; OAuthError 503 if too many sign in.
   */
  async start({ email: typed, password, ...by }: SignInAttempt): Promise<StartedSession | null> {
    assertPasswords(this.settings);
    // Pasted with white space, and taken so at a reset.
    const email = typed.trim();
    const account = await this.accounts.findByEmail(email);
    const attempt = { emailKey: emailKeyOf(email), address: by.address };
    const checked = account === null || signsInHere(account) ? account : { ...account, passwordHash: null };
    const fits = await this.passwords.fits(checked, password, attempt, 'sign_in.failed');
    if (account?.passwordHash == null || !fits) return null;
    return this.begin(account, { passwordHash: account.passwordHash }, by);
  }

  /**
   * Signs an account in that was proven.
   *
   * @returns `null` if that is not so any more.
   */
  async begin(account: StartedSession['account'], proof: SignInProof, by: SigningIn): Promise<StartedSession | null> {
    const now = this.clock.now();
    const times = { now, expiresAt: now + this.settings.ttl.session * 1000 };
    const browser = browserLabel(by.userAgent);
    const begun = await this.sessions.begin({ id: account.id, proof }, times, by.address, browser, by.before);
    if (begun === null) return null;
    const started = this.started(account, begun, times);
    // Only the login elsewhere knows its users' browsers: send no notice.
    return 'issuer' in proof
      ? started
      : { ...started, cookies: [...started.cookies, ...this.browsers.recognise(account.id, by)] };
  }

  /** Gives a new token to a session whose earlier ones are void; it ends when it would have, in epoch milliseconds. */
  renewed(account: StartedSession['account'], begun: BegunSession, expiresAt: number): StartedSession {
    return this.started(account, begun, { now: this.clock.now(), expiresAt });
  }

  private started(
    account: StartedSession['account'],
    begun: BegunSession,
    times: { now: number; expiresAt: number },
  ): StartedSession {
    const token = this.tokens.sign({ accountId: account.id, ...begun }, times);
    const expiresIn = Math.max(1, Math.floor((times.expiresAt - times.now) / 1000));
    return { account, token, expiresIn, cookies: [sessionCookie(this.settings, token, expiresIn)] };
  }
}

/** Others are answered as a wrong password, in the same time. */
const signsInHere = ({ disabledAt, issuer }: Account) => disabledAt === null && issuer === null;
