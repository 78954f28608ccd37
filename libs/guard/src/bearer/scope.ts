/** Whether a text is a scope-token (RFC 6749 §3.3), which is also safe in a challenge's quotes. */
export function isScopeToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21\x23-\x5B\x5D-\x7E]+$/.test(value);
}

/** The scopes of a `scope` value (RFC 6749 §3.3), each once: `'a b a'` becomes `['a', 'b']`. */
export function parseScope(scope: string): readonly string[] {
  return Object.freeze([...new Set(scope.split(' ').filter((name) => name !== ''))]);
}

/** Whether one scope of each group was granted, compared byte for byte. */
export function hasScopes(granted: readonly string[], groups: readonly (readonly string[])[]): boolean {
  return groups.every((group) => group.some((name) => granted.includes(name)));
}
