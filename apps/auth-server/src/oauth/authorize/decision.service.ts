import { Inject, Injectable } from '@nestjs/common';
import { ClientRepository } from '../../model/clients/client.repository';
import type { RegisteredClient } from '../../model/clients/registered-client';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import {
  type ApprovedConsent,
  type ConsentDecider,
  ConsentRepository,
  type FoundConsent,
} from '../../model/consents/consent.repository';
import { DerivedKeys } from '../../model/keys/derived-keys';
import { IdTokenSigner } from '../../model/keys/signing/id-token-signer';
import { AccountNotices } from '../../model/notices/account-notices';
import { UsageCounters } from '../../model/usage/usage-counters';
import { type BodyReader, FORM, JSON_TYPE } from '../../platform/http/edge/edge-request';
import { unknownClient } from '../../protocol/request/authorization-request';
import {
  type AuthorizationResponse,
  type ResponseTarget,
  codeResponse,
  errorResponse,
} from '../../protocol/request/authorization-response';
import {
  DECISION_PARAMETERS,
  type DecisionParameters,
  parseConsentDecision,
} from '../../protocol/request/consent-decision';
import { assertFit } from '../../protocol/client/profile-problems';
import { OAuthError, invalidRequest, invalidScope } from '../../protocol/oauth-error';
import { derivedToken, hashTimedToken } from '../../protocol/token/opaque-secret';
import { parseJsonParameters, parseParameters } from '../../protocol/request/parameters';
import { isRegisteredRedirectUri } from '../../protocol/request/redirect-uri';
import { allowedScopes } from '../../protocol/request/scope';
import { browserLabel } from '../../protocol/text/browser-label';
import type { Credentials, SignIn } from '../../model/sessions/caller';
import { Callers } from '../../model/sessions/callers';
import { loginRequired } from '../../model/sessions/login-required';

export const REJECTED = new OAuthError('access_denied', 'the user denied the request');
const GONE = invalidScope('none of the requested scopes can be granted any longer');
const TARGET_GONE = new OAuthError(
  'invalid_client',
  "the session's redirect URI is no longer registered for this application",
  { status: 400 },
);
/** The session was opened before the application's profile. */
const NOT_PUSHED = invalidRequest('the application now has a security profile: it must push the request');
const OVER = invalidRequest('the consent session has expired or was already decided');

/** A decision with its consent session and its sign-in. */
interface Found {
  parameters: DecisionParameters;
  consent: FoundConsent;
  signIn: SignIn;
}

interface Decider extends ConsentDecider {
  /** A language tag, or an `Accept-Language` header. */
  language: string | undefined;
}

/** What a decision came to. */
export interface Decided {
  response: AuthorizationResponse;
  client: RegisteredClient;
  consent: FoundConsent;
  target: ResponseTarget;
  /** Whether nothing was decided: the consent session had ended, or was decided before. */
  isOver: boolean;
}

/** Reads the parameters of a decision. @throws OAuthError */
type Reader = () => DecisionParameters;

/** POST /oauth2/authorize: from a decision to the authorization response. */
@Injectable()
export class ConsentDecisions {
  constructor(
    private readonly consents: ConsentRepository,
    private readonly clients: ClientRepository,
    private readonly callers: Callers,
    private readonly idTokens: IdTokenSigner,
    private readonly keys: DerivedKeys,
    private readonly usage: UsageCounters,
    private readonly notices: AccountNotices,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param body read once the caller is known: others learn nothing of its errors.
   * @returns the response to the client.
   * @throws OAuthError where nothing is decided and no redirect is due.
   */
  async decide(body: BodyReader, credentials: Credentials): Promise<AuthorizationResponse> {
    return (await this.carryOut(() => parseBody(body), credentials)).response;
  }

  /** The same, with what our own page tells beside the response. */
  async carryOut(read: Reader, credentials: Credentials): Promise<Decided> {
    const { parameters, consent, signIn } = await this.find(read, credentials);
    const client = await this.getStandingClient(consent, credentials.address);
    credentials.noted.client = client.clientId;
    const { redirectUri, responseMode, state } = consent;
    const { issuer } = this.settings;
    const target = { redirectUri, responseMode, state, issuer, status: client.rules.decisionStatus };
    const { address, userAgent, language } = credentials;
    const by: Decider = { signIn, address, allowedWith: browserLabel(userAgent), language };
    const response = await this.respond(parameters, { consent, client, target }, by);
    return { response: response ?? errorResponse(OVER, target), client, consent, target, isOver: response === null };
  }

  /** @returns `null` where the consent session is over. */
  private async respond(
    parameters: DecisionParameters,
    { consent, client, target }: Pick<Decided, 'consent' | 'client' | 'target'>,
    by: Decider,
  ): Promise<AuthorizationResponse | null> {
    if (consent.decidedAt !== null || this.clock.now() >= consent.expiresAt) return null;
    if (client.rules.needsPushedCode && consent.pushedRequest === null) return errorResponse(NOT_PUSHED, target);
    const decision = parseConsentDecision(parameters, consent.scope);
    if (decision.rejected) {
      const taken = await this.consents.reject(consent, by, this.clock.now());
      return taken ? errorResponse(REJECTED, target) : null;
    }
    const scope = this.grantable(decision.scope, consent, client);
    if (scope.length === 0 && consent.authorizationDetails === null) {
      const taken = await this.consents.close(consent, by, this.clock.now());
      return taken ? errorResponse(GONE, target) : null;
    }
    const clientId = await this.clients.store(client);
    const sessionId = parameters.session_id as string;
    const code = await this.approve(sessionId, { ...consent, clientId }, client, scope, by);
    return code === null ? null : codeResponse(code, target);
  }

  /**
   * Carries out an approval, of a decision or of `prompt=none`.
   *
   * @param sessionId of the consent session, which the code follows from.
   * @returns the code; `null` when another decision was first.
   */
  async approve(
    sessionId: string,
    consent: ApprovedConsent,
    client: RegisteredClient,
    scope: readonly string[],
    by: Decider,
  ): Promise<string | null> {
    // The exchange spends the code before it signs: where the key cannot be stored then, the code would be lost.
    if (scope.includes('openid')) await this.idTokens.prepare(client);
    const now = this.clock.now();
    const code = this.codeOf(sessionId, now);
    const expiresAt = now + Math.min(this.settings.ttl.code, client.rules.longestCode) * 1000;
    const given = await this.consents.approve(consent, { hash: hashTimedToken(code), scope, expiresAt }, by, now);
    if (given === null) return null;
    this.usage.count(client, 'code');
    const { allowedWith: browser, language } = by;
    if (given.isNews || consent.authorizationDetails !== null)
      this.notices.accessGiven(consent.accountId, client, { browser, language });
    return code;
  }

  /** The code of an approval. @param decidedAt when it was approved, in epoch milliseconds. */
  codeOf(sessionId: string, decidedAt: number): string {
    return derivedToken(this.keys.code, sessionId, decidedAt);
  }

  /** Scopes may have gone too since the request was checked. */
  grantable(scope: readonly string[], { resource }: FoundConsent, { scopes }: RegisteredClient): readonly string[] {
    const allowed = allowedScopes(resource, scopes, this.settings.audiences);
    return scope.filter((name) => allowed.includes(name));
  }

  private async find(read: Reader, credentials: Credentials): Promise<Found> {
    const caller = await this.callers.find(credentials);
    if (caller === null) throw loginRequired(this.callers.whyNone(credentials));
    const parameters = read();
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
    assertFit(client);
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
