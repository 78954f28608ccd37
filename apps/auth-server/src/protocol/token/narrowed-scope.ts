import { parseScope } from '../request/scope';

/**
 * What an approval may still give, when its account narrowed the grant since. An approval of authorization details alone
 * has no scope to lose.
 *
 * @returns `null` where nothing is left.
 */
export function scopeLeft({
  scopeGranted,
  grantScopes,
}: {
  scopeGranted: string;
  grantScopes: string;
}): string[] | null {
  const granted = parseScope(scopeGranted);
  const left = intersection(granted, parseScope(grantScopes));
  return left.length === 0 && granted.length > 0 ? null : left;
}

/** In the order of the first. */
export function intersection(one: readonly string[], other: readonly string[]): string[] {
  return one.filter((name) => other.includes(name));
}
