import { invalidScope, invalidTarget } from '../oauth-error';
import { parseResource } from './resource-indicator';
import { type Resource, defaultScope, ownerOf, parseScope, resolveScope, withoutClaimless } from './scope';

/** RFC 6749 §3.3, RFC 8707 §2. */
export interface WantedTarget {
  scope?: string | undefined;
  resource?: string | undefined;
}

export interface TargetContext {
  resources: readonly Resource[];
  issuer: string;
}

export interface RequestedTarget {
  scope: readonly string[];
  /** `null` for identity scopes alone. */
  resource: Resource | null;
}

/** Clients ask for all their scopes each time, and name one resource after the other. */
function withoutOthers(scope: readonly string[], indicated: string | null, resources: readonly Resource[]) {
  const known = withoutClaimless(scope, (name) => ownerOf(name, resources) !== undefined);
  if (indicated === null) return known;
  const left = known.filter((name) => [undefined, indicated].includes(ownerOf(name, resources)?.url));
  if (left.length === 0) throw invalidScope('none of the scopes belongs to the resource');
  return left;
}

/**
 * Without `scope`: all that the client may use at the named resource, else at the first where it may use any.
 *
 * @param allowed the client's scopes; `null`: all.
 * @throws OAuthError `invalid_scope`, `invalid_target`.
 */
export function resolveTarget(
  wanted: WantedTarget,
  allowed: readonly string[] | null,
  { resources, issuer }: TargetContext,
): RequestedTarget {
  const indicated = parseResource(wanted.resource);
  const known = indicated === null ? null : resources.find(({ url }) => url === indicated);
  if (known === undefined && indicated !== issuer) throw invalidTarget('the resource is unknown');
  const scope =
    wanted.scope === undefined
      ? defaultScope(allowed, known ? [known] : resources)
      : withoutOthers(parseScope(wanted.scope), indicated, resources);
  const owner = resolveScope(scope, allowed, resources);
  return { scope, resource: owner ?? known ?? null };
}
