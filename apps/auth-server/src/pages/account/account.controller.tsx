import { Controller, Get, Inject, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { AccountExport } from '../../model/own-account/account-export';
import { AccountRepository } from '../../model/accounts/account.repository';
import { AccountNotices } from '../../model/notices/account-notices';
import { EmailChanges } from '../../model/own-account/email-changes';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { UNTOLD } from '../../protocol/token/person-claims';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { notFound } from '../../platform/http/answers/problem';
import { Reply } from '../../platform/http/answers/reply';
import { Page } from '../../platform/http/edge/route-facts';
import type { Caller } from '../../model/sessions/caller';
import { isRecent } from '../../model/sessions/recent-sign-in';
import { Callers } from '../../model/sessions/callers';
import { expiredSessionCookie } from '../../model/sessions/session-cookie';
import { ACCOUNT_SHEETS } from '../rendering/account-layout';
import { Pages } from '../rendering/pages';
import { refusalBy } from '../rendering/refusal';
import { type SignedInAccount, SignedInPages } from '../rendering/signed-in';
import { CurrentVisit, type Visit } from '../rendering/visit';
import { doorOf } from '../sign-in/doors';
import { AccountForms } from './account-forms';
import { type ChangeModel, ChangePage, type ChangedPart, titleOf } from './change-page';
import { DONE, type Done, ProfilePage } from './profile-page';
import { SignInFirstPage } from './sign-in-first';

const AS_FILE = { 'content-disposition': 'attachment; filename="account.json"' };

/** The account itself: its name, email and password, its data, its end. */
@ApiExcludeController()
@Page()
@Controller('account')
export class AccountPageController {
  constructor(
    private readonly pages: Pages,
    private readonly signedIn: SignedInPages,
    private readonly forms: AccountForms,
    private readonly emails: EmailChanges,
    private readonly exports: AccountExport,
    private readonly notices: AccountNotices,
    private readonly accounts: AccountRepository,
    private readonly callers: Callers,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  show(@CurrentVisit() visit: Visit): Promise<Reply> {
    return this.signedIn.of(visit, '/account', async ({ account }) => {
      const presentation = this.pages.presentationFor(visit);
      const done = DONE.find((one) => one === visit.query.get('done')) ?? null;
      const mayBeTold = this.settings.mail !== null && account.isEmailVerified;
      const notices = mayBeTold ? await this.notices.isOn(account.id) : null;
      return this.pages.reply(
        presentation,
        { title: presentation.t.layout.sections.account, script: 'page.js', sheets: ACCOUNT_SHEETS },
        <ProfilePage {...{ account, done, notices }} door={doorOf(this.settings, account.issuer)} />,
      );
    });
  }

  @Get('export')
  export(@CurrentVisit() visit: Visit): Promise<Reply> {
    return this.signedIn.of(visit, '/account', async ({ account }) => {
      const exported = await this.exports.of(account.id);
      if (exported === null) throw notFound();
      return new Reply(200, exported, AS_FILE);
    });
  }

  @Post('email/verification')
  verify(@CurrentVisit() visit: Visit): Promise<Reply> {
    return this.signedIn.of(visit, '/account', async ({ account }) => {
      const { language } = this.pages.presentationFor(visit);
      await this.emails.askVerification(account.id, { address: visit.address, language });
      return this.done('mailed');
    });
  }

  @Post('notices')
  turnNotices(@CurrentVisit() visit: Visit): Promise<Reply> {
    return this.signedIn.of(visit, '/account', async ({ account }) => {
      const wanted = visit.readForm().get('notices');
      if (wanted === 'on' || wanted === 'off') await this.notices.turn(account.id, wanted === 'on', visit.address);
      return this.pages.redirect('/account');
    });
  }

  @Get(['name', 'email', 'password', 'close'])
  showChange(@CurrentVisit() visit: Visit): Promise<Reply> {
    return this.signedIn.of(visit, visit.path, async (caller) => {
      const part = partOf(visit);
      const signingIn = this.signInFirst(visit, part, caller);
      if (signingIn !== null) return signingIn;
      const value = part === 'name' ? (caller.account.name ?? '') : '';
      return this.form(visit, caller, { part, value });
    });
  }

  @Post(['name', 'email', 'password', 'close'])
  async change(@CurrentVisit() visit: Visit): Promise<Reply> {
    const reply = await this.carryOut(visit);
    // The same form closed the account before: neither its session nor its password holds any more.
    return partOf(visit) === 'close' && (await this.isClosed(visit)) ? this.closed(visit) : reply;
  }

  private carryOut(visit: Visit): Promise<Reply> {
    return this.signedIn.of(visit, visit.path, async (caller) => {
      const [part, form] = [partOf(visit), visit.readForm()];
      if (this.signInFirst(visit, part, caller) !== null) return this.pages.redirect(visit.path);
      const typed = { value: form.get(part) ?? '', password: form.get('current_password') ?? '' };
      const { language } = this.pages.presentationFor(visit);
      const by = { address: visit.address, language, userAgent: visit.userAgent };
      const refusal = await this.forms.carryOut(part, typed, caller, by).catch(refusalBy);
      const value = typed.value.slice(0, 254);
      if (refusal !== null) return this.pages.refuse(visit, visit.path, { ...refusal, typed: { [part]: value } });
      return part === 'close' ? this.closed(visit) : this.done(part === 'email' ? 'mailed' : part);
    });
  }

  /**
   * For an account that is kept elsewhere.
   *
   * @returns `null` where that is recent, or the account is kept here.
   * @throws Problem 404 for what is changed elsewhere.
   */
  private signInFirst(visit: Visit, part: ChangedPart, caller: Caller): Reply | null {
    const { account, authTime } = caller;
    if (account.issuer === null) return null;
    if (part !== 'close') throw notFound();
    if (isRecent(caller, this.clock.now())) return null;
    const door = authTime === UNTOLD ? null : doorOf(this.settings, account.issuer);
    const presentation = this.pages.presentationFor(visit);
    const { title } = presentation.t.profile[door === null ? 'untold' : 'signInFirst'];
    return this.pages.reply(presentation, { title }, <SignInFirstPage door={door} returnTo={visit.path} />);
  }

  private form(visit: Visit, { account }: { account: SignedInAccount }, model: ChangeModel): Reply {
    const presentation = this.pages.presentationFor(visit);
    return this.pages.reply(
      presentation,
      { title: titleOf(presentation, model.part), script: 'page.js', sheets: ACCOUNT_SHEETS },
      <ChangePage account={account} {...model} />,
    );
  }

  /** Whether the account of the session, which may have ended, is closed. */
  private async isClosed({ credentials }: Visit): Promise<boolean> {
    const claim = this.callers.claimOf(credentials);
    return claim !== null && (await this.accounts.findOpen(claim.accountId)) === null;
  }

  private closed(visit: Visit): Reply {
    return this.pages.tell(visit, { done: 'accountClosed' }, { 'set-cookie': expiredSessionCookie(this.settings) });
  }

  private done(done: Done): Reply {
    return this.pages.redirect(`/account?done=${done}`);
  }
}

const partOf = ({ path }: Visit) => path.slice('/account/'.length) as ChangedPart;
