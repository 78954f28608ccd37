import { Inject, Injectable } from '@nestjs/common';
import { ClientRepository } from '../../clients/client.repository';
import type { RegisteredClient } from '../../clients/registered-client';
import { CLOCK, type Clock } from '../../config/clock';
import { SETTINGS, type Settings } from '../../config/settings';
import type { OpenConsent } from '../../consents/consent-opening';
import { ConsentRepository, type OpenedConsent } from '../../consents/consent.repository';
import { GrantRepository } from '../../grants/grant.repository';
import { IdTokenSigner } from '../../keys/id-token-signer';
import { PASSWORD_ACR, isOutOfReach } from '../../protocol/request/sign-in-requirements';
import {
  type AuthorizationParameters,
  type AuthorizationRequest,
  type SentParameters,
  parseAuthorizationRequest,
  resolveRedirectTarget,
  withRedirect,
} from '../../protocol/request/authorization-request';
import {
  type AuthorizationResponse,
  type ResponseTarget,
  codeResponse,
  errorResponse,
} from '../../protocol/request/authorization-response';
import { OAuthError } from '../../protocol/oauth-error';
import { hashTimedToken, timedToken } from '../../protocol/token/opaque-secret';
import { isSilentlyGranted } from '../../protocol/request/silent-consent';
import type { Caller, Credentials } from '../../sessions/caller';
import type { SessionTokenContent } from '../../sessions/session-token';
import type { ConsentScreenView } from './authorize.dto';
import { CallerCheck } from './caller-check.service';
import { ConsentApprovalService } from './consent-approval.service';
import { toScreen } from './consent-screen';
import { loginRequired, otherLoginRequired } from '../../sessions/login-required';
import { RequestSource } from './request-source.service';

const UNMET = new OAuthError(
  'unmet_authentication_requirements',
  'no sign-in here is of a class that acr_values names',
);
const CONSENT_REQUIRED = new OAuthError('consent_required', 'the account must be asked, and prompt is none');

/** A request that passed every check of its own. */
interface CheckedRequest {
  client: RegisteredClient;
  request: AuthorizationRequest;
  /** Hash of the pushed request that it came from. */
  pushedRequest: string | null;
}

interface CallersRequest extends CheckedRequest {
  caller: Caller;
}

/** The sign-in of the account; `authTime` is `null` where the database is to read it from the session's row. */
interface SignIn extends Pick<Caller, 'sessionId' | 'acr'> {
  accountId: string;
  authTime: number | null;
}

/** GET /oauth2/authorize: from a request to a consent session, or where `prompt` is none to its answer. */
@Injectable()
export class ConsentRequestService {
  constructor(
    private readonly sources: RequestSource,
    private readonly clients: ClientRepository,
    private readonly grants: GrantRepository,
    private readonly consents: ConsentRepository,
    private readonly approvals: ConsentApprovalService,
    private readonly callers: CallerCheck,
    private readonly idTokens: IdTokenSigner,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws OAuthError, the first check's that fails: client, redirect URI, request, caller. */
  async open(sent: SentParameters, credentials: Credentials): Promise<ConsentScreenView | AuthorizationResponse> {
    const { parameters, pushedRequest } = await this.sources.read(sent, credentials.address);
    const { client, request } = await this.check(parameters, credentials.address);
    const target = this.targetOf(request);
    const expected = await this.callers.expectedAccount(request, client).catch((error: unknown) => {
      throw error instanceof OAuthError ? withRedirect(error, target) : error;
    });
    if (request.scope.includes('openid')) this.prepareIdTokens(client);
    const isSilent = request.prompt.includes('none');
    const claim = isSilent ? null : this.callers.claimOf(request, credentials, expected);
    const screen = claim && (await this.showAtOnce({ client, request, pushedRequest }, claim));
    if (screen !== null) return screen;
    const { caller, isFit } = await this.callers.find(request, parameters, credentials, expected);
    if (caller === null)
      throw isSilent ? withRedirect(loginRequired(), target) : loginRequired(this.callers.whyNone(credentials));
    if (!isFit) return this.refuse(request, target);
    const checked = { client, request, pushedRequest, caller };
    return isSilent ? this.answerSilently(checked, credentials.address) : this.show(checked);
  }

  /** Demands another sign-in, unless `prompt` is none or no sign-in here can meet the request. */
  private refuse(request: AuthorizationRequest, target: ResponseTarget): AuthorizationResponse {
    const isHopeless = isOutOfReach(request, this.settings.trustedIssuers.length > 0);
    const error = isHopeless ? withRedirect(UNMET, target) : otherLoginRequired();
    if (request.prompt.includes('none')) return errorResponse(error, target);
    throw error;
  }

  private check(parameters: AuthorizationParameters, address: string): Promise<Omit<CheckedRequest, 'pushedRequest'>> {
    return this.clients.judge(parameters.client_id as string, address, (found) => {
      const target = resolveRedirectTarget(parameters, found);
      return { client: target.client, request: parseAuthorizationRequest(parameters, target, this.settings) };
    });
  }

  /** Starts key creation without awaiting it; the decision awaits it. */
  private prepareIdTokens(client: RegisteredClient): void {
    void this.idTokens.prepare(client).catch(() => undefined);
  }

  private async show(checked: CallersRequest): Promise<ConsentScreenView> {
    const { account } = checked.caller;
    const now = this.clock.now();
    const sessionID = timedToken(now);
    const consent = this.consentOf(
      checked,
      { ...checked.caller, accountId: account.id },
      hashTimedToken(sessionID),
      now,
    );
    return this.screenOf(checked, sessionID, consent.expiresAt, {
      account,
      granted: await this.consents.open(consent),
    });
  }

  /** The same by one statement; `null` where the sign-in is not valid: then `open` finds the reason. */
  private async showAtOnce(checked: CheckedRequest, claim: SessionTokenContent): Promise<ConsentScreenView | null> {
    const now = this.clock.now();
    const sessionID = timedToken(now);
    const signIn = { ...claim, authTime: null, acr: PASSWORD_ACR };
    const consent = this.consentOf(checked, signIn, hashTimedToken(sessionID), now);
    const opened = await this.consents.openSignedIn(consent, claim.sessionId, now);
    return opened && this.screenOf(checked, sessionID, consent.expiresAt, opened);
  }

  private screenOf(
    { client, request }: CheckedRequest,
    sessionID: string,
    expiresAt: number,
    { account, granted }: OpenedConsent,
  ): ConsentScreenView {
    return {
      sessionID,
      expires_in: this.settings.ttl.consentSession,
      expires_at: new Date(expiresAt).toISOString(),
      ...toScreen(account, client, request, granted),
    };
  }

  /** `prompt=none`: grants again what was granted before, or nothing. */
  private async answerSilently(checked: CallersRequest, address: string): Promise<AuthorizationResponse> {
    const { client, request, caller } = checked;
    const target = this.targetOf(request);
    const { id: clientId } = client;
    const granted = await this.grants.scopesOf(caller.account.id, clientId);
    if (clientId === null || !isSilentlyGranted(request, client, granted))
      return errorResponse(CONSENT_REQUIRED, target);
    const now = this.clock.now();
    const signIn = { ...caller, accountId: caller.account.id };
    const consent = this.consentOf(checked, signIn, hashTimedToken(timedToken(now)), now);
    await this.consents.open(consent);
    const found = { ...consent, clientId, decidedAt: null };
    const code = await this.approvals.approve(found, client, request.scope, { signIn: caller, address });
    return code === null ? errorResponse(CONSENT_REQUIRED, target) : codeResponse(code, target);
  }

  private consentOf(
    { client, request, pushedRequest }: CheckedRequest,
    signIn: SignIn,
    hash: string,
    now: number,
  ): OpenConsent {
    const { issuer, ttl } = this.settings;
    const { scope, maxAge, acrValues, resource } = request;
    const tellsOfSignIn = scope.includes('openid') || maxAge !== null || acrValues.length > 0;
    return {
      hash,
      accountId: signIn.accountId,
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
      sid: signIn.sessionId,
      authTime: tellsOfSignIn ? signIn.authTime : null,
      acr: tellsOfSignIn ? signIn.acr : null,
      pushedRequest,
      expiresAt: now + ttl.consentSession * 1000,
    };
  }

  private targetOf = ({ redirectUri, responseMode, state }: AuthorizationRequest) => ({
    redirectUri,
    responseMode,
    state,
    issuer: this.settings.issuer,
  });
}
