import { Controller, Get, Inject, Param, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Landing, Landings } from '../../model/sessions/elsewhere/landings';
import { SETTINGS, type Settings, type SignInProvider } from '../../platform/config/settings';
import { Problem, notFound } from '../../platform/http/answers/problem';
import { Reply } from '../../platform/http/answers/reply';
import { IgnoresCookies, Page } from '../../platform/http/edge/route-facts';
import { leaveTo } from '../leaving/leaving';
import { Pages } from '../rendering/pages';
import { START } from '../rendering/start';
import { CurrentVisit, type Visit, addressOf } from '../rendering/visit';
import { withChoice } from './account-choice';
import { type Door, isProvider } from './doors';
import { type Failure, tellFailure } from './failed-sign-in';

/** What a provider answers (OpenID Connect Core §3.1.2.5, RFC 9207). */
const ANSWER = ['code', 'state', 'iss', 'error'];

/** Characters: proxies take no longer addresses. */
const LONGEST_ANSWER = 8_000;

/** Where a browser comes back from the login of the team's app, or from a provider. */
@ApiExcludeController()
@Page()
@Controller('sign-in/return')
export class SignInReturnController {
  constructor(
    private readonly pages: Pages,
    private readonly landings: Landings,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  async land(@CurrentVisit() visit: Visit): Promise<Reply> {
    if (visit.isUnseen) return this.later(visit);
    const ticket = visit.query.get('ticket');
    if (ticket !== null) return this.answer(visit, await this.landings.land(ticket, visit.credentials));
    const returnTo = await this.landings.placeOf(visit.query.get('request') ?? '', visit.credentials);
    return this.pages.redirect(returnTo ?? START);
  }

  @Get(':provider')
  async landFrom(@CurrentVisit() visit: Visit, @Param('provider') id: string): Promise<Reply> {
    const provider = this.providerOf(id);
    if (visit.isUnseen) return this.later(visit);
    const landing = await this.landings.landFrom(provider, visit.queryText, visit.credentials);
    const reply = this.answer(visit, landing, provider);
    const { location, ...headers } = reply.headers;
    // The form of the provider's page began this navigation: its policy would hold every redirect of ours.
    if (typeof location !== 'string') return reply;
    const presentation = this.pages.presentationFor(visit);
    const page = leaveTo(this.pages, presentation, new URL(location, this.settings.issuer).href);
    return new Reply(page.status, page.body, { ...headers, ...page.headers });
  }

  /** `response_mode=form_post`: no cookie comes with a form of another site, so the browser comes once more. */
  @IgnoresCookies()
  @Post(':provider')
  comeAgain(@CurrentVisit() visit: Visit, @Param('provider') id: string): Reply {
    const { id: known } = this.providerOf(id);
    const form = visit.readForm();
    const answer = ANSWER.flatMap((name) => form.getAll(name).map((value) => [name, value]));
    const query = new URLSearchParams(answer).toString();
    if (query.length > LONGEST_ANSWER) throw new Problem(413, 'the answer of the provider is too large');
    return this.pages.redirect(`/sign-in/return/${known}?${query}`);
  }

  /** @throws Problem 404. */
  private providerOf(id: string): SignInProvider {
    const provider = this.settings.signInProviders.find((known) => known.id === id);
    if (provider === undefined) throw notFound();
    return provider;
  }

  private answer(visit: Visit, landing: Landing, door: Door | null = this.settings.signIn): Reply {
    const tell = (failure: Failure, returnTo: string) =>
      tellFailure(this.pages, this.settings, visit, { failure, returnTo, door });
    switch (landing.outcome) {
      case 'signed in': {
        const { returnTo, prompt, started } = landing;
        const headers = started === null ? {} : { 'set-cookie': started.cookies };
        return this.pages.redirect(prompt === 'none' ? returnTo : withChoice(returnTo), headers);
      }
      case 'nobody':
        return landing.isAsked ? tell('nobody', landing.returnTo) : this.pages.redirect(landing.returnTo);
      case 'over':
        // A provider that loses the state would lead round and round; the app's page may have been loaded twice.
        return landing.returnTo === null && door !== null && isProvider(door)
          ? tell('nobody', START)
          : this.pages.redirect(landing.returnTo ?? START);
      case 'refused':
        return tell('refused', landing.returnTo);
      case 'failed':
        return tell('away', landing.returnTo);
      case 'other browser':
        return tell('otherBrowser', START);
    }
  }

  /** What a browser fetches ahead spends no ticket: the page comes here once more when it is shown. */
  private later(visit: Visit): Reply {
    const presentation = this.pages.presentationFor(visit);
    return leaveTo(this.pages, presentation, this.settings.issuer + addressOf(visit), presentation.t.leaving);
  }
}
