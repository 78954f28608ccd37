import { BearerFault } from '../../bearer/bearer-fault.ts';
import type { JsonObject } from './compact-jws.ts';

/** A required, non-empty string claim. Throws `invalid_token`. */
export function requiredString(claims: JsonObject, name: string): string {
  const value = optionalString(claims, name);
  if (value === undefined || value === '') throw BearerFault.invalidToken(`${name} is missing`);
  return value;
}

/** An optional string claim. Throws `invalid_token`. */
export function optionalString(claims: JsonObject, name: string): string | undefined {
  const value = claims[name];
  if (value !== undefined && typeof value !== 'string') throw BearerFault.invalidToken(`${name} is not a string`);
  return value;
}

/** The last second of ECMAScript's dates, in the year 275760. */
const LAST_SECOND = 8_640_000_000_000;

/**
 * A NumericDate (RFC 7519 §2: seconds since 1970, perhaps with a fraction) in milliseconds. Throws `invalid_token`, for
 * one before 1970 too.
 */
export function requiredDate(claims: JsonObject, name: string): number {
  const seconds = claims[name];
  const isDate = typeof seconds === 'number' && seconds >= 0 && seconds <= LAST_SECOND;
  if (!isDate) throw BearerFault.invalidToken(`${name} is not a date`);
  return seconds * 1_000;
}

/** `aud` is one text or an array of them (RFC 7519 §4.1.3). Throws `invalid_token`. */
export function parseAudience(aud: unknown): readonly string[] {
  const values: unknown[] = Array.isArray(aud) ? aud : [aud];
  if (!values.every((value) => typeof value === 'string')) throw BearerFault.invalidToken('aud is not a string');
  return Object.freeze([...values]);
}
