import type { RequiredAuthentication } from '../../bearer/bearer-fault.ts';
import { isScopeToken } from '../../bearer/scope.ts';
import { AUTHENTICATION_METADATA } from '../guard.tokens.ts';
import { addMetadata } from './add-metadata.ts';

/**
 * Requires that the user signed in within `maxAge` seconds, or by one of the ways `acr`, or both (RFC 9470); else the
 * guard answers 401 with a challenge that names `max_age` and `acr_values`, which the client then sends in an
 * authorization request. On class and method the shorter `maxAge` and the nearer `acr` count. Throws a TypeError for a wrong value.
 *
 * @example @RequireAuthentication({ maxAge: 300 }) @Delete() close() { … }
 */
export function RequireAuthentication(required: RequiredAuthentication): MethodDecorator & ClassDecorator {
  const { maxAge, acr } = required;
  const isAge = maxAge === undefined || (Number.isSafeInteger(maxAge) && maxAge > 0);
  // Values are separated by spaces in `acr_values`, as scopes are.
  const isAcr = acr === undefined || (Array.isArray(acr) && acr.length > 0 && acr.every(isScopeToken));
  if (!isAge || !isAcr || (maxAge ?? acr) === undefined) {
    const wanted = 'maxAge, whole seconds above 0, or acr, one or more strings without spaces, or both';
    throw new TypeError(`@RequireAuthentication() takes ${wanted}; got ${JSON.stringify(required)}`);
  }
  return addMetadata(AUTHENTICATION_METADATA, (before?: RequiredAuthentication) => bothOf(before, required)!);
}

/** What satisfies both requirements; the second is nearer to the method. */
export function bothOf(
  far: RequiredAuthentication | undefined,
  near: RequiredAuthentication | undefined,
): RequiredAuthentication | undefined {
  if (far === undefined || near === undefined) return near ?? far;
  const maxAge = Math.min(far.maxAge ?? Infinity, near.maxAge ?? Infinity);
  const acr = near.acr ?? far.acr;
  return { ...(maxAge < Infinity && { maxAge }), ...(acr && { acr }) };
}
