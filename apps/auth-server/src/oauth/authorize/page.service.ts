import { Inject, Injectable } from '@nestjs/common';
import type { RegisteredClient } from '../../model/clients/registered-client';
import { CodeRepository } from '../../model/codes/code.repository';
import { ConsentRepository, type FoundConsent } from '../../model/consents/consent.repository';
import { GrantRepository } from '../../model/grants/grant.repository';
import type { Credentials } from '../../model/sessions/caller';
import { Callers } from '../../model/sessions/callers';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { withQuery } from '../../platform/http/answers/with-query';
import { isTrustedRegistration } from '../../protocol/client/trusted-registration';
import { OAuthError } from '../../protocol/oauth-error';
import { SENT_PARAMETERS, type SentParameters } from '../../protocol/request/authorization-request';
import { type AuthorizationResponse, codeResponse, errorResponse } from '../../protocol/request/authorization-response';
import { type DecisionParameters, ONE_ANSWER, parseConsentDecision } from '../../protocol/request/consent-decision';
import { mayRedirectError } from '../../protocol/request/error-destination';
import { parseParameters } from '../../protocol/request/parameters';
import { isSilent, namesAnother, wantsChoice } from '../../protocol/request/prompt';
import type { AuthenticationDemand, UnmetDemand } from '../../protocol/request/sign-in-requirements';
import { hashTimedToken } from '../../protocol/token/opaque-secret';
import type { ConsentScreenView } from './authorize.dto';
import { RequestCallers } from './caller.service';
import { ConsentDecisions, type Decided, REJECTED } from './decision.service';
import { AuthorizationRequests, type SourcedRequest } from './request.service';
import { ConsentScreens } from './screen.service';

/** In a query whose parameters may not be readable. */
const SILENT_QUERY = /(?:^|&)prompt=none(?:&|$)/;

/** In the query of a browser that was asked silently at the app of `SIGN_IN_URL`: it is asked once. */
export const ASKED_SILENTLY = 'sign_in_asked=yes';

/** To `CONSENT_UI_URL`, or to the sign-in. */
export interface PageAnswer {
  page: string;
  /** A `Set-Cookie` header; `null`: none. */
  cookie: string | null;
}

export type BrowserAnswer = ConsentScreenView | AuthorizationResponse | PageAnswer;

/** The authorization request that waits for a sign-in. */
export interface SignInPurpose {
  client: RegisteredClient;
  /** Whom the client expects; unproven. */
  loginHint: string | null;
  /** Why the present sign-in will not do; `null`: it will, or there is none. */
  unmet: UnmetDemand | null;
  demand: Pick<AuthenticationDemand, 'prompt' | 'maxAge' | 'acrValues'>;
  /** The account that is expected; `null`: any. */
  expected: string | null;
}

/** What the person is told of their answer. `closed`: the five minutes were over, and nothing was allowed. */
export interface PageDecision {
  outcome: 'answered' | 'answered before' | 'closed';
  client: RegisteredClient;
  /** Where `outcome` is `answered`, for the client; else there is nothing to tell it. */
  response: AuthorizationResponse;
}

/** What browsers and our own pages need beside what every caller gets. */
@Injectable()
export class ConsentPages {
  constructor(
    private readonly requests: AuthorizationRequests,
    private readonly requestCallers: RequestCallers,
    private readonly screens: ConsentScreens,
    private readonly decisions: ConsentDecisions,
    private readonly callers: Callers,
    private readonly consents: ConsentRepository,
    private readonly codes: CodeRepository,
    private readonly grants: GrantRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Answers GET /oauth2/authorize by a browser, which cannot show JSON: the client, the consent page, or a body (ADR 48).
   *
   * @param query undecoded.
   * @returns the consent page also for errors, which it shows.
   * @throws OAuthError where there is no page, or none may be shown.
   */
  async answer(query: string, credentials: Credentials): Promise<BrowserAnswer> {
    const { consentUiUrl: page } = this.settings;
    let sourced: SourcedRequest | null = null;
    try {
      sourced = await this.requests.source(parseParameters(query, SENT_PARAMETERS), credentials);
      const checked = await this.requests.check(sourced, credentials);
      const next = await this.pageFor(query, sourced, credentials);
      if (next !== null) return { page: next, cookie: this.requests.hold(sourced, credentials) };
      return await this.screens.answer(checked, credentials);
    } catch (error) {
      const response = await this.redirectOf(error, sourced, credentials);
      if (response !== null) return response;
      const isPageless = sourced === null ? SILENT_QUERY.test(query) : isSilent(sourced.parameters.prompt);
      if (page !== null && !isPageless) return { page: withQuery(page, query), cookie: null };
      throw error;
    }
  }

  /**
   * Opens a request that a browser shows on our own page.
   *
   * @returns the client's answer instead of a screen where the account granted all of it before and an application may
   *   be answered without a page: one that a developer registered, as only such ones ever get a redirect unasked.
   * @param hasChosen the account, where `prompt` wants that.
   */
  async open(
    sent: SentParameters,
    credentials: Credentials,
    hasChosen: boolean,
  ): Promise<ConsentScreenView | AuthorizationResponse> {
    const checked = await this.requests.read(sent, credentials);
    const { prompt } = checked.request;
    const mustAsk = prompt.includes('consent') || (wantsChoice(prompt) && !hasChosen);
    if (checked.client.origin === 'console' && !mustAsk) {
      const found = await this.requestCallers.find(checked, credentials);
      const { caller, unmet, demand } = found;
      const isForAnother = !hasChosen && namesAnother(checked.request.loginHint, caller?.account.email);
      const isMet = caller !== null && unmet === null && !isForAnother;
      const response = isMet ? await this.screens.grantAgain(checked, caller, credentials, demand) : null;
      return response ?? this.screens.answer(checked, credentials, found);
    }
    return this.screens.answer(checked, credentials);
  }

  /**
   * Reads what a person signs in for, without opening a consent session.
   *
   * @param query of the authorization request, undecoded.
   * @returns `null` for a request that would be refused: the consent page tells why.
   */
  async purposeOf(query: string, credentials: Credentials): Promise<SignInPurpose | null> {
    try {
      const checked = await this.requests.read(parseParameters(query, SENT_PARAMETERS), credentials);
      const { unmet } = await this.requestCallers.find(checked, credentials);
      const { client, request, expected } = checked;
      return { client, loginHint: request.loginHint, unmet, demand: request, expected };
    } catch (error) {
      if (error instanceof OAuthError && error.status < 500) return null;
      throw error;
    }
  }

  /**
   * Takes a decision by our own page (ADR 12). Browsers repeat a form, and people click twice: the same answer to the
   * same question is the same response, as long as its code was not spent.
   *
   * @param shown the account that the page showed.
   * @returns `null` where another account is signed in by now: nothing is decided.
   * @throws OAuthError where nothing is decided and there is nobody to go back to.
   */
  async decide(
    parameters: DecisionParameters,
    shown: string | null,
    credentials: Credentials,
  ): Promise<PageDecision | null> {
    const claim = this.callers.claimOf(credentials);
    if (claim !== null && claim.accountId !== shown) return null;
    const decided = await this.decisions.carryOut(() => parameters, credentials);
    const { client, response, consent } = decided;
    if (!decided.isOver) return { outcome: 'answered', client, response };
    // The decision of a moment ago may have come in between.
    const now = this.clock.now();
    const current = await this.consents.find(consent.hash, consent.accountId, now);
    if (current?.decidedAt == null) return { outcome: 'closed', client, response };
    const repeated = await this.repeat(parameters, { ...decided, consent: current }, current.decidedAt);
    return repeated === null
      ? { outcome: 'answered before', client, response }
      : { outcome: 'answered', client, response: repeated };
  }

  /** @returns `null` unless it is the answer that was given. */
  private async repeat(
    parameters: DecisionParameters,
    { consent, client, target }: Decided,
    decidedAt: number,
  ): Promise<AuthorizationResponse | null> {
    const now = this.clock.now();
    if (now - decidedAt >= ONE_ANSWER) return null;
    const code = this.decisions.codeOf(parameters.session_id as string, decidedAt);
    const issued = await this.codes.findIssued(hashTimedToken(code), now);
    const decision = parseConsentDecision(parameters, consent.scope);
    if (decision.rejected) return issued === null ? errorResponse(REJECTED, target) : null;
    const isSame = issued !== null && !issued.isSpent && this.isOf(issued.scope, decision.scope, consent, client);
    return isSame ? codeResponse(code, target) : null;
  }

  private isOf(issued: readonly string[], asked: readonly string[], consent: FoundConsent, client: RegisteredClient) {
    const scope = this.decisions.grantable(asked, consent, client);
    return scope.length === issued.length && scope.every((name) => issued.includes(name));
  }

  /** The page that asks the person; with `prompt=none` the one that asks the app whether a person is signed in there. */
  private async pageFor(query: string, { parameters }: SourcedRequest, credentials: Credentials) {
    const { consentUiUrl, signIn, issuer } = this.settings;
    if (!isSilent(parameters.prompt)) return consentUiUrl === null ? null : withQuery(consentUiUrl, query);
    const mayLook = signIn !== null && credentials.authorization === undefined && !query.endsWith(`&${ASKED_SILENTLY}`);
    const caller = mayLook ? await this.callers.find(credentials) : null;
    return mayLook && (caller === null || caller.isUnconfirmed) ? `${issuer}/sign-in/silent?${query}` : null;
  }

  /** The error's response, if the browser may be sent to the client with it. */
  private async redirectOf(
    error: unknown,
    sourced: SourcedRequest | null,
    credentials: Credentials,
  ): Promise<AuthorizationResponse | null> {
    if (sourced === null || !(error instanceof OAuthError) || error.detail.response === undefined) return null;
    const { client } = sourced;
    if (client.origin !== 'console') return null;
    const caller = await this.callers.find(credentials);
    const mayMatter = caller !== null && client.id !== null && !isTrustedRegistration(client, this.settings);
    const hasGrant = mayMatter && (await this.grants.isActive(caller.account.id, client.id));
    const may = mayRedirectError(error.code, client, { isSignedIn: caller !== null, hasGrant }, this.settings);
    return may ? error.detail.response : null;
  }
}
