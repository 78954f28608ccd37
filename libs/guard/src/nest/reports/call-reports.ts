import { type ExecutionContext, Logger } from '@nestjs/common';

import type { BearerFault, TokenIdentity } from '../../bearer/bearer-fault.ts';
import { isPromise } from '../../verify/is-promise.ts';
import type { GuardMetrics } from './guard-metrics.ts';
import type { RefusedCall } from './refused-call.ts';
import { requestIdOf } from './request-id.ts';

/** Tells the host of calls: the log, its metrics and its `onRefused`. None of them changes an answer. */
export class CallReports {
  private readonly logger = new Logger('JwtBearerGuard');

  constructor(
    private readonly metrics: GuardMetrics | undefined,
    private readonly onRefused: ((call: RefusedCall) => unknown) | undefined,
  ) {}

  accepted(): void {
    this.metrics?.accepted();
  }

  /** @param token where it was verified before the call was refused. */
  refused(fault: BearerFault, context: ExecutionContext, request: unknown, token: TokenIdentity | undefined): void {
    const { mismatch } = fault.details;
    this.logger.debug(`${fault.code}: ${fault.message}${mismatch === undefined ? '' : ` (${mismatch})`}`);
    this.metrics?.refused(fault.code);
    if (this.onRefused === undefined) return;
    const identity = fault.details.token ?? token;
    const requestId = requestIdOf(request);
    this.tell({
      code: fault.code,
      reason: fault.message,
      route: `${context.getClass().name}.${context.getHandler().name}`,
      transport: context.getType(),
      ...(requestId === undefined ? {} : { requestId }),
      ...(identity === undefined ? {} : { token: identityOf(identity) }),
    });
  }

  private tell(call: RefusedCall): void {
    const failed = (error: unknown) => this.logger.error('onRefused failed', error);
    try {
      const told = this.onRefused!(call);
      if (isPromise(told)) told.then(undefined, failed);
    } catch (error) {
      failed(error);
    }
  }
}

/** These members alone: a token's claims may hold more than a log should. */
function identityOf({ issuer, subject, clientId, tokenId }: TokenIdentity): TokenIdentity {
  return { issuer, subject, clientId, tokenId };
}
