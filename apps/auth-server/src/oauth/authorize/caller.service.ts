import { Inject, Injectable } from '@nestjs/common';
import type { Caller, Credentials } from '../../model/sessions/caller';
import { Callers } from '../../model/sessions/callers';
import { SignInDemandRepository } from '../../model/sessions/sign-in-demand.repository';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { otherIssuers } from '../../platform/config/sign-in-setting';
import type { AuthorizationParameters } from '../../protocol/request/authorization-request';
import {
  type UnmetDemand,
  isWorthAsking,
  unmetDemand,
  wantsNewSignIn,
} from '../../protocol/request/sign-in-requirements';
import { hashToken } from '../../protocol/token/opaque-secret';
import type { CheckedRequest } from './request.service';

/** The signed-in caller, and what of the request's demands account and sign-in do not meet. */
export interface RequestCaller {
  caller: Caller | null;
  /** `null`: nothing, or nobody is signed in. */
  unmet: UnmetDemand | null;
  /** The hash of the request's demand for a new sign-in; `null`: it has none. */
  demand: string | null;
}

/** Finds the caller of an authorization request and checks its sign-in against the request. */
@Injectable()
export class RequestCallers {
  constructor(
    private readonly callers: Callers,
    private readonly demands: SignInDemandRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async find({ request, parameters, expected }: CheckedRequest, credentials: Credentials): Promise<RequestCaller> {
    const now = this.clock.now();
    const caller = await this.callers.find(credentials);
    const mayNeedNew = wantsNewSignIn(request) || isWorthAsking(request, otherIssuers(this.settings).length > 0);
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
}

/** The page sends the same parameters again after the sign-in. */
const hashOf = (parameters: AuthorizationParameters) =>
  hashToken(JSON.stringify(Object.entries(parameters).sort(([one], [other]) => (one < other ? -1 : 1))));
