import type { ApiVersion } from './generated/schema';

/** A server with another version that was generated for fails the type check. */
export const BUILT_FOR: ApiVersion = '0.2.0';

/** Of the servers that do not tell theirs. */
export const UNTOLD = '0.1.0';

const numbersOf = (version: string) => version.split('.').map(Number);

/**
 * Additions raise the second number; a server may be one behind, as during an update: what it lacks is told in its place.
 *
 * @returns how a server is too far from what the console needs; `null`: it serves it.
 */
export function misfitOf(served: string, builtFor: string = BUILT_FOR): 'older' | 'newer' | null {
  const [[major = 0, minor = 0], [neededMajor = 0, neededMinor = 0]] = [numbersOf(served), numbersOf(builtFor)];
  if (major !== neededMajor) return major < neededMajor ? 'older' : 'newer';
  return neededMinor - minor > 1 ? 'older' : null;
}
