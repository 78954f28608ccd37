import type { ExecutionContext, Type } from '@nestjs/common';

import type { JsonObject } from '../../verify/token/compact-jws.ts';
import type { VerifiedAccessToken } from '../../verify/token/verified-access-token.ts';

/** What a policy answers where `true` and `false` do not say enough. */
export interface PolicyDecision {
  readonly allowed: boolean;
  /** Public: the 403's `error_description`. Default: `This call is not allowed`. */
  readonly description?: string;
  /** For the log and `onRefused`. */
  readonly reason?: string;
}

/**
 * A rule of your own for calls with a token that is verified and has the route's scopes. Anything but `true` and
 * `{ allowed: true }` is a 403; what it throws is your own error, not the guard's.
 *
 * @example
 * class SameTenant implements AccessPolicy {
 *   decide = (token: VerifiedAccessToken, context: ExecutionContext) => token.claims.tenant === tenantOf(context);
 * }
 */
export interface AccessPolicy<Claims = JsonObject> {
  decide(
    token: VerifiedAccessToken<Claims>,
    context: ExecutionContext,
  ): boolean | PolicyDecision | Promise<boolean | PolicyDecision>;
}

/** A policy, or its class, which is a provider of the application. `Claims` is what it takes the token's to be. */
export type PolicySource<Claims = JsonObject> = AccessPolicy<Claims> | Type<AccessPolicy<Claims>>;

export function isPolicySource(value: unknown): boolean {
  return typeof value === 'function' || typeof (value as AccessPolicy | undefined)?.decide === 'function';
}
