import { invalidScope } from '../oauth-error';
import { type RequestedTarget, type TargetContext, type WantedTarget, resolveTarget } from './requested-target';
import { isIdentityScope, parseScope } from './scope';

/**
 * What a client asks for on its own behalf (RFC 6749 §4.4.2). What accounts may consent to says nothing of it, and
 * where no account takes part there is none to tell of.
 *
 * @param own the client's own scopes; `null` means none.
 * @throws OAuthError `invalid_scope`, `invalid_target`.
 */
export function resolveOwnScope(
  wanted: WantedTarget,
  own: readonly string[] | null,
  context: TargetContext,
): RequestedTarget {
  if (parseScope(wanted.scope ?? '').some(isIdentityScope))
    throw invalidScope('identity scopes tell of an account, and no account takes part here');
  return resolveTarget(
    wanted,
    (own ?? []).filter((name) => !isIdentityScope(name)),
    context,
  );
}
