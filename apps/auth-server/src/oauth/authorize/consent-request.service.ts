import { Inject, Injectable } from '@nestjs/common';
import { ClientRepository, type RegisteredClient } from '../../clients/client.repository';
import { CLOCK, type Clock } from '../../config/clock';
import { SETTINGS, type Settings } from '../../config/settings';
import type { OpenConsent } from '../../consents/consent-opening';
import { ConsentRepository } from '../../consents/consent.repository';
import { GrantRepository } from '../../grants/grant.repository';
import { IdTokenSigner } from '../../keys/id-token-signer';
import { isOutOfReach } from '../../protocol/authentication';
import {
  type AuthorizationParameters,
  type AuthorizationRequest,
  type SentParameters,
  parseAuthorizationRequest,
  resolveRedirectTarget,
  withRedirect,
} from '../../protocol/authorization-request';
import {
  type AuthorizationResponse,
  type ResponseTarget,
  codeResponse,
  errorResponse,
} from '../../protocol/authorization-response';
import { OAuthError } from '../../protocol/oauth-error';
import { hashTimedToken, timedToken } from '../../protocol/opaque-secret';
import { isSilentlyGranted } from '../../protocol/silent-consent';
import type { Caller, Credentials } from '../../sessions/caller';
import type { ConsentScreenView } from './authorize.dto';
import { CallerCheck } from './caller-check.service';
import { ConsentApprovalService } from './consent-approval.service';
import { toScreen } from './consent-screen';
import { loginRequired } from './login-required';
import { RequestSource } from './request-source.service';

const UNMET = new OAuthError(
  'unmet_authentication_requirements',
  'no sign-in here is of a class that acr_values names',
);
const CONSENT_REQUIRED = new OAuthError('consent_required', 'the account must be asked, and prompt is none');

/** A request that passed every check, and who makes it. */
interface Asked {
  client: RegisteredClient;
  request: AuthorizationRequest;
  /** Hash of the pushed request that it came from. */
  pushedRequest: string | null;
  caller: Caller;
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
    const { parameters, pushedRequest } = await this.sources.read(sent);
    const { client, request } = await this.check(parameters);
    const target = this.targetOf(request);
    const expected = await this.callers.expectedAccount(request, client).catch((error: unknown) => {
      throw error instanceof OAuthError ? withRedirect(error, target) : error;
    });
    if (request.scope.includes('openid')) this.prepareIdTokens(client);
    const { caller, isFit } = await this.callers.find(request, parameters, credentials, expected);
    const isSilent = request.prompt.includes('none');
    if (caller === null) throw isSilent ? withRedirect(loginRequired(), target) : loginRequired();
    if (!isFit) return this.refuse(request, caller, target);
    const asked = { client, request, pushedRequest, caller };
    return isSilent ? this.answerSilently(asked, credentials.address) : this.show(asked);
  }

  /** A sign-in that will do is asked for of the account, unless the client wants none asked or there is none. */
  private refuse(request: AuthorizationRequest, caller: Caller, target: ResponseTarget): AuthorizationResponse {
    const isHopeless = isOutOfReach(request, this.settings.trustedIssuers.length > 0);
    const error = isHopeless ? withRedirect(UNMET, target) : loginRequired(caller);
    if (request.prompt.includes('none')) return errorResponse(error, target);
    throw error;
  }

  private check(parameters: AuthorizationParameters): Promise<Pick<Asked, 'client' | 'request'>> {
    return this.clients.judge(parameters.client_id as string, (found) => {
      const target = resolveRedirectTarget(parameters, found);
      return { client: target.client, request: parseAuthorizationRequest(parameters, target, this.settings) };
    });
  }

  /** By the time the code is exchanged the key is there; who waits for it here would wait for nothing. */
  private prepareIdTokens(client: RegisteredClient): void {
    void this.idTokens.prepare(client).catch(() => undefined);
  }

  private async show(asked: Asked): Promise<ConsentScreenView> {
    const { client, request, caller } = asked;
    const now = this.clock.now();
    const sessionID = timedToken(now);
    const consent = this.consentOf(asked, hashTimedToken(sessionID), now);
    const granted = await this.consents.open(consent);
    return {
      sessionID,
      expires_in: this.settings.ttl.consentSession,
      expires_at: new Date(consent.expiresAt).toISOString(),
      ...toScreen(caller.account, client, request, granted),
    };
  }

  /** Nobody is asked: what was granted before is granted again, or nothing is. */
  private async answerSilently(asked: Asked, address: string): Promise<AuthorizationResponse> {
    const { client, request, caller } = asked;
    const target = this.targetOf(request);
    const granted = await this.grants.scopesOf(caller.account.id, client.id);
    if (!isSilentlyGranted(request, client, granted)) return errorResponse(CONSENT_REQUIRED, target);
    const now = this.clock.now();
    const consent = this.consentOf(asked, hashTimedToken(timedToken(now)), now);
    await this.consents.open(consent);
    const found = { publicClientId: client.clientId, ...consent, decidedAt: null };
    const code = await this.approvals.approve(found, request.scope, address);
    return code === null ? errorResponse(CONSENT_REQUIRED, target) : codeResponse(code, target);
  }

  private consentOf({ client, request, pushedRequest, caller }: Asked, hash: string, now: number): OpenConsent {
    const { issuer, ttl } = this.settings;
    const { scope, maxAge, acrValues, resource } = request;
    const tellsOfSignIn = scope.includes('openid') || maxAge !== null || acrValues.length > 0;
    return {
      hash,
      accountId: caller.account.id,
      clientId: client.id,
      redirectUri: request.redirectUri,
      responseMode: request.responseMode,
      scope,
      resource: resource?.url ?? issuer,
      authorizationDetails: request.authorizationDetails,
      state: request.state,
      nonce: request.nonce,
      codeChallenge: request.codeChallenge,
      dpopJkt: request.dpopJkt,
      sid: scope.includes('openid') ? caller.sessionId : null,
      authTime: tellsOfSignIn ? caller.authTime : null,
      acr: tellsOfSignIn ? caller.acr : null,
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
