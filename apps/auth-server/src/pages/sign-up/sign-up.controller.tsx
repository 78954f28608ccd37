import { Controller, Get, Inject, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { JSX } from 'preact';
import { SignUpDto } from '../../model/own-account/sign-up.dto';
import { AccountRepository } from '../../model/accounts/account.repository';
import { type SignedUp, SignUps } from '../../model/own-account/sign-ups';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { Problem } from '../../platform/http/answers/problem';
import type { Reply } from '../../platform/http/answers/reply';
import { Page } from '../../platform/http/edge/route-facts';
import { newBodyPipe } from '../../platform/http/validation/body.pipe';
import { ConsentPages, type SignInPurpose } from '../../oauth/authorize/page.service';
import { Callers } from '../../model/sessions/callers';
import { SignIn } from '../../model/sessions/sign-in';
import { ownPath } from '../rendering/own-path';
import { Pages } from '../rendering/pages';
import { SENT_TWICE } from '../../model/own-account/sent-twice';
import { type Refusal, refusalBy } from '../rendering/refusal';
import { START } from '../rendering/start';
import { CurrentVisit, type Visit } from '../rendering/visit';
import { requestOf, withChoice } from '../sign-in/account-choice';
import { signInPath } from '../sign-in/sign-in-page';
import { CODE_PAGE, signUpCookie } from './sign-up-cookie';
import { SignUpClosedPage, type SignUpField, type SignUpModel, SignUpPage } from './sign-up-page';

interface Drawing {
  title: string;
  status?: number;
}

const FIELDS: readonly SignUpField[] = ['name', 'email', 'password'];
const PIPE = newBodyPipe();

@ApiExcludeController()
@Page()
@Controller('sign-up')
export class SignUpPageController {
  constructor(
    private readonly pages: Pages,
    private readonly signUps: SignUps,
    private readonly signIns: SignIn,
    private readonly callers: Callers,
    private readonly consentPages: ConsentPages,
    private readonly accounts: AccountRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  async show(@CurrentVisit() visit: Visit): Promise<Reply> {
    const returnTo = ownPath(visit.query.get('return_to'));
    if (!this.settings.passwords) return this.pages.redirect(signInPath(returnTo));
    if (!this.settings.signUpOpen) return this.closed(visit, returnTo);
    return this.form(visit, { returnTo, purpose: await this.purposeOf(returnTo, visit) });
  }

  @Post()
  async signUp(@CurrentVisit() visit: Visit): Promise<Reply> {
    const form = visit.readForm();
    const returnTo = ownPath(form.get('return_to'));
    if (!this.settings.passwords) return this.pages.redirect(signInPath(returnTo));
    if (!this.settings.signUpOpen) return this.closed(visit, returnTo);
    const typed = Object.fromEntries(FIELDS.map((field) => [field, form.get(field) ?? ''])) as Record<
      SignUpField,
      string
    >;
    const created = await this.create(typed, visit, returnTo);
    if ('key' in created && created.key !== null) {
      const cookie = signUpCookie(this.settings, created.key);
      return this.pages.redirect(signInPath(returnTo, CODE_PAGE), { 'set-cookie': cookie });
    }
    const failure = 'wrong' in created ? created : null;
    const isSentAgain = failure?.wrong['email'] === 'taken' && (await this.wasJustMade(typed.email));
    const signedIn = isSentAgain ? await this.signIn(typed, visit, returnTo) : null;
    if (signedIn !== null) return signedIn;
    if (failure !== null) {
      const { name, email } = typed;
      const kept = { name: name.slice(0, 200), email: email.slice(0, 254) };
      return this.pages.refuse(visit, signInPath(returnTo, '/sign-up'), { ...failure, typed: kept });
    }
    return (await this.signIn(typed, visit, returnTo)) ?? this.pages.redirect(signInPath(returnTo));
  }

  /** @throws what is no refusal of a sign-up. */
  private async create(
    typed: Record<SignUpField, string>,
    visit: Visit,
    returnTo: string | null,
  ): Promise<Refusal | SignedUp> {
    const { address, acceptLanguage: language } = visit;
    try {
      const dto = (await PIPE.transform(typed, { type: 'body', metatype: SignUpDto })) as SignUpDto;
      const signedUp = await this.signUps.signUp(dto, { address, language, returnTo, takesCode: true });
      return signedUp ?? { status: 409, wrong: { email: 'taken' } };
    } catch (error) {
      return refusalOf(error);
    }
  }

  /** Whether the same form made it before: its password signs in. */
  private async wasJustMade(email: string): Promise<boolean> {
    const account = await this.accounts.findByEmail(email);
    return account !== null && account.createdAt >= this.clock.now() - SENT_TWICE;
  }

  /** @returns `null` for a wrong password. */
  private async signIn(
    { email, password }: Record<SignUpField, string>,
    visit: Visit,
    returnTo: string | null,
  ): Promise<Reply | null> {
    const started = await this.signIns.start({ email, password, ...this.callers.signingIn(visit.credentials) });
    if (started === null) return null;
    return this.pages.redirect(withChoice(returnTo ?? START), { 'set-cookie': started.cookies });
  }

  private async purposeOf(returnTo: string | null, { credentials }: Visit): Promise<SignInPurpose | null> {
    const request = requestOf(returnTo);
    return request === null ? null : this.consentPages.purposeOf(request, credentials);
  }

  private form(visit: Visit, model: SignUpModel): Reply {
    const presentation = this.presentationFor(visit, model.returnTo);
    const { title } = presentation.t.signUp;
    const page = <SignUpPage {...model} />;
    return this.draw(presentation, { title }, page);
  }

  private closed(visit: Visit, returnTo: string | null): Reply {
    const presentation = this.presentationFor(visit, returnTo);
    const page = <SignUpClosedPage returnTo={returnTo} />;
    return this.draw(presentation, { title: presentation.t.signUp.closed, status: 403 }, page);
  }

  private presentationFor(visit: Visit, returnTo: string | null) {
    return { ...this.pages.presentationFor(visit), path: signInPath(returnTo, '/sign-up') };
  }

  private draw(presentation: ReturnType<Pages['presentationFor']>, options: Drawing, page: JSX.Element): Reply {
    return this.pages.reply(presentation, { ...options, script: 'page.js' }, page);
  }
}

/** @throws what is no refusal of a sign-up. */
function refusalOf(error: unknown): Refusal {
  if (!(error instanceof Problem) || error.status === 429) return refusalBy(error);
  const { status, more } = error;
  const wrong = FIELDS.filter((name) => more.errors?.some(({ field }) => field === name));
  if (wrong.length === 0) throw error;
  return { status, wrong: Object.fromEntries(wrong.map((name) => [name, 'wrong' as const])) };
}
