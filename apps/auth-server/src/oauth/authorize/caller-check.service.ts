import { Inject, Injectable } from '@nestjs/common';
import type { RegisteredClient } from '../../model/clients/registered-client';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import {
  type UnmetDemand,
  isWorthAsking,
  takesAnySignIn,
  unmetDemand,
  wantsNewSignIn,
} from '../../protocol/request/sign-in-requirements';
import type { AuthorizationParameters, AuthorizationRequest } from '../../protocol/request/authorization-request';
import { invalidRequest } from '../../protocol/oauth-error';
import { hashToken } from '../../protocol/token/opaque-secret';
import type { Caller, Credentials } from '../../model/sessions/caller';
import { Callers } from '../../model/sessions/callers';
import type { SessionTokenContent } from '../../model/sessions/session-token';
import { SignInDemandRepository } from '../../model/sessions/sign-in-demand.repository';
import { IdTokenReader } from '../../model/tokens/id-token-reader';

/** The signed-in caller, and what of the request's demands account and sign-in do not meet. */
export interface CheckedCaller {
  caller: Caller | null;
  /** `null`: nothing, or nobody is signed in. */
  unmet: UnmetDemand | null;
  /** The hash of the request's demand for a new sign-in; `null`: it has none. */
  demand: string | null;
}

/** Finds the caller of an authorization request and checks its sign-in against the request. */
@Injectable()
export class CallerCheck {
  constructor(
    private readonly callers: Callers,
    private readonly demands: SignInDemandRepository,
    private readonly idTokens: IdTokenReader,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param expected the account that the request is for; `null` where any will do. */
  async find(
    request: AuthorizationRequest,
    parameters: AuthorizationParameters,
    credentials: Credentials,
    expected: string | null,
  ): Promise<CheckedCaller> {
    const now = this.clock.now();
    const caller = await this.callers.find(credentials);
    const mayNeedNew = wantsNewSignIn(request) || isWorthAsking(request, this.settings.trustedIssuers.length > 0);
    const demand = mayNeedNew ? hashOf(parameters) : null;
    // Stored for a caller that is not signed in too: the sign-in that follows meets the demand.
    const demandedAt = demand === null ? 0 : await this.demands.begunAt(demand, caller, credentials.address, now);
    if (caller === null) return { caller, unmet: null, demand };
    const isExpected = expected === null || expected === caller.account.id;
    return { caller, unmet: isExpected ? unmetDemand(caller, request, { now, demandedAt }) : 'account', demand };
  }

  /** Why {@link find} found no caller, in the words of the answer. */
  whyNone(credentials: Credentials): string {
    return this.callers.whyNone(credentials);
  }

  /** The unverified session of the call's token, where any sign-in will do: the database still has to confirm it. */
  claimOf(
    request: AuthorizationRequest,
    credentials: Credentials,
    expected: string | null,
  ): SessionTokenContent | null {
    const claim = takesAnySignIn(request) ? this.callers.claimOf(credentials) : null;
    return expected === null || expected === claim?.accountId ? claim : null;
  }

  /**
   * The account of the request's `id_token_hint` (OpenID Connect Core §3.1.2.1), or `null` without one.
   *
   * @throws OAuthError `invalid_request` unless the hint is an ID token that this server issued to this client.
   */
  async expectedAccount({ idTokenHint }: AuthorizationRequest, { clientId }: RegisteredClient): Promise<string | null> {
    if (idTokenHint === null) return null;
    const claims = await this.idTokens.find(idTokenHint);
    if (claims?.aud !== clientId) throw invalidRequest('id_token_hint is no ID token that this application was given');
    return claims.sub;
  }
}

/** The page sends the same parameters again after the sign-in. */
const hashOf = (parameters: AuthorizationParameters) =>
  hashToken(JSON.stringify(Object.entries(parameters).sort(([one], [other]) => (one < other ? -1 : 1))));
