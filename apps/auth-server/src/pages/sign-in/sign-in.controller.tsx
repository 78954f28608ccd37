import { Controller, Get, Inject, Param, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { LONGEST_TYPED } from '../../model/accounts/passwords/password-rules';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import type { Reply } from '../../platform/http/answers/reply';
import { Page } from '../../platform/http/edge/route-facts';
import { ASKED_SILENTLY, ConsentPages, type SignInPurpose } from '../../oauth/authorize/page.service';
import { isShowable } from '../../protocol/text/showable-text';
import type { Caller } from '../../model/sessions/caller';
import { Callers } from '../../model/sessions/callers';
import { SignIn, type SignInAttempt, type StartedSession } from '../../model/sessions/sign-in';
import { ownPath } from '../rendering/own-path';
import { Pages } from '../rendering/pages';
import { type Refusal, refusalBy } from '../rendering/refusal';
import { START } from '../rendering/start';
import { CurrentVisit, type Visit } from '../rendering/visit';
import { requestOf, withChoice } from './account-choice';
import { LoginElsewhere } from './login-elsewhere';
import { type Door, doorsOf, onlyDoor } from './doors';
import { type SignInModel, SignInPage, signInPath } from './sign-in-page';

/** Longer values are no email and no password of ours: they are not looked up. */
const LONGEST_EMAIL = 254;

/** Where a browser comes back that was asked silently. */
const ASKED = '/sign-in/asked';

/** What a link of ours may ask of a login elsewhere. */
const PROMPTS = ['login', 'select_account'] as const;

const WRONG: Refusal = { status: 401, wrong: { password: 'wrong' } };

@ApiExcludeController()
@Page()
@Controller('sign-in')
export class SignInController {
  constructor(
    private readonly pages: Pages,
    private readonly signIns: SignIn,
    private readonly callers: Callers,
    private readonly consentPages: ConsentPages,
    private readonly elsewhere: LoginElsewhere,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  async show(@CurrentVisit() visit: Visit): Promise<Reply> {
    const returnTo = ownPath(visit.query.get('return_to'));
    const caller = await this.callers.find(visit.credentials);
    const { refusal } = this.pages.presentationFor(visit);
    if (returnTo === null && caller !== null && refusal === null) return this.pages.redirect(START);
    const purpose = await this.purposeOf(returnTo, visit);
    const door = onlyDoor(this.settings);
    // Where a session will not do, or no person sees it, the page waits for a click.
    if (door !== null && caller === null && !visit.isUnseen)
      return this.elsewhere.lead(visit, door, { returnTo: returnTo ?? START, purpose });
    const email = visit.query.get('email') ?? expectedEmail(purpose, caller);
    return this.page(visit, { returnTo, purpose, account: caller?.account ?? null, email });
  }

  /** To the login of the team's app, at a click. */
  @Get('app')
  leadToApp(@CurrentVisit() visit: Visit): Promise<Reply> {
    return this.leadTo(visit, this.settings.signIn);
  }

  /** To a provider, at a click. */
  @Get('providers/:id')
  leadToProvider(@CurrentVisit() visit: Visit, @Param('id') id: string): Promise<Reply> {
    return this.leadTo(visit, this.settings.signInProviders.find((provider) => provider.id === id) ?? null);
  }

  /** To the same, unseen: an application asks with `prompt=none`. */
  @Get('silent')
  async askSilently(@CurrentVisit() visit: Visit): Promise<Reply> {
    const { signIn } = this.settings;
    const { queryText, credentials } = visit;
    if (signIn === null || visit.isUnseen) return this.goOnSilently(visit);
    const purpose = await this.consentPages.purposeOf(queryText, credentials);
    const confirmed = await this.callers.find(credentials);
    // The app can say nothing of a session for which it did not vouch.
    if (confirmed?.isOfApp === false) return this.goOnSilently(visit);
    return this.elsewhere.lead(visit, signIn, {
      returnTo: `${ASKED}?${queryText}`,
      purpose,
      prompt: 'none',
      confirmed,
    });
  }

  /** Back to the application's request, which is answered now. */
  @Get('asked')
  async goOnSilently(@CurrentVisit() { queryText }: Visit): Promise<Reply> {
    return this.pages.redirect(`/oauth2/authorize?${queryText}&${ASKED_SILENTLY}`);
  }

  @Post()
  async signIn(@CurrentVisit() visit: Visit): Promise<Reply> {
    const form = visit.readForm();
    const [email, password] = [form.get('email') ?? '', form.get('password') ?? ''];
    const returnTo = ownPath(form.get('return_to'));
    if (!this.settings.passwords) return this.pages.redirect(signInPath(returnTo));
    const outcome = await this.start({ email, password, ...this.callers.signingIn(visit.credentials) });
    if ('wrong' in outcome) {
      const typed = { email: email.slice(0, LONGEST_EMAIL) };
      return this.pages.refuse(visit, signInPath(returnTo), { ...outcome, typed });
    }
    return this.pages.redirect(withChoice(returnTo ?? START), { 'set-cookie': outcome.cookies });
  }

  private async leadTo(visit: Visit, door: Door | null): Promise<Reply> {
    const returnTo = ownPath(visit.query.get('return_to'));
    if (door === null || visit.isUnseen || (await this.wouldEnd(visit)))
      return this.pages.redirect(signInPath(returnTo));
    const prompt = PROMPTS.find((one) => one === visit.query.get('prompt')) ?? null;
    const purpose = await this.purposeOf(returnTo, visit);
    return this.elsewhere.lead(visit, door, { returnTo: returnTo ?? START, purpose, prompt });
  }

  /** A link of another site must not put another account, or none, in the place of the one that is signed in. */
  private async wouldEnd({ isLedByOthers, credentials }: Visit): Promise<boolean> {
    return isLedByOthers && (await this.callers.find(credentials)) !== null;
  }

  private async start(attempt: SignInAttempt): Promise<StartedSession | Refusal> {
    if (attempt.email.length > LONGEST_EMAIL || attempt.password.length > LONGEST_TYPED) return WRONG;
    try {
      return (await this.signIns.start(attempt)) ?? WRONG;
    } catch (error) {
      return refusalBy(error, 'password');
    }
  }

  private async purposeOf(returnTo: string | null, { credentials }: Visit): Promise<SignInPurpose | null> {
    const request = requestOf(returnTo);
    return request === null ? null : this.consentPages.purposeOf(request, credentials);
  }

  private page(visit: Visit, model: SignInModel): Reply {
    const presentation = { ...this.pages.presentationFor(visit), path: signInPath(model.returnTo) };
    return this.pages.reply(
      presentation,
      { title: presentation.t.signIn.title, script: 'page.js' },
      <SignInPage {...model} doors={doorsOf(this.settings)} passwords={this.settings.passwords} />,
    );
  }
}

/** The `login_hint`, if it can be an email; else the email of the account that must sign in again. */
function expectedEmail(purpose: SignInPurpose | null, caller: Caller | null): string {
  const hint = purpose?.loginHint ?? '';
  if (hint.length <= LONGEST_EMAIL && /^[^\s@]+@[^\s@]+$/.test(hint) && isShowable(hint)) return hint;
  return purpose?.unmet === 'login' || purpose?.unmet === 'max_age' ? (caller?.account.email ?? '') : '';
}
