import { parseScope } from '../../protocol/request/scope';

/** Null allows every scope. */
export function intersectScopes(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  const allowed = new Set(parseScope(other));
  return parseScope(one)
    .filter((scope) => allowed.has(scope))
    .join(' ');
}
