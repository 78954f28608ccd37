import { HttpException } from '@nestjs/common';

import type { BearerErrorCode, BearerFault } from '../bearer/bearer-fault.ts';
import { type ChallengedCall, type ChallengeSettings, challengeOf, statusOf } from '../bearer/challenge.ts';

const BRAND: unique symbol = Symbol.for('@consentry/guard:bearer-error');

/**
 * The guard's exception (RFC 6750 §3). The response already has its headers when a filter runs. The body is `{ error,
 * error_description }`, or `{ statusCode, message }` for a call without a token.
 *
 * @example if (isBearerError(exception)) log.info({ code: exception.code });
 */
export class BearerError extends HttpException {
  readonly [BRAND] = true;
  readonly code: BearerErrorCode;
  /** `WWW-Authenticate`; undefined for `temporarily_unavailable` and `access_denied`. */
  readonly challenge: string | undefined;
  /** `Retry-After` in seconds; only for `temporarily_unavailable`. */
  readonly retryAfter: number | undefined;

  constructor(fault: BearerFault, settings: ChallengeSettings, call: ChallengedCall = {}) {
    super(bodyOf(fault), statusOf(fault), { cause: fault });
    this.message = fault.description;
    this.code = fault.code;
    this.challenge = challengeOf(fault, settings, call);
    this.retryAfter = fault.details.retryAfter;
  }
}

/** Whether an exception is the guard's, from either of the library's builds. */
export function isBearerError(value: unknown): value is BearerError {
  return typeof value === 'object' && value !== null && BRAND in value;
}

function bodyOf(fault: BearerFault): Record<string, unknown> {
  if (fault.code === 'missing_token') return { statusCode: statusOf(fault), message: fault.description };
  return { error: fault.code, error_description: fault.description };
}
