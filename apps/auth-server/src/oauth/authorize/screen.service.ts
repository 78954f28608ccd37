import { Inject, Injectable } from '@nestjs/common';
import type { AccountView } from '../../model/accounts/account.view';
import { ClientRepository } from '../../model/clients/client.repository';
import type { RegisteredClient } from '../../model/clients/registered-client';
import type { OpenConsent } from '../../model/consents/consent-opening';
import { ConsentRepository } from '../../model/consents/consent.repository';
import { GrantRepository, NO_ACCESS } from '../../model/grants/grant.repository';
import { IdTokenSigner } from '../../model/keys/signing/id-token-signer';
import type { Caller, Credentials } from '../../model/sessions/caller';
import { loginRequired, otherLoginRequired } from '../../model/sessions/login-required';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { otherIssuers } from '../../platform/config/sign-in-setting';
import { assertGrantType } from '../../protocol/client/allowed-grant-type';
import { isTrustedRegistration } from '../../protocol/client/trusted-registration';
import { OAuthError } from '../../protocol/oauth-error';
import { withRedirect } from '../../protocol/request/authorization-request';
import { type AuthorizationResponse, codeResponse, errorResponse } from '../../protocol/request/authorization-response';
import { resolveTarget } from '../../protocol/request/requested-target';
import { type UnmetDemand, isOutOfReach } from '../../protocol/request/sign-in-requirements';
import { isSilentlyGranted } from '../../protocol/request/silent-consent';
import { browserLabel } from '../../protocol/text/browser-label';
import { hashTimedToken, timedToken } from '../../protocol/token/opaque-secret';
import type { ConsentScreenView } from './authorize.dto';
import { type RequestCaller, RequestCallers } from './caller.service';
import { type Screen, previewedScope, toScreen } from './consent-screen';
import { ConsentDecisions } from './decision.service';
import type { CheckedRequest } from './request.service';

const UNMET = new OAuthError(
  'unmet_authentication_requirements',
  'this server offers no sign-in that meets acr_values',
);
const CONSENT_REQUIRED = new OAuthError('consent_required', 'the user must be asked, but prompt is none');

/** GET /oauth2/authorize: from a request to a consent session, or where `prompt` is none to its answer. */
@Injectable()
export class ConsentScreens {
  constructor(
    private readonly callers: RequestCallers,
    private readonly consents: ConsentRepository,
    private readonly clients: ClientRepository,
    private readonly grants: GrantRepository,
    private readonly decisions: ConsentDecisions,
    private readonly idTokens: IdTokenSigner,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param found the caller, where it was looked for before.
   * @throws OAuthError of the caller.
   */
  async answer(
    checked: CheckedRequest,
    credentials: Credentials,
    found?: RequestCaller,
  ): Promise<ConsentScreenView | AuthorizationResponse> {
    const { client, request, target } = checked;
    // A key may have to be made: the decision waits for it, the screen does not.
    if (request.scope.includes('openid')) void this.idTokens.prepare(client).catch(() => undefined);
    const isSilent = request.prompt.includes('none');
    const { caller, unmet, demand } = found ?? (await this.callers.find(checked, credentials));
    if (caller === null)
      throw isSilent
        ? withRedirect(toldBy(client, 'no_session', loginRequired()), target)
        : toldBy(client, 'no_session', loginRequired(this.callers.whyNone(credentials)));
    if (unmet !== null) return this.refuse(checked, unmet);
    if (!isSilent) return this.show(checked, caller, demand);
    return (
      (await this.grantAgain(checked, caller, credentials, null)) ?? this.refuseSilently(checked, CONSENT_REQUIRED)
    );
  }

  /** @returns the answer, where the account granted all of it before; `null`: it must be asked. */
  async grantAgain(
    checked: CheckedRequest,
    caller: Caller,
    { address, userAgent, language }: Credentials,
    demand: string | null,
  ): Promise<AuthorizationResponse | null> {
    const { client, request, target } = checked;
    const { id: clientId } = client;
    const { scopes: granted } = await this.grants.accessOf(caller.account.id, clientId);
    if (clientId === null || !isSilentlyGranted(request, client, granted)) return null;
    const { sessionID, consent } = this.newConsent(checked, caller, demand);
    await this.consents.open(consent);
    const by = { signIn: caller, address, allowedWith: browserLabel(userAgent), language };
    const approved = { ...consent, clientId, decidedAt: null };
    const code = await this.decisions.approve(sessionID, approved, client, request.scope, by);
    return code === null ? null : codeResponse(code, target);
  }

  /**
   * Shows what a person would be asked. No consent session is opened, so there is nothing to decide.
   *
   * @param person the account that would be asked.
   * @returns `null` where the account has no such application.
   * @throws OAuthError where the application could ask nobody.
   */
  async preview(clientId: string, ownerId: string, person: AccountView): Promise<Screen | null> {
    const client = await this.clients.find(clientId);
    if (client === null || client.accountId !== ownerId) return null;
    assertGrantType(client, 'authorization_code');
    const scope = previewedScope(client.scopes, this.settings.resources);
    const target = resolveTarget(scope === '' ? {} : { scope }, client.scopes, this.settings);
    const [redirectUri = ''] = client.redirectUris;
    const request = { ...target, redirectUri, prompt: [], loginHint: null, authorizationDetails: null };
    return toScreen(person, client, request, NO_ACCESS);
  }

  private async show(checked: CheckedRequest, caller: Caller, demand: string | null): Promise<ConsentScreenView> {
    const { sessionID, consent } = this.newConsent(checked, caller, demand);
    const granted = await this.consents.open(consent);
    return {
      sessionID,
      session_id: sessionID,
      expires_in: this.settings.ttl.consentSession,
      expires_at: new Date(consent.expiresAt).toISOString(),
      ...toScreen(caller.account, checked.client, checked.request, granted),
    };
  }

  private newConsent({ client, request, pushedRequest }: CheckedRequest, caller: Caller, demand: string | null) {
    const { issuer, ttl } = this.settings;
    const now = this.clock.now();
    const sessionID = timedToken(now);
    const { scope, maxAge, acrValues, resource } = request;
    const tellsOfSignIn = scope.includes('openid') || maxAge !== null || acrValues.length > 0;
    const consent: OpenConsent = {
      hash: hashTimedToken(sessionID),
      accountId: caller.account.id,
      publicClientId: client.clientId,
      redirectUri: request.redirectUri,
      responseMode: request.responseMode,
      scope,
      resource: resource?.url ?? issuer,
      authorizationDetails: request.authorizationDetails,
      state: request.state,
      nonce: request.nonce,
      codeChallenge: request.codeChallenge,
      dpopJkt: request.dpopJkt,
      sid: caller.sessionId,
      authTime: tellsOfSignIn ? caller.authTime : null,
      acr: tellsOfSignIn ? caller.acr : null,
      pushedRequest,
      signInDemand: demand,
      expiresAt: now + ttl.consentSession * 1000,
    };
    return { sessionID, consent };
  }

  /** Demands another sign-in, unless `prompt` is none or no sign-in here can meet the request. */
  private refuse(checked: CheckedRequest, unmet: UnmetDemand): AuthorizationResponse {
    const { client, request, target } = checked;
    const isHopeless = isOutOfReach(request, otherIssuers(this.settings).length > 0);
    const error = isHopeless ? UNMET : toldBy(client, unmet, otherLoginRequired());
    if (request.prompt.includes('none')) return this.refuseSilently(checked, error);
    throw isHopeless ? withRedirect(error, target) : error;
  }

  /** Anyone could have registered any other redirect URI: its error is one that only a browser may follow (ADR 48). */
  private refuseSilently({ client, target }: CheckedRequest, error: OAuthError): AuthorizationResponse {
    if (!isTrustedRegistration(client, this.settings)) throw withRedirect(error, target);
    return errorResponse(error, target);
  }
}

/** The page names the application that the person signs in for, and says why the present sign-in will not do. */
const toldBy = ({ clientId, name }: RegisteredClient, reason: UnmetDemand | 'no_session', error: OAuthError) =>
  error.with({ members: { client: { client_id: clientId, name }, reason } });
