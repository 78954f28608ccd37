import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import type { OpenConsent } from '../../model/consents/consent-opening';
import { ConsentRepository, type OpenedConsent } from '../../model/consents/consent.repository';
import { PASSWORD_ACR } from '../../protocol/request/sign-in-requirements';
import { hashTimedToken, timedToken } from '../../protocol/token/opaque-secret';
import type { Caller } from '../../model/sessions/caller';
import type { SessionTokenContent } from '../../model/sessions/session-token';
import type { ConsentScreenView } from './authorize.dto';
import { toScreen } from './consent-screen';
import type { CheckedRequest } from './request-check.service';

/** The sign-in of the account; `authTime` is `null` where the database is to read it from the session's row. */
interface SignIn extends Pick<Caller, 'sessionId' | 'acr'> {
  accountId: string;
  authTime: number | null;
  /** The hash of the demand that it met. */
  demand: string | null;
}

/** Opens consent sessions. */
@Injectable()
export class ConsentOpener {
  constructor(
    private readonly consents: ConsentRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async show(checked: CheckedRequest, caller: Caller, demand: string | null): Promise<ConsentScreenView> {
    const { account } = caller;
    const { sessionID, consent } = this.newConsent(checked, { ...caller, accountId: account.id, demand });
    const granted = await this.consents.open(consent);
    return this.screenOf(checked, sessionID, consent.expiresAt, { account, granted });
  }

  /** The same by one statement; `null` where the sign-in is not valid. */
  async showAtOnce(checked: CheckedRequest, claim: SessionTokenContent): Promise<ConsentScreenView | null> {
    const { sessionID, consent, now } = this.newConsent(checked, {
      ...claim,
      authTime: null,
      acr: PASSWORD_ACR,
      demand: null,
    });
    const opened = await this.consents.openSignedIn(consent, claim, now);
    return opened && this.screenOf(checked, sessionID, consent.expiresAt, opened);
  }

  /** Opens a consent session without a screen, for `prompt=none`. */
  async open(
    checked: CheckedRequest,
    caller: Caller,
    demand: string | null,
  ): Promise<{ sessionID: string; consent: OpenConsent }> {
    const { sessionID, consent } = this.newConsent(checked, { ...caller, accountId: caller.account.id, demand });
    await this.consents.open(consent);
    return { sessionID, consent };
  }

  private screenOf(
    { client, request }: CheckedRequest,
    sessionID: string,
    expiresAt: number,
    { account, granted }: OpenedConsent,
  ): ConsentScreenView {
    return {
      sessionID,
      session_id: sessionID,
      expires_in: this.settings.ttl.consentSession,
      expires_at: new Date(expiresAt).toISOString(),
      ...toScreen(account, client, request, granted),
    };
  }

  private newConsent({ client, request, pushedRequest }: CheckedRequest, signIn: SignIn) {
    const { issuer, ttl } = this.settings;
    const now = this.clock.now();
    const sessionID = timedToken(now);
    const { scope, maxAge, acrValues, resource } = request;
    const tellsOfSignIn = scope.includes('openid') || maxAge !== null || acrValues.length > 0;
    const consent: OpenConsent = {
      hash: hashTimedToken(sessionID),
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
      signInDemand: signIn.demand,
      expiresAt: now + ttl.consentSession * 1000,
    };
    return { sessionID, consent, now };
  }
}
