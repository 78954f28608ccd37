import { Controller, Get, Inject, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Callers } from '../../model/sessions/callers';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import type { Reply } from '../../platform/http/answers/reply';
import { Page } from '../../platform/http/edge/route-facts';
import type { ConsentScreenView } from '../../oauth/authorize/authorize.dto';
import { ConsentPages } from '../../oauth/authorize/page.service';
import { AuthorizationRequests } from '../../oauth/authorize/request.service';
import { ConsentScreens } from '../../oauth/authorize/screen.service';
import { OAuthError } from '../../protocol/oauth-error';
import type { AuthorizationResponse } from '../../protocol/request/authorization-response';
import { SENT_PARAMETERS } from '../../protocol/request/authorization-request';
import { parseParameters } from '../../protocol/request/parameters';
import { backToHeaders } from '../leaving/back-to';
import { leave } from '../leaving/leaving';
import { Pages } from '../rendering/pages';
import { type Refusal, tickedIn } from '../rendering/refusal';
import { shownName } from '../rendering/shown-name';
import { CurrentVisit, type Visit, addressOf } from '../rendering/visit';
import { LoginElsewhere } from '../sign-in/login-elsewhere';
import { namesAnother, wantsChoice } from '../../protocol/request/prompt';
import { isChosen } from '../sign-in/account-choice';
import { signInPath } from '../sign-in/sign-in-page';
import { AnsweredPage } from './answered-page';
import { ClosedPage } from './closed-page';
import { ConsentPage } from './consent-page';
import { RefusedPage } from './refused-page';

@ApiExcludeController()
@Page()
@Controller('consent')
export class ConsentController {
  constructor(
    private readonly pages: Pages,
    private readonly requests: AuthorizationRequests,
    private readonly screens: ConsentScreens,
    private readonly consentPages: ConsentPages,
    private readonly callers: Callers,
    private readonly elsewhere: LoginElsewhere,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  async show(@CurrentVisit() visit: Visit): Promise<Reply> {
    const { credentials, queryText, isUnseen } = visit;
    try {
      const confirming = await this.confirm(visit);
      if (confirming !== null) return confirming;
      const sent = parseParameters(queryText, SENT_PARAMETERS);
      const hasChosen = isChosen(visit.query);
      const presentation = this.pages.presentationFor(visit);
      const { refusal } = presentation;
      // A page that no person sees must not give a grant.
      const asked =
        isUnseen || refusal !== null
          ? await this.screens.answer(await this.requests.read(sent, credentials), credentials)
          : await this.consentPages.open(sent, credentials, hasChosen);
      if (!('sessionID' in asked)) return leave(this.pages, presentation, asked);
      if (isForChoice(asked) && !hasChosen) return this.signIn(visit);
      const title = presentation.t.consent.documentTitle(shownName(asked.client.name));
      return this.pages.reply(
        presentation,
        { title, script: 'page.js' },
        <ConsentPage screen={asked} unusedFor={this.settings.ttl.refreshToken} ticked={tickedIn(refusal)} />,
      );
    } catch (error) {
      return this.refuse(visit, error);
    }
  }

  @Post()
  async decide(@CurrentVisit() visit: Visit): Promise<Reply> {
    const form = visit.readForm();
    const ticked = form.getAll('scope');
    const [sessionId, isRejected] = [form.get('session_id') ?? '', form.get('is_rejected') ?? ''];
    const isNothing = isRejected === 'false' && ticked.length === 0 && form.has('choices');
    if (isNothing) return this.askAgain(visit, ticked, { scope: 'nothing' });
    if (sessionId === '' || !/^(true|false)$/.test(isRejected)) return this.pages.redirect(addressOf(visit));
    const scope = isRejected === 'false' && ticked.length > 0 ? { scope: ticked.join(' ') } : {};
    try {
      const parameters = { session_id: sessionId, is_rejected: isRejected, ...scope };
      const decided = await this.consentPages.decide(parameters, form.get('account'), visit.credentials);
      if (decided === null) return this.askAgain(visit, ticked, { form: 'anotherAccount' });
      const { outcome, client, response } = decided;
      if (outcome === 'answered') return leave(this.pages, this.pages.presentationFor(visit), response);
      return outcome === 'closed' ? this.closed(visit, response) : this.answered(visit, client.name);
    } catch (error) {
      return this.refuse(visit, error, () => this.closed(visit));
    }
  }

  /** What was ticked must not get lost. */
  private askAgain(visit: Visit, ticked: readonly string[], wrong: Refusal['wrong']): Reply {
    return this.pages.refuse(visit, addressOf(visit), { status: 400, wrong, typed: { scope: ticked.join(' ') } });
  }

  /** @throws what is neither a matter of the sign-in nor of the request. */
  private refuse(visit: Visit, error: unknown, unknownSession?: () => Reply): Reply {
    if (!(error instanceof OAuthError)) throw error;
    if (error.code === 'login_required') return this.signIn(visit);
    if (unknownSession !== undefined && error.code === 'invalid_request') return unknownSession();
    if (error.status !== 400) throw error;
    const presentation = this.pages.presentationFor(visit);
    const title = presentation.t.consent.refusedTitle;
    return this.pages.reply(
      presentation,
      { title, status: 400, headers: backToHeaders(error.detail.response) },
      <RefusedPage error={error} />,
    );
  }

  private async confirm(visit: Visit): Promise<Reply | null> {
    const caller = this.settings.signIn === null ? null : await this.callers.find(visit.credentials);
    return caller === null ? null : this.elsewhere.confirm(visit, caller, `/consent?${visit.queryText}`);
  }

  private signIn({ query, queryText }: Visit): Reply {
    const { passwords, signUpOpen } = this.settings;
    const isNew = passwords && signUpOpen && query.get('prompt')?.split(' ').includes('create') && !isChosen(query);
    return this.pages.redirect(signInPath(`/consent?${queryText}`, isNew ? '/sign-up' : '/sign-in'));
  }

  private closed(visit: Visit, response: AuthorizationResponse | null = null): Reply {
    const presentation = this.pages.presentationFor(visit);
    const { consentSession } = this.settings.ttl;
    return this.pages.reply(
      presentation,
      { title: presentation.t.consent.closedTitle, status: 400, headers: backToHeaders(response) },
      <ClosedPage openFor={consentSession} response={response} />,
    );
  }

  private answered(visit: Visit, name: string): Reply {
    const presentation = this.pages.presentationFor(visit);
    return this.pages.reply(
      presentation,
      { title: presentation.t.consent.answeredTitle, status: 400 },
      <AnsweredPage name={name} />,
    );
  }
}

const isForChoice = ({ prompt = [], login_hint: loginHint, account }: ConsentScreenView) =>
  wantsChoice(prompt) || namesAnother(loginHint, account.email);
