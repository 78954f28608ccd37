import { isScopeToken } from '../../bearer/scope.ts';
import { SCOPES_METADATA } from '../guard.tokens.ts';
import { addMetadata } from './add-metadata.ts';

/** One scope of the group is needed. */
export type ScopeGroup = readonly string[];

/**
 * Requires all of these scopes on a route or controller; those of class, method and repeated decorators add up. Throws
 * a TypeError for an invalid scope (RFC 6749 §3.3).
 *
 * @example @RequireScopes('notes:read') @Get() list(@AccessToken() token: VerifiedAccessToken) { … }
 */
export function RequireScopes(...scopes: [string, ...string[]]): MethodDecorator & ClassDecorator {
  assertScopes('@RequireScopes()', scopes);
  return addGroups(scopes.map((scope) => [scope]));
}

/**
 * Requires one of these scopes, beside those that `@RequireScopes()` does and other `@RequireAnyScope()`. Challenges name
 * the first, so write the one that allows least first.
 *
 * @example @RequireAnyScope('notes:read', 'notes:admin')
 */
export function RequireAnyScope(...scopes: [string, ...string[]]): MethodDecorator & ClassDecorator {
  assertScopes('@RequireAnyScope()', scopes);
  return addGroups([scopes]);
}

function assertScopes(decorator: string, scopes: readonly string[]): void {
  const wrong = scopes.find((scope) => !isScopeToken(scope));
  if (scopes.length > 0 && wrong === undefined) return;
  throw new TypeError(`${decorator} takes one or more scopes, got ${JSON.stringify(wrong) ?? 'none'}`);
}

function addGroups(groups: readonly ScopeGroup[]): MethodDecorator & ClassDecorator {
  return addMetadata<readonly ScopeGroup[]>(SCOPES_METADATA, (before = []) => [...before, ...groups]);
}
