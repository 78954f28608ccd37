import type { Logger } from '@nestjs/common';

import type { Clock } from '../verify/clock.ts';
import type { Answers } from './answers.ts';
import type { BridgeSettings } from './bridge.settings.ts';
import { meetsDemands } from './demands.ts';
import { type Page, leadPage } from './pages.ts';
import { type KnownPerson, knownPerson } from './person.ts';
import type { Requests, SignInRequest } from './requests.ts';
import { type Visit, onlyOne } from './visit.ts';
import { languageOf } from './words.ts';

/** Marks in the bridge's own addresses. Forging them gains nothing: the auth server judges each answer itself. */
const ASKED = 'asked';
const SAME_SITE = 'same_site';

const FOUND_NOBODY =
  'user returned nothing when the login sent the browser back. No guard runs on the routes of the bridge: request.user is there only where middleware such as passport.session() sets it, and a JWT in a cookie has to be verified by user itself';

interface Call {
  readonly token: string;
  readonly visit: Visit;
  readonly request: SignInRequest;
  /** Epoch seconds at which the browser was led to the login page. */
  readonly asked: number | undefined;
}

/** Answers a request of the auth server for somebody who is signed in. */
export class SignInFlow {
  constructor(
    private readonly settings: BridgeSettings,
    private readonly requests: Requests,
    private readonly answers: Answers,
    private readonly clock: Clock,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** Rejects with a `Stop`, or with what the functions of the app throw. */
  async lead(visit: Visit): Promise<Page> {
    const token = onlyOne(visit, 'request');
    const request = await this.requests.readSignIn(token);
    const call = { token: token!, visit, request, asked: secondsOf(onlyOne(visit, ASKED)) };
    const person = knownPerson(await this.settings.user(visit.request));
    if (person !== undefined && this.isEnough(call, person)) return this.answer(call, person.claims);
    // Cookies with SameSite=Strict are absent where a browser comes from another site.
    if (person === undefined && !visit.query.has(SAME_SITE)) return this.again(call);
    // Once for each request: a login page may send people straight back.
    if (request.prompt === 'none' || call.asked !== undefined) return this.answerNobody(call, person);
    return this.toLogin(call);
  }

  private isEnough({ request, asked }: Call, person: KnownPerson): boolean {
    return meetsDemands(request, person, { login: asked, now: this.clock.now() });
  }

  private answerNobody(call: Call, person: KnownPerson | undefined): Promise<Page> {
    if (person === undefined && call.request.prompt !== 'none') this.logger.warn(FOUND_NOBODY);
    return this.answer(call, { error: 'login_required' });
  }

  private async answer({ request, visit }: Call, said: KnownPerson['claims']): Promise<Page> {
    return leadPage(languageFor(visit, request), 'back', await this.answers.send(request.id, said));
  }

  private again({ token, visit, request, asked }: Call): Page {
    const marks = { ...(asked !== undefined && { [ASKED]: String(asked) }), [SAME_SITE]: '1' };
    return leadPage(languageFor(visit, request), 'self', this.pathWith(token, marks));
  }

  private toLogin({ token, visit, request }: Call): Page {
    const { prompt, loginHint, uiLocales, acrValues, application } = request;
    const now = Math.floor(this.clock.now() / 1_000);
    const wish = {
      returnTo: this.pathWith(token, { [ASKED]: String(now) }),
      prompt: prompt === 'none' ? undefined : prompt,
      ...{ loginHint, uiLocales, acrValues, application },
    };
    return leadPage(languageFor(visit, request), 'login', this.addressOf(this.settings.login(wish)));
  }

  private addressOf(login: unknown): string {
    const { url } = this.settings;
    const address = typeof login === 'string' && login !== '' && URL.canParse(login, url) ? new URL(login, url) : null;
    if (address === null || !/^https?:$/.test(address.protocol))
      throw new Error('login() must return the address of your login page as a string');
    return address.href;
  }

  private pathWith(token: string, marks: Record<string, string>): string {
    return `${this.settings.path}?${new URLSearchParams({ request: token, ...marks }).toString()}`;
  }
}

const languageFor = ({ acceptLanguage }: Visit, { uiLocales }: SignInRequest) =>
  languageOf(uiLocales ?? acceptLanguage);

const secondsOf = (text: string | null) => (/^\d{1,12}$/.test(text ?? '') ? Number(text) : undefined);
