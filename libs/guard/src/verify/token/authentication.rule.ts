import { BearerFault, type RequiredAuthentication } from '../../bearer/bearer-fault.ts';
import type { VerifiedAccessToken } from './verified-access-token.ts';

/**
 * Checks when and how the user signed in, by `auth_time` and `acr` (RFC 9470 §6); a token that does not say it fails.
 * `now` is in milliseconds. Throws `insufficient_user_authentication`.
 */
export function assertAuthentication({ claims }: VerifiedAccessToken, required: RequiredAuthentication, now: number) {
  const { maxAge, acr } = required;
  if (maxAge !== undefined && !isWithin(maxAge, claims.auth_time, now)) {
    throw BearerFault.insufficientAuthentication(required, 'auth_time is missing or too long ago');
  }
  if (acr !== undefined && !(acr as readonly unknown[]).includes(claims.acr)) {
    throw BearerFault.insufficientAuthentication(required, 'acr is not one of those required');
  }
}

function isWithin(maxAge: number, authTime: unknown, now: number): boolean {
  return typeof authTime === 'number' && now - authTime * 1_000 <= maxAge * 1_000;
}
