import type { ExecutionContext } from '@nestjs/common';

import { BearerFault } from '../../bearer/bearer-fault.ts';
import { quotable } from '../../bearer/challenge.ts';
import type { VerifiedAccessToken } from '../../verify/token/verified-access-token.ts';
import { isPromise } from '../../verify/is-promise.ts';
import type { AccessPolicy, PolicyDecision } from './access-policy.ts';

/**
 * Asks the policies one after the other; a promise only where one answers by a promise. Throws or rejects with
 * `access_denied`, or with what a policy threw.
 */
export function assertAllowed(
  policies: readonly AccessPolicy[],
  token: VerifiedAccessToken,
  context: ExecutionContext,
): void | Promise<void> {
  for (const [index, policy] of policies.entries()) {
    const decision = policy.decide(token, context);
    if (isPromise(decision)) {
      const rest = policies.slice(index + 1);
      return decision.then(assertAllowing).then(() => assertAllowed(rest, token, context));
    }
    assertAllowing(decision);
  }
}

/** Only a plain yes is one: a policy that answers nothing allows nothing. */
function assertAllowing(decision: boolean | PolicyDecision | undefined): void {
  if (decision === true) return;
  const { allowed, description, reason } = (decision || {}) as Partial<PolicyDecision>;
  if (allowed === true) return;
  throw BearerFault.accessDenied(quotable(description ?? 'This call is not allowed'), reason);
}
