import { Inject, Injectable } from '@nestjs/common';
import { ClientRepository } from '../../clients/client.repository';
import type { RegisteredClient } from '../../clients/registered-client';
import { CLOCK, type Clock } from '../../config/clock';
import { SETTINGS, type Settings } from '../../config/settings';
import { type ConsentDecider, ConsentRepository, type FoundConsent } from '../../consents/consent.repository';
import { type BodyReader, FORM, JSON_TYPE } from '../../http/edge/edge-request';
import { unknownClient } from '../../protocol/request/authorization-request';
import { type AuthorizationResponse, codeResponse, errorResponse } from '../../protocol/request/authorization-response';
import {
  DECISION_PARAMETERS,
  type DecisionParameters,
  parseConsentDecision,
} from '../../protocol/request/consent-decision';
import { OAuthError, invalidRequest, invalidScope } from '../../protocol/oauth-error';
import { hashTimedToken } from '../../protocol/token/opaque-secret';
import { parseJsonParameters, parseParameters } from '../../protocol/request/parameters';
import { isRegisteredRedirectUri } from '../../protocol/request/redirect-uri';
import { allowedScopes } from '../../protocol/request/scope';
import type { Credentials, SignIn } from '../../sessions/caller';
import { Callers } from '../../sessions/callers';
import { ConsentApprovalService } from './consent-approval.service';
import { loginRequired } from '../../sessions/login-required';

const REJECTED = new OAuthError('access_denied', 'the account refused the request');
const GONE = invalidScope('nothing of the scope is left to grant');
const TARGET_GONE = new OAuthError(
  'invalid_client',
  "the session's redirect URI is no longer registered for this application",
  { status: 400 },
);
const OVER = invalidRequest('the consent session is over or was decided already');

/** A decision with its consent session and its sign-in. */
interface Found {
  parameters: DecisionParameters;
  consent: FoundConsent;
  signIn: SignIn;
}

/** POST /oauth2/authorize: from a decision to the authorization response. */
@Injectable()
export class ConsentDecisionService {
  constructor(
    private readonly consents: ConsentRepository,
    private readonly clients: ClientRepository,
    private readonly approvals: ConsentApprovalService,
    private readonly callers: Callers,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param body read once the caller is known: others learn nothing of its errors.
   * @returns the response to the client.
   * @throws OAuthError where nothing is decided and no redirect is due.
   */
  async decide(body: BodyReader, credentials: Credentials): Promise<AuthorizationResponse> {
    const { parameters, consent, signIn } =
      (await this.findAtOnce(body, credentials)) ?? (await this.findInTurn(body, credentials));
    const client = await this.getStandingClient(consent, credentials.address);
    const { redirectUri, responseMode, state } = consent;
    const target = { redirectUri, responseMode, state, issuer: this.settings.issuer };
    if (consent.decidedAt !== null || this.clock.now() >= consent.expiresAt) return errorResponse(OVER, target);
    const decision = parseConsentDecision(parameters, consent.scope);
    const by: ConsentDecider = { signIn, address: credentials.address };
    if (decision.rejected) {
      const taken = await this.consents.reject(consent, by, this.clock.now());
      return errorResponse(taken ? REJECTED : OVER, target);
    }
    // Scopes may have gone too since the request was checked.
    const allowed = allowedScopes(consent.resource, client.scopes, this.settings.audiences);
    const scope = decision.scope.filter((name) => allowed.includes(name));
    if (scope.length === 0 && consent.authorizationDetails === null) {
      const taken = await this.consents.close(consent, by, this.clock.now());
      return errorResponse(taken ? GONE : OVER, target);
    }
    const clientId = await this.clients.store(client);
    const code = await this.approvals.approve({ ...consent, clientId }, client, scope, by);
    return code === null ? errorResponse(OVER, target) : codeResponse(code, target);
  }

  /** By one read; `null` where anything is wrong: then {@link findInTurn} finds the first error in the contract's order. */
  private async findAtOnce(body: BodyReader, credentials: Credentials): Promise<Found | null> {
    const claim = this.callers.claimOf(credentials);
    const parameters = claim === null ? null : parseIfSound(body);
    if (claim === null || parameters?.session_id === undefined) return null;
    const found = await this.consents.findSignedIn(hashTimedToken(parameters.session_id), claim, this.clock.now());
    return found === null ? null : { parameters, ...found };
  }

  private async findInTurn(body: BodyReader, credentials: Credentials): Promise<Found> {
    const caller = await this.callers.find(credentials);
    if (caller === null) throw loginRequired(this.callers.whyNone(credentials));
    const parameters = parseBody(body);
    if (parameters.session_id === undefined) throw invalidRequest('session_id is missing');
    const hash = hashTimedToken(parameters.session_id);
    const consent = await this.consents.find(hash, caller.account.id, this.clock.now());
    // The same error for an unknown session and another account's: it reveals no session.
    if (consent === null) throw invalidRequest('session_id is unknown');
    return { parameters, consent, signIn: caller };
  }

  /** The redirect's target may have gone since the request was checked. */
  private async getStandingClient(
    { publicClientId, redirectUri }: FoundConsent,
    address: string,
  ): Promise<RegisteredClient> {
    const client = await this.clients.findCurrent(publicClientId, address);
    if (client === null || !client.enabled) throw unknownClient();
    if (!isRegisteredRedirectUri(redirectUri, client)) throw TARGET_GONE;
    return client;
  }
}

function parseBody(body: BodyReader): DecisionParameters {
  const { type, text } = body(FORM, JSON_TYPE);
  return type === JSON_TYPE
    ? parseJsonParameters(text, DECISION_PARAMETERS)
    : parseParameters(text, DECISION_PARAMETERS);
}

function parseIfSound(body: BodyReader): DecisionParameters | null {
  try {
    return parseBody(body);
  } catch {
    return null;
  }
}
