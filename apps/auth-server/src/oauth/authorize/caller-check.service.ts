import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../config/clock';
import { isAuthenticated, wantsNewSignIn } from '../../protocol/authentication';
import type { AuthorizationParameters, AuthorizationRequest } from '../../protocol/authorization-request';
import { hashToken } from '../../protocol/opaque-secret';
import type { Caller, Credentials } from '../../sessions/caller';
import { Callers } from '../../sessions/callers';
import { SignInDemandRepository } from '../../sessions/sign-in-demand.repository';

/** Who is asked to consent, and whether the sign-in is one that the request takes. */
@Injectable()
export class CallerCheck {
  constructor(
    private readonly callers: Callers,
    private readonly demands: SignInDemandRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @returns `null` where the account must sign in, or sign in anew. */
  async find(
    request: AuthorizationRequest,
    parameters: AuthorizationParameters,
    credentials: Credentials,
  ): Promise<Caller | null> {
    const now = this.clock.now();
    // Noted for strangers too: the sign-in that follows is the one that was asked for.
    const demandedAt = wantsNewSignIn(request) ? await this.demands.firstAskedAt(hashOf(parameters), now) : 0;
    const caller = await this.callers.find(credentials);
    return caller !== null && isAuthenticated(caller, request, { now, demandedAt }) ? caller : null;
  }
}

/** The same request again, sent by the page after the sign-in, has the same parameters. */
const hashOf = (parameters: AuthorizationParameters) =>
  hashToken(JSON.stringify(Object.entries(parameters).sort(([one], [other]) => (one < other ? -1 : 1))));
