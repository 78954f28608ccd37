import { Inject, Injectable } from '@nestjs/common';
import type { RegisteredClient } from '../../model/clients/registered-client';
import { CodeRepository } from '../../model/codes/code.repository';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { ConsentRepository, type FoundConsent } from '../../model/consents/consent.repository';
import { type AuthorizationResponse, codeResponse, errorResponse } from '../../protocol/request/authorization-response';
import { type DecisionParameters, ONE_ANSWER, parseConsentDecision } from '../../protocol/request/consent-decision';
import { hashTimedToken } from '../../protocol/token/opaque-secret';
import type { Credentials } from '../../model/sessions/caller';
import { Callers } from '../../model/sessions/callers';
import { ConsentApprovalService } from './consent-approval.service';
import { ConsentDecisionService, type Decided, REJECTED } from './consent-decision.service';

/** What the person is told of their answer. `closed`: the five minutes were over, and nothing was allowed. */
export interface PageDecision {
  outcome: 'answered' | 'answered before' | 'closed';
  client: RegisteredClient;
  /** Where `outcome` is `answered`, for the client; else there is nothing to tell it. */
  response: AuthorizationResponse;
}

/**
 * A decision by our own page (ADR 12). Browsers repeat a form, and people click twice: the same answer to the same
 * question is the same response, as long as its code was not spent.
 */
@Injectable()
export class PageDecisionService {
  constructor(
    private readonly decisions: ConsentDecisionService,
    private readonly approvals: ConsentApprovalService,
    private readonly consents: ConsentRepository,
    private readonly codes: CodeRepository,
    private readonly callers: Callers,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
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
    const code = this.approvals.codeOf(parameters.session_id as string, decidedAt);
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
}
