import { Inject, Injectable } from '@nestjs/common';
import { AccountRepository } from '../accounts/account.repository';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { PASSWORD_ACR } from '../../protocol/request/sign-in-requirements';
import { type Caller, type Credentials, NOT_SIGNED_IN } from './caller';
import { readSessionCookie } from './session-cookie';
import { type SessionTokenContent, SessionTokens } from './session-token';
import { RejectedTokenLog } from './rejected-token-log';
import { SessionRepository } from './session.repository';
import type { SigningIn } from './sign-in';
import { SessionUses } from './session-uses';
import { TrustedIssuers } from './trusted-issuers';

const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

@Injectable()
export class Callers {
  constructor(
    private readonly tokens: SessionTokens,
    private readonly sessions: SessionRepository,
    private readonly uses: SessionUses,
    private readonly trusted: TrustedIssuers,
    private readonly rejected: RejectedTokenLog,
    private readonly accounts: AccountRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** An `Authorization` header replaces the cookie, even if it is invalid. */
  async find(credentials: Credentials): Promise<Caller | null> {
    const claim = this.claimOf(credentials);
    const caller = claim === null ? null : await this.findBySession(claim);
    if (caller !== null) return caller;
    const token = bearerOf(credentials);
    return token === undefined ? null : this.findByTrustedIssuer(token, credentials.address);
  }

  /** The `error_description` when {@link find} returned `null`. */
  whyNone(credentials: Credentials): string {
    if (this.claimOf(credentials) !== null) return NOT_SIGNED_IN.ended;
    const isBare = credentials.authorization === undefined && this.tokenOf(credentials) === undefined;
    return isBare ? NOT_SIGNED_IN.noToken : NOT_SIGNED_IN.noSessionToken;
  }

  /** The session that the call's session token names, active or not. */
  claimOf(credentials: Credentials): SessionTokenContent | null {
    const token = this.tokenOf(credentials);
    return token === undefined ? null : this.tokens.parse(token);
  }

  /** The browser or program of a call that may sign in. */
  signingIn(credentials: Credentials): SigningIn {
    const { address, userAgent, language, cookie } = credentials;
    return { address, userAgent, language, cookie, before: this.claimOf(credentials) };
  }

  private tokenOf(credentials: Credentials): string | undefined {
    const { authorization, cookie } = credentials;
    return authorization === undefined ? readSessionCookie(this.settings, cookie) : bearerOf(credentials);
  }

  private async findBySession(claim: SessionTokenContent): Promise<Caller | null> {
    const now = this.clock.now();
    const session = await this.sessions.findActive(claim, now);
    if (session === undefined) return null;
    const { sessionId } = claim;
    this.uses.note(sessionId, session.lastUsedAt, now);
    const { id, name, email, emailVerifiedAt, issuer, createdAt, authTime, confirmedAt, expiresAt } = session;
    const account = { id, name, email, isEmailVerified: emailVerifiedAt !== null, issuer };
    const isVouched = confirmedAt !== null;
    const acr = isVouched ? session.acr : PASSWORD_ACR;
    const isOfApp = isVouched && issuer === this.settings.signIn?.issuer;
    const isUnconfirmed = isOfApp && this.isUnconfirmed(confirmedAt);
    const common = { account, sessionId, authTime: authTime ?? createdAt, acr, expiresAt };
    return { ...common, isVouched, isOfApp, isUnconfirmed };
  }

  private isUnconfirmed(confirmedAt: number): boolean {
    const { signIn } = this.settings;
    return signIn !== null && this.clock.now() - confirmedAt >= signIn.confirm * 1000;
  }

  private async findByTrustedIssuer(token: string, address: string): Promise<Caller | null> {
    const foreign = await this.trusted.parse(token);
    if (foreign === null) return null;
    const found = await this.accounts.findForeign(foreign, address);
    if (found === null)
      this.rejected.note(
        foreign.issuer,
        'its sub is the id of another account here, or of one that is still being closed',
      );
    if (found === null || found.disabledAt !== null) return null;
    const { id, name, email } = found;
    const { authTime, acr, expiresAt } = foreign;
    const account = { id, name, email, isEmailVerified: false, issuer: foreign.issuer };
    const common = { account, sessionId: null, authTime, acr, expiresAt };
    return { ...common, isVouched: false, isOfApp: false, isUnconfirmed: false };
  }
}

const bearerOf = ({ authorization }: Credentials) => (authorization ? BEARER.exec(authorization)?.[1] : undefined);
