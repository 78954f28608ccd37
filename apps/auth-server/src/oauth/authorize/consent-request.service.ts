import { Inject, Injectable } from '@nestjs/common';
import type { RegisteredClient } from '../../model/clients/registered-client';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { GrantRepository } from '../../model/grants/grant.repository';
import { IdTokenSigner } from '../../model/keys/signing/id-token-signer';
import { isTrustedRegistration } from '../../protocol/client/trusted-registration';
import { OAuthError } from '../../protocol/oauth-error';
import { type SentParameters, withRedirect } from '../../protocol/request/authorization-request';
import { type AuthorizationResponse, codeResponse, errorResponse } from '../../protocol/request/authorization-response';
import { type UnmetDemand, isOutOfReach } from '../../protocol/request/sign-in-requirements';
import { isSilentlyGranted } from '../../protocol/request/silent-consent';
import { browserLabel } from '../../protocol/text/browser-label';
import type { Caller, Credentials } from '../../model/sessions/caller';
import { loginRequired, otherLoginRequired } from '../../model/sessions/login-required';
import type { ConsentScreenView } from './authorize.dto';
import { CallerCheck } from './caller-check.service';
import { ConsentApprovalService } from './consent-approval.service';
import { ConsentOpener } from './consent-opener.service';
import { type CheckedRequest, RequestCheck } from './request-check.service';
import { RequestSource } from './request-source.service';

const UNMET = new OAuthError(
  'unmet_authentication_requirements',
  'no sign-in here is of a class that acr_values names',
);
const CONSENT_REQUIRED = new OAuthError('consent_required', 'the account must be asked, and prompt is none');

/** GET /oauth2/authorize: from a request to a consent session, or where `prompt` is none to its answer. */
@Injectable()
export class ConsentRequestService {
  constructor(
    private readonly sources: RequestSource,
    private readonly checks: RequestCheck,
    private readonly callers: CallerCheck,
    private readonly opener: ConsentOpener,
    private readonly grants: GrantRepository,
    private readonly approvals: ConsentApprovalService,
    private readonly idTokens: IdTokenSigner,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws OAuthError, the first check's that fails: client, redirect URI, request, caller. */
  async open(sent: SentParameters, credentials: Credentials): Promise<ConsentScreenView | AuthorizationResponse> {
    const sourced = await this.sources.read(sent, credentials);
    return this.answer(await this.checks.check(sourced, credentials.address), credentials);
  }

  /** @throws OAuthError of the caller. */
  async answer(checked: CheckedRequest, credentials: Credentials): Promise<ConsentScreenView | AuthorizationResponse> {
    const { client, request, parameters, target, expected } = checked;
    if (request.scope.includes('openid')) this.prepareIdTokens(client);
    const isSilent = request.prompt.includes('none');
    const claim = isSilent ? null : this.callers.claimOf(request, credentials, expected);
    const screen = claim && (await this.opener.showAtOnce(checked, claim));
    if (screen !== null) return screen;
    const { caller, unmet, demand } = await this.callers.find(request, parameters, credentials, expected);
    if (caller === null)
      throw isSilent
        ? withRedirect(toldBy(client, 'no_session', loginRequired()), target)
        : toldBy(client, 'no_session', loginRequired(this.callers.whyNone(credentials)));
    if (unmet !== null) return this.refuse(checked, unmet);
    return isSilent ? this.answerSilently(checked, caller, credentials) : this.opener.show(checked, caller, demand);
  }

  /** Demands another sign-in, unless `prompt` is none or no sign-in here can meet the request. */
  private refuse(checked: CheckedRequest, unmet: UnmetDemand): AuthorizationResponse {
    const { client, request, target } = checked;
    const isHopeless = isOutOfReach(request, this.settings.trustedIssuers.length > 0);
    const error = isHopeless ? UNMET : toldBy(client, unmet, otherLoginRequired());
    if (request.prompt.includes('none')) return this.refuseSilently(checked, error);
    throw isHopeless ? withRedirect(error, target) : error;
  }

  /** Starts key creation without awaiting it; the decision awaits it. */
  private prepareIdTokens(client: RegisteredClient): void {
    void this.idTokens.prepare(client).catch(() => undefined);
  }

  /**
   * A request that a browser shows on our own page.
   *
   * @returns the client's answer instead of a screen where the account granted all of it before and an application may
   *   be answered without a page: one that a developer registered, as only such ones ever get a redirect unasked.
   * @param hasChosen the account, where `prompt=select_account` wants that.
   */
  async openPage(
    sent: SentParameters,
    credentials: Credentials,
    hasChosen: boolean,
  ): Promise<ConsentScreenView | AuthorizationResponse> {
    const sourced = await this.sources.read(sent, credentials);
    const checked = await this.checks.check(sourced, credentials.address);
    const { client, request, parameters, expected } = checked;
    const { prompt } = request;
    const mustAsk = prompt.includes('consent') || (prompt.includes('select_account') && !hasChosen);
    if (client.origin === 'console' && !mustAsk) {
      const { caller, unmet, demand } = await this.callers.find(request, parameters, credentials, expected);
      const isMet = caller !== null && unmet === null;
      const response = isMet ? await this.grantAgain(checked, caller, credentials, demand) : null;
      if (response !== null) return response;
    }
    return this.answer(checked, credentials);
  }

  /** `prompt=none`: grants again what was granted before, or nothing. */
  private async answerSilently(
    checked: CheckedRequest,
    caller: Caller,
    credentials: Credentials,
  ): Promise<AuthorizationResponse> {
    const response = await this.grantAgain(checked, caller, credentials, null);
    return response ?? this.refuseSilently(checked, CONSENT_REQUIRED);
  }

  private async grantAgain(
    checked: CheckedRequest,
    caller: Caller,
    { address, userAgent }: Credentials,
    demand: string | null,
  ): Promise<AuthorizationResponse | null> {
    const { client, request, target } = checked;
    const { id: clientId } = client;
    const { scopes: granted } = await this.grants.accessOf(caller.account.id, clientId);
    if (clientId === null || !isSilentlyGranted(request, client, granted)) return null;
    const { sessionID, consent } = await this.opener.open(checked, caller, demand);
    const by = { signIn: caller, address, allowedWith: browserLabel(userAgent) };
    const approved = { ...consent, clientId, decidedAt: null };
    const code = await this.approvals.approve(sessionID, approved, client, request.scope, by);
    return code === null ? null : codeResponse(code, target);
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
