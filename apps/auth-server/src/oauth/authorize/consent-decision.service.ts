import { Inject, Injectable } from '@nestjs/common';
import { ClientRepository, type RegisteredClient } from '../../clients/client.repository';
import { CLOCK, type Clock } from '../../config/clock';
import { SETTINGS, type Settings } from '../../config/settings';
import { ConsentRepository, type FoundConsent } from '../../consents/consent.repository';
import { type BodyReader, FORM, JSON_TYPE, type TypedBody } from '../../http/edge-request';
import { codeRedirect, errorRedirect, unknownClient } from '../../protocol/authorization-request';
import { DECISION_PARAMETERS, type DecisionParameters, parseConsentDecision } from '../../protocol/consent-decision';
import { OAuthError, invalidRequest, invalidScope } from '../../protocol/oauth-error';
import { hashToken, randomToken } from '../../protocol/opaque-secret';
import { parseJsonParameters, parseParameters } from '../../protocol/parameters';
import { isRegisteredRedirectUri } from '../../protocol/redirect-uri';
import { allowedScopes } from '../../protocol/scope';
import type { Credentials } from '../../sessions/caller';
import { Callers } from '../../sessions/callers';
import { loginRequired } from './login-required';

const REJECTED = new OAuthError('access_denied', 'the account refused the request');
const GONE = invalidScope('nothing of the scope is left to grant');
const OVER = invalidRequest('the consent session is over or was decided already');

/** POST /oauth2/authorize: from a decision to the redirect that tells the client. */
@Injectable()
export class ConsentDecisionService {
  constructor(
    private readonly consents: ConsentRepository,
    private readonly clients: ClientRepository,
    private readonly callers: Callers,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param body read only once the caller is known: a stranger learns nothing of what is wrong with it.
   * @returns where the caller is sent.
   * @throws OAuthError where nothing is decided and no redirect is due.
   */
  async decide(body: BodyReader, credentials: Credentials): Promise<string> {
    const caller = await this.callers.find(credentials);
    if (caller === null) throw loginRequired();
    const parameters = parseBody(body(FORM, JSON_TYPE));
    const consent = await this.find(parameters, caller.account.id);
    const client = await this.getStandingClient(consent);
    const target = { ...consent, issuer: this.settings.issuer };
    if (consent.decidedAt !== null || this.clock.now() >= consent.expiresAt) return errorRedirect(OVER, target);
    const decision = parseConsentDecision(parameters, consent.scope);
    const { address } = credentials;
    if (decision.rejected) {
      const taken = await this.consents.reject(consent, this.clock.now(), address);
      return errorRedirect(taken ? REJECTED : OVER, target);
    }
    // Scopes may have gone too since the request was checked.
    const allowed = allowedScopes(consent.resource, client.scopes, this.settings.resources);
    const scope = decision.scope.filter((name) => allowed.includes(name));
    if (scope.length === 0) return errorRedirect(GONE, target);
    const code = await this.approve(consent, scope, address);
    return code === null ? errorRedirect(OVER, target) : codeRedirect(code, target);
  }

  private async find({ session_id: sessionId }: DecisionParameters, accountId: string): Promise<FoundConsent> {
    if (sessionId === undefined) throw invalidRequest('session_id is missing');
    const consent = await this.consents.find(hashToken(sessionId), accountId, this.clock.now());
    // One body for an unknown session and another account's: neither tells which sessions exist.
    if (consent === null) throw invalidRequest('session_id is unknown');
    return consent;
  }

  /** The redirect's target may have gone since the request was checked. */
  private async getStandingClient({ publicClientId, redirectUri }: FoundConsent): Promise<RegisteredClient> {
    const client = await this.clients.find(publicClientId);
    if (client === null || !client.enabled || !isRegisteredRedirectUri(redirectUri, client)) throw unknownClient();
    return client;
  }

  /** @returns the code; `null` when another decision was first. */
  private async approve(consent: FoundConsent, scope: readonly string[], address: string): Promise<string | null> {
    const code = randomToken();
    const now = this.clock.now();
    const expiresAt = now + this.settings.ttl.code * 1000;
    const taken = await this.consents.approve(consent, { hash: hashToken(code), scope, expiresAt }, now, address);
    return taken ? code : null;
  }
}

const parseBody = ({ type, text }: TypedBody) =>
  type === JSON_TYPE ? parseJsonParameters(text, DECISION_PARAMETERS) : parseParameters(text, DECISION_PARAMETERS);
