import { Controller, Get, Inject, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { JSX } from 'preact';
import { PasswordResets } from '../../model/own-account/password-resets';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { Problem } from '../../platform/http/answers/problem';
import type { Reply } from '../../platform/http/answers/reply';
import { Page } from '../../platform/http/edge/route-facts';
import { MailedLinks } from '../mailed/mailed-links';
import { NoticePage } from '../rendering/notice-page';
import { Pages } from '../rendering/pages';
import { type Refusal, refusalBy } from '../rendering/refusal';
import { isNewEmail, isPassword } from '../rendering/typed';
import { CurrentVisit, type Visit } from '../rendering/visit';
import { AskResetPage, NewPasswordPage } from './password-pages';

const ASK = '/password';
const RESET = '/password/reset';
const WRONG_PASSWORD: Refusal = { status: 400, wrong: { password: 'wrong' } };

/** A new password by mail. */
@ApiExcludeController()
@Page()
@Controller('password')
export class PasswordController {
  constructor(
    private readonly pages: Pages,
    private readonly links: MailedLinks,
    private readonly resets: PasswordResets,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  async show(@CurrentVisit() visit: Visit): Promise<Reply> {
    if (!this.settings.passwords) return this.pages.redirect('/sign-in');
    return this.form(visit, <AskResetPage />);
  }

  /** The same answer for every address; its mailbox alone learns whether there is an account. */
  @Post()
  async send(@CurrentVisit() visit: Visit): Promise<Reply> {
    if (!this.settings.passwords) return this.pages.redirect('/sign-in');
    const email = visit.readForm().get('email')?.trim() ?? '';
    const typed = { email: email.slice(0, 254) };
    if (!isNewEmail(email)) return this.pages.refuse(visit, ASK, { status: 400, wrong: { email: 'wrong' }, typed });
    const { language } = this.pages.presentationFor(visit);
    const by = { address: visit.address, language };
    const refusal = await this.resets.ask(email, by).then(() => null, refusalBy);
    if (refusal !== null) return this.pages.refuse(visit, ASK, { ...refusal, typed });
    return this.pages.tell(visit, { done: 'resetAsked' });
  }

  @Get('reset')
  async showReset(@CurrentVisit() visit: Visit): Promise<Reply> {
    const kept = this.links.keep(visit, RESET);
    if (kept !== null) return kept;
    const token = this.links.tokenOf(visit);
    const email = await this.resets.emailFor(token);
    return email === null ? this.over(visit, token) : this.form(visit, <NewPasswordPage email={email} />);
  }

  @Post('reset')
  async reset(@CurrentVisit() visit: Visit): Promise<Reply> {
    const form = visit.readForm();
    const [token, password] = [this.links.tokenOf(visit), form.get('password') ?? ''];
    if (!isPassword(password)) return this.pages.refuse(visit, RESET, WRONG_PASSWORD);
    const endGrants = form.get('end_grants') === 'yes';
    const outcome = await this.resets.accept(token, { password, endGrants }, visit.credentials).catch(refusalOf);
    if (typeof outcome === 'object') return this.pages.refuse(visit, RESET, outcome);
    if (!outcome) return this.over(visit, token);
    return this.pages.tell(visit, { done: 'passwordSet' }, { 'set-cookie': this.links.forget(RESET) });
  }

  private form(visit: Visit, page: JSX.Element): Reply {
    const presentation = this.pages.presentationFor(visit);
    return this.pages.reply(presentation, { title: presentation.t.password.title, script: 'page.js' }, page);
  }

  /** @param token that may have set a password, by the same form before. */
  private async over(visit: Visit, token: string): Promise<Reply> {
    const presentation = this.pages.presentationFor(visit);
    const { mailed, signIn } = presentation.t;
    const isSpent = await this.resets.isSpent(token);
    const title = isSpent ? mailed.spent : mailed.over;
    const action = isSpent ? { to: '/sign-in', label: signIn.submit } : { to: '/password', label: mailed.again };
    return this.pages.reply(
      presentation,
      { title, status: 400 },
      <NoticePage title={title} action={action}>
        {isSpent ? mailed.spentReset : mailed.overText}
      </NoticePage>,
    );
  }
}

/** A password of the account's own name or email is refused too. @throws what is no refusal of the form. */
function refusalOf(error: unknown): Refusal {
  return error instanceof Problem && error.status === 400 ? WRONG_PASSWORD : refusalBy(error);
}
