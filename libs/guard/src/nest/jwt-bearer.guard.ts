import { type CanActivate, type ExecutionContext, Inject, Injectable, Logger } from '@nestjs/common';
import { HttpAdapterHost, Reflector } from '@nestjs/core';

import { BearerFault, isBearerFault } from '../bearer/bearer-fault.ts';
import { hasScopes } from '../bearer/scope.ts';
import type { VerifiedAccessToken } from '../verify/verified-access-token.ts';
import { BearerError } from './bearer.error.ts';
import type { GuardSettings } from './guard.settings.ts';
import { BEARER_PASSPORT_GUARD, GUARD_SETTINGS, POSSESSION, REQUEST_TOKEN } from './guard.tokens.ts';
import { isDpopCall, type Possession, type ProvenRequest } from './possession.ts';
import { routeAccessOf } from './route-access.ts';

interface GuardedRequest extends ProvenRequest {
  user?: VerifiedAccessToken;
  [REQUEST_TOKEN]?: VerifiedAccessToken;
}

/**
 * Admits a call with an access token for this service and the route's scopes, and sets `request.user` to the
 * `VerifiedAccessToken`; a bound token needs its proof (RFC 9449). Else throws a `BearerError`. HTTP only.
 *
 * @example { provide: APP_GUARD, useClass: JwtBearerGuard } // or @UseGuards(JwtBearerGuard)
 */
@Injectable()
export class JwtBearerGuard implements CanActivate {
  private readonly logger = new Logger('JwtBearerGuard');

  constructor(
    @Inject(BEARER_PASSPORT_GUARD) private readonly passport: CanActivate,
    @Inject(GUARD_SETTINGS) private readonly settings: GuardSettings,
    @Inject(POSSESSION) private readonly proofs: Possession,
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(HttpAdapterHost) private readonly adapterHost: HttpAdapterHost,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') throw new Error(`JwtBearerGuard cannot guard "${context.getType()}" handlers`);
    const { isPublic, scopes } = routeAccessOf(context, this.reflector);
    if (isPublic) return true;
    try {
      await this.admit(context, scopes);
    } catch (error) {
      throw isBearerFault(error) ? this.refusal(error, context) : error;
    }
    return true;
  }

  private async admit(context: ExecutionContext, scopes: readonly string[]): Promise<void> {
    await this.passport.canActivate(context);
    const request = context.switchToHttp().getRequest<GuardedRequest>();
    if (request.user) this.proofs.assertPossession(request.user, request);
    if (!request.user || !hasScopes(request.user.scopes, scopes)) throw BearerFault.insufficientScope(scopes);
    request[REQUEST_TOKEN] = request.user;
  }

  /** Sets the headers here, so that the host's exception filters need not know them. */
  private refusal(fault: BearerFault, context: ExecutionContext): BearerError {
    this.logger.debug(`${fault.code}: ${fault.message}`);
    const isDpop = fault.details.wantsDpop || isDpopCall(context.switchToHttp().getRequest<ProvenRequest>());
    const error = new BearerError(fault, this.settings, isDpop);
    const { httpAdapter } = this.adapterHost;
    const response: unknown = context.switchToHttp().getResponse();
    httpAdapter.setHeader(response, 'Cache-Control', 'no-store');
    if (error.challenge !== undefined) httpAdapter.setHeader(response, 'WWW-Authenticate', error.challenge);
    if (error.retryAfter !== undefined) httpAdapter.setHeader(response, 'Retry-After', String(error.retryAfter));
    return error;
  }
}
