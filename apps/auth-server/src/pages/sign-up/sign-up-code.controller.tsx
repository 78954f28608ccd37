import { Controller, Get, Inject, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { SignUpCodes } from '../../model/own-account/sign-up-codes';
import { Callers } from '../../model/sessions/callers';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import type { Reply } from '../../platform/http/answers/reply';
import { Page } from '../../platform/http/edge/route-facts';
import { NoticePage } from '../rendering/notice-page';
import { ownPath } from '../rendering/own-path';
import { Pages } from '../rendering/pages';
import { type Refusal, refusalBy } from '../rendering/refusal';
import { START } from '../rendering/start';
import { CurrentVisit, type Visit } from '../rendering/visit';
import { withChoice } from '../sign-in/account-choice';
import { signInPath } from '../sign-in/sign-in-page';
import { SignUpCodePage } from './sign-up-code-page';
import { CODE_PAGE, signUpKey } from './sign-up-cookie';

/** In the address after another code was mailed. */
const AGAIN = 'again';

const WRONG: Refusal = { status: 400, wrong: { code: 'wrong' } };

/** Takes the code that was mailed to a newcomer, in the browser of the sign-up. */
@ApiExcludeController()
@Page()
@Controller('sign-up/code')
export class SignUpCodeController {
  constructor(
    private readonly pages: Pages,
    private readonly codes: SignUpCodes,
    private readonly callers: Callers,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  show(@CurrentVisit() visit: Visit): Promise<Reply> {
    return this.page(visit, ownPath(visit.query.get('return_to')));
  }

  @Post()
  async enter(@CurrentVisit() visit: Visit): Promise<Reply> {
    const form = visit.readForm();
    const returnTo = ownPath(form.get('return_to'));
    const browser = this.callers.signingIn(visit.credentials);
    const outcome = await this.codes.accept(signUpKey(this.settings, visit), form.get('code') ?? '', browser);
    if (outcome.kind === 'proven') {
      const { session } = outcome;
      if (session === null) return this.pages.redirect(signInPath(returnTo));
      return this.pages.redirect(withChoice(returnTo ?? START), { 'set-cookie': session.cookies });
    }
    const page = signInPath(returnTo, CODE_PAGE);
    if (outcome.kind === 'too many') {
      const wait = Math.ceil((outcome.until - this.clock.now()) / 1000);
      return this.pages.refuse(visit, page, { status: 429, wrong: { code: 'tooMany' }, wait });
    }
    return outcome.kind === 'wrong' ? this.pages.refuse(visit, page, WRONG) : this.pages.redirect(page);
  }

  @Post('again')
  async mailAgain(@CurrentVisit() visit: Visit): Promise<Reply> {
    const returnTo = ownPath(visit.readForm().get('return_to'));
    const { language } = this.pages.presentationFor(visit);
    try {
      await this.codes.mailAgain(signUpKey(this.settings, visit), { address: visit.address, language });
    } catch (error) {
      return this.pages.refuse(visit, signInPath(returnTo, CODE_PAGE), refusalBy(error));
    }
    return this.pages.redirect(signInPath(returnTo, CODE_PAGE, { mailed: AGAIN }));
  }

  private async page(visit: Visit, returnTo: string | null): Promise<Reply> {
    const found = await this.codes.find(signUpKey(this.settings, visit));
    if (found === null) return this.gone(visit, returnTo);
    const { email, state } = found;
    if (state === 'proven') return this.proven(visit, returnTo, email);
    const isOver = state === 'over';
    const presentation = this.presentationFor(visit, returnTo);
    const { t, refusal } = presentation;
    const isMailedAgain = refusal === null && visit.query.get('mailed') === AGAIN;
    const title = isOver && refusal === null ? t.layout.refused(t.signUp.mailed) : t.signUp.mailed;
    const status = refusal?.status ?? (isOver ? 400 : 200);
    return this.pages.reply(
      presentation,
      { title, status, script: 'page.js' },
      <SignUpCodePage {...{ email, returnTo, isOver, isMailedAgain }} />,
    );
  }

  /** The link was opened, in this browser or another one, or the form was sent before. */
  private async proven(visit: Visit, returnTo: string | null, email: string): Promise<Reply> {
    if ((await this.callers.find(visit.credentials))?.account.email === email)
      return this.pages.redirect(withChoice(returnTo ?? START));
    const presentation = this.presentationFor(visit, returnTo);
    const { mailed, signIn } = presentation.t;
    return this.pages.reply(
      presentation,
      { title: mailed.done },
      <NoticePage title={mailed.done} action={{ to: signInPath(returnTo), label: signIn.submit }}>
        {mailed.doneText(<bdi>{email}</bdi>)}
      </NoticePage>,
    );
  }

  private gone(visit: Visit, returnTo: string | null): Reply {
    const presentation = this.presentationFor(visit, returnTo);
    const { signUp, signIn } = presentation.t;
    return this.pages.reply(
      presentation,
      { title: signUp.codeOver, status: 400 },
      <NoticePage title={signUp.codeOver} action={{ to: signInPath(returnTo), label: signIn.submit }}>
        {signUp.codeGone}
      </NoticePage>,
    );
  }

  private presentationFor(visit: Visit, returnTo: string | null) {
    return { ...this.pages.presentationFor(visit), path: signInPath(returnTo, CODE_PAGE) };
  }
}
