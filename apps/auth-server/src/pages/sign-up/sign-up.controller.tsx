import { Controller, Get, Inject, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { JSX } from 'preact';
import { SignUpDto } from '../../model/own-account/sign-up.dto';
import { AccountRepository } from '../../model/accounts/account.repository';
import { SignUps } from '../../model/own-account/sign-ups';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { Problem } from '../../platform/http/answers/problem';
import type { Reply } from '../../platform/http/answers/reply';
import { Page } from '../../platform/http/edge/route-facts';
import { newBodyPipe } from '../../platform/http/validation/body.pipe';
import { ConsentPages, type SignInPurpose } from '../../oauth/authorize/page.service';
import { OAuthError } from '../../protocol/oauth-error';
import { Callers } from '../../model/sessions/callers';
import { sessionCookie } from '../../model/sessions/session-cookie';
import { SignIn } from '../../model/sessions/sign-in';
import { ownPath } from '../rendering/own-path';
import { Pages } from '../rendering/pages';
import { SENT_TWICE } from '../rendering/sent-twice';
import { START } from '../rendering/start';
import { CurrentVisit, type Visit } from '../rendering/visit';
import { requestOf, withChoice } from '../sign-in/account-choice';
import { signInPath } from '../sign-in/sign-in-page';
import { LookIntoMailPage, SignUpClosedPage, type SignUpField, type SignUpModel, SignUpPage } from './sign-up-page';

interface Drawing {
  title: string;
  status?: number;
  wait?: number;
}

/** What is shown where somebody cannot sign up. */
type Failure = Pick<SignUpModel, 'failure' | 'wait' | 'wrong'> & { status: number };

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
    const blank = { name: '', email: '', returnTo, wrong: [], failure: null, wait: 0 };
    return this.form(visit, { ...blank, purpose: await this.purposeOf(returnTo, visit) }, 200);
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
    const failure = await this.create(typed, visit);
    const isSentAgain = failure?.failure === 'taken' && (await this.wasJustMade(typed.email));
    const signedIn = isSentAgain ? await this.signIn(typed, visit, returnTo) : null;
    if (signedIn !== null) return signedIn;
    if (failure !== null) {
      const { status, ...shown } = failure;
      const purpose = await this.purposeOf(returnTo, visit);
      return this.form(visit, { name: typed.name, email: typed.email, returnTo, purpose, ...shown }, status);
    }
    return this.settings.mail === null
      ? ((await this.signIn(typed, visit, returnTo)) ?? this.pages.redirect(signInPath(returnTo)))
      : this.mailed(visit, typed.email, returnTo);
  }

  /** @returns `null` if it is done. @throws what is no refusal of a sign-up. */
  private async create(typed: Record<SignUpField, string>, visit: Visit): Promise<Failure | null> {
    const { address, acceptLanguage: language } = visit;
    try {
      const dto = (await PIPE.transform(typed, { type: 'body', metatype: SignUpDto })) as SignUpDto;
      const account = await this.signUps.signUp(dto, { address, language });
      return account === null ? { failure: 'taken', wrong: ['email'], wait: 0, status: 409 } : null;
    } catch (error) {
      return failureOf(error);
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
    const { address, userAgent, credentials } = visit;
    const before = this.callers.claimOf(credentials);
    const started = await this.signIns.start({ email, password, address, userAgent, before });
    if (started === null) return null;
    const cookie = sessionCookie(this.settings, started.token, started.expiresIn);
    return this.pages.redirect(withChoice(returnTo ?? START), { 'set-cookie': cookie });
  }

  private async purposeOf(returnTo: string | null, { credentials }: Visit): Promise<SignInPurpose | null> {
    const request = requestOf(returnTo);
    return request === null ? null : this.consentPages.purposeOf(request, credentials);
  }

  private form(visit: Visit, model: SignUpModel, status: number): Reply {
    const presentation = this.presentationFor(visit, model.returnTo);
    const { title } = presentation.t.signUp;
    const page = <SignUpPage {...model} />;
    return this.draw(presentation, { title, status, wait: model.wait }, page);
  }

  private closed(visit: Visit, returnTo: string | null): Reply {
    const presentation = this.presentationFor(visit, returnTo);
    const page = <SignUpClosedPage returnTo={returnTo} />;
    return this.draw(presentation, { title: presentation.t.signUp.closed, status: 403 }, page);
  }

  private mailed(visit: Visit, email: string, returnTo: string | null): Reply {
    const presentation = this.presentationFor(visit, returnTo);
    const page = <LookIntoMailPage email={email} returnTo={returnTo} />;
    return this.draw(presentation, { title: presentation.t.signUp.mailed }, page);
  }

  private presentationFor(visit: Visit, returnTo: string | null) {
    return { ...this.pages.presentationFor(visit), path: signInPath(returnTo, '/sign-up') };
  }

  private draw(
    presentation: ReturnType<Pages['presentationFor']>,
    { wait = 0, ...options }: Drawing,
    page: JSX.Element,
  ): Reply {
    const headers = wait > 0 ? { 'retry-after': String(wait) } : {};
    return this.pages.reply(presentation, { ...options, headers, script: 'page.js' }, page);
  }
}

/** @throws what is no refusal of a sign-up. */
function failureOf(error: unknown): Failure {
  if (error instanceof OAuthError && error.status === 503)
    return { failure: 'busy', wrong: [], wait: error.detail.retryAfter ?? 1, status: 503 };
  if (!(error instanceof Problem)) throw error;
  const { status, more } = error;
  if (status === 429)
    return { failure: 'tooMany', wrong: [], wait: Number(more.headers?.['retry-after'] ?? 60), status };
  const wrong = FIELDS.filter((name) => more.errors?.some(({ field }) => field === name));
  if (wrong.length === 0) throw error;
  return { failure: null, wrong, wait: 0, status };
}
