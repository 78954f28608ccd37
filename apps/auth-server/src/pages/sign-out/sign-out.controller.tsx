import { Controller, Get, Inject, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { Reply } from '../../platform/http/answers/reply';
import { Page } from '../../platform/http/edge/route-facts';
import { LogoutService } from '../../oauth/logout/logout.service';
import { LOGOUT_PARAMETERS, byUsableRequest } from '../../protocol/logout/logout-request';
import { parseParameters } from '../../protocol/request/parameters';
import { AccountRepository } from '../../model/accounts/account.repository';
import type { Caller } from '../../model/sessions/caller';
import { Callers } from '../../model/sessions/callers';
import { SignInRequests } from '../../model/sessions/elsewhere/sign-in-requests';
import { expiredSessionCookie } from '../../model/sessions/session-cookie';
import { leaveTo } from '../leaving/leaving';
import { Pages } from '../rendering/pages';
import { CurrentVisit, type Visit } from '../rendering/visit';
import { SignOutPage, SignedOutPage } from './sign-out-page';

/** The page of sign-out, also for applications that ask for it (OpenID Connect RP-Initiated Logout §2). */
@ApiExcludeController()
@Page()
@Controller('sign-out')
export class SignOutController {
  constructor(
    private readonly pages: Pages,
    private readonly logouts: LogoutService,
    private readonly callers: Callers,
    private readonly accounts: AccountRepository,
    private readonly requests: SignInRequests,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Asks, or tells that nobody is signed in. */
  @Get()
  async show(@CurrentVisit() visit: Visit): Promise<Reply> {
    const { parameters, isUsable, outcome } = await byUsableRequest(
      () => parseParameters(visit.queryText, LOGOUT_PARAMETERS),
      (usable) => this.logouts.judge(usable, visit.credentials),
    );
    const { signedIn, ...logout } = outcome;
    const presentation = this.pages.presentationFor(visit);
    const { title, done } = presentation.t.signOut;
    return this.pages.reply(
      presentation,
      { title: signedIn === null ? done : title, script: 'page.js' },
      signedIn === null ? (
        <SignedOutPage target={logout.target} />
      ) : (
        <SignOutPage logout={{ ...logout, signedIn }} parameters={parameters} isUsable={isUsable} />
      ),
    );
  }

  @Post()
  async signOut(@CurrentVisit() visit: Visit): Promise<Reply> {
    const form = visit.readForm().toString();
    const caller = await this.callers.find(visit.credentials);
    const { outcome } = await byUsableRequest(
      () => parseParameters(form, LOGOUT_PARAMETERS),
      (usable) => this.logouts.logOut(usable, visit.credentials, true),
    );
    const target = outcome.outcome === 'signed_out' ? outcome.target : null;
    const { status, body, headers } =
      target === null
        ? await this.leadOn(visit, caller)
        : leaveTo(this.pages, this.pages.presentationFor(visit), target);
    return new Reply(status, body, { ...headers, 'set-cookie': expiredSessionCookie(this.settings) });
  }

  /** By the app, where it vouched for the session: the person wants to be signed out there too, and comes back. */
  private async leadOn(visit: Visit, caller: Caller | null): Promise<Reply> {
    const { signIn } = this.settings;
    const subject = caller?.isOfApp && signIn !== null ? await this.accounts.findSubject(caller.account.id) : null;
    if (subject === null || signIn === null) return this.pages.redirect('/sign-out');
    const presentation = this.pages.presentationFor(visit);
    const url = await this.requests.signOutUrl(signIn, subject);
    return leaveTo(this.pages, presentation, url, presentation.t.signOut.leading);
  }
}
