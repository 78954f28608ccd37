import { invalidScope } from '../oauth-error';
import { type RequestedTarget, type TargetContext, type WantedTarget, resolveTarget } from './requested-target';
import { isIdentityScope, parseScope } from './scope';

/**
 * Resolves the scope of client_credentials (RFC 6749 §4.4.2): no identity scopes, as no account takes part.
 *
 * @param own the client's scopes; `null`: none.
 * @throws OAuthError `invalid_scope`, `invalid_target`.
 */
export function resolveOwnScope(
  wanted: WantedTarget,
  own: readonly string[] | null,
  context: TargetContext,
): RequestedTarget {
  if (parseScope(wanted.scope ?? '').some(isIdentityScope))
    throw invalidScope('identity scopes describe a user, and client_credentials involves no user');
  return resolveTarget(
    wanted,
    (own ?? []).filter((name) => !isIdentityScope(name)),
    context,
  );
}
