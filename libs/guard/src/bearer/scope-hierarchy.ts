import { isScopeToken } from './scope.ts';

/** For each scope those that imply it, itself included and first. */
export type ScopeHierarchy = ReadonlyMap<string, readonly string[]>;

/**
 * Reads `{ 'notes:write': ['notes:read'] }`: a token with the key has the values too, and what they imply. Throws an
 * Error for what is no scope (RFC 6749 §3.3) and for a circle.
 */
export function parseScopeHierarchy(written: unknown): ScopeHierarchy {
  const implied = new Map(Object.entries(assertHierarchy(written)));
  const impliers = new Map<string, string[]>();
  for (const above of implied.keys()) {
    for (const below of everyBelow(above, implied, [])) {
      impliers.set(below, [...(impliers.get(below) ?? [below]), above]);
    }
  }
  return impliers;
}

function assertHierarchy(written: unknown): Record<string, readonly string[]> {
  if (typeof written !== 'object' || written === null || Array.isArray(written)) {
    throw new Error("scopeHierarchy must be an object like { 'notes:write': ['notes:read'] }");
  }
  for (const [above, below] of Object.entries(written) as [string, unknown][]) {
    if (!isScopeToken(above)) throw new Error(`scopeHierarchy: ${JSON.stringify(above)} is not a scope`);
    if (!Array.isArray(below)) throw new Error(`scopeHierarchy: "${above}" must have a list of scopes`);
    const wrong: unknown = below.find((scope) => !isScopeToken(scope));
    if (wrong !== undefined) throw new Error(`scopeHierarchy: ${JSON.stringify(wrong)} is not a scope`);
  }
  return written as Record<string, readonly string[]>;
}

/** All below a scope, each once; `path` leads to it. */
function everyBelow(scope: string, implied: ReadonlyMap<string, readonly string[]>, path: string[]): Set<string> {
  if (path.includes(scope)) throw new Error(`scopeHierarchy is circular: ${[...path, scope].join(' > ')}`);
  const below = implied.get(scope) ?? [];
  return new Set(below.flatMap((next) => [next, ...everyBelow(next, implied, [...path, scope])]));
}
