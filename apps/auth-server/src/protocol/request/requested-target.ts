import { invalidTarget } from '../oauth-error';
import { parseResource } from './resource-indicator';
import { type Resource, defaultScope, parseScope, resolveScope } from './scope';

/** What a request says of what it wants, and where (RFC 6749 §3.3, RFC 8707 §2). */
export interface WantedTarget {
  scope?: string | undefined;
  resource?: string | undefined;
}

/** What there is to ask for, and who answers. */
export interface TargetContext {
  resources: readonly Resource[];
  issuer: string;
}

export interface RequestedTarget {
  scope: readonly string[];
  /** `null` where only identity scopes are asked for. */
  resource: Resource | null;
}

/**
 * The scopes a request asks for, and the one resource they belong to. Without `scope` it asks for all that the client
 * may use at the resource it names, else at the first of which it may use any.
 *
 * @param allowed what the client may ask for; `null` means every scope there is.
 * @throws OAuthError `invalid_scope`, `invalid_target`.
 */
export function resolveTarget(
  wanted: WantedTarget,
  allowed: readonly string[] | null,
  { resources, issuer }: TargetContext,
): RequestedTarget {
  const indicated = parseResource(wanted.resource);
  const known = indicated === null ? null : resources.find(({ url }) => url === indicated);
  const scope =
    wanted.scope === undefined ? defaultScope(allowed, known ? [known] : resources) : parseScope(wanted.scope);
  const owner = resolveScope(scope, allowed, resources);
  if (known === undefined && indicated !== issuer) throw invalidTarget('the resource is unknown');
  if (indicated !== null && owner !== null && owner.url !== indicated)
    throw invalidTarget('the scopes belong to another resource');
  return { scope, resource: owner ?? known ?? null };
}
