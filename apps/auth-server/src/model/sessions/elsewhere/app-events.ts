import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../platform/config/clock';
import { SETTINGS, type Settings, type SignInSetting } from '../../../platform/config/settings';
import {
  EVENT_REMEMBERED,
  SIGN_IN_EVENT_TYP,
  type SignInEvent,
  readSignInEvent,
} from '../../../protocol/sign-in/sign-in-event';
import { isAccountId } from '../../../protocol/token/account-id';
import { hashToken } from '../../../protocol/token/opaque-secret';
import type { Account } from '../../accounts/account.entity';
import { AccountRepository } from '../../accounts/account.repository';
import { AccountSwitch } from '../../accounts/account-switch';
import { UsedJtiRepository } from '../../used-jtis/used-jti.repository';
import { AccountSessions } from '../account-sessions';
import { SessionRepository } from '../session.repository';
import { AppJwts, refused } from './app-jwts';

/** Carries out what the team's app tells of its people. */
@Injectable()
export class AppEvents {
  constructor(
    private readonly jwts: AppJwts,
    private readonly usedJtis: UsedJtiRepository,
    private readonly accounts: AccountRepository,
    private readonly switches: AccountSwitch,
    private readonly sessions: SessionRepository,
    private readonly accountSessions: AccountSessions,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * An event that was carried out before changes nothing.
   *
   * @throws OAuthError 400 with what is wrong, 503.
   */
  async take(token: string, app: SignInSetting): Promise<void> {
    const said = await this.jwts.verify(token, app, SIGN_IN_EVENT_TYP, ['iat', 'jti', 'sub', 'events']);
    const now = this.clock.now();
    const event = readSignInEvent(said, now);
    if (typeof event === 'string') throw refused(event);
    if (this.settings.subject === 'theirs' && !isAccountId(event.subject)) return;
    const hash = hashToken(JSON.stringify([SIGN_IN_EVENT_TYP, app.issuer, event.jti]));
    if (await this.usedJtis.isUsed(hash)) return;
    await this.carryOut(event, app, now);
    // Once it is carried out: the app repeats an event of which it got no answer.
    await this.usedJtis.use(hash, now + EVENT_REMEMBERED * 1000);
  }

  private async carryOut({ kind, subject, sid }: SignInEvent, { issuer }: SignInSetting, now: number): Promise<void> {
    const by = { address: null };
    if (kind === 'disabled') {
      // Also for a person who has no account yet: the app must not vouch for one later by mistake.
      const account = await this.accounts.findForeign({ issuer, subject, name: null, email: null, claims: null }, null);
      if (account !== null) await this.switches.disable(account.id, by, { evenLastAdmin: true });
      return;
    }
    const account = await this.accounts.findOfIssuer(issuer, subject);
    if (account === null) return;
    if (kind === 'enabled') await this.switches.enable(account.id, by);
    else await this.signOut(account, sid, now);
  }

  private async signOut({ id: accountId }: Account, sid: string | null, now: number): Promise<void> {
    if (sid === null) await this.accountSessions.endAll(null, { accountId, address: null, now });
    else await this.sessions.endNamed(accountId, hashToken(sid), now);
  }
}
