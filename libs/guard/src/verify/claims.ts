import { BearerFault } from '../bearer/bearer-fault.ts';
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

/** A NumericDate (RFC 7519 §2: seconds, perhaps with a fraction) in milliseconds. Throws `invalid_token`. */
export function requiredDate(claims: JsonObject, name: string): number {
  const seconds = claims[name];
  if (typeof seconds !== 'number' || !Number.isFinite(seconds)) throw BearerFault.invalidToken(`${name} is no date`);
  return seconds * 1_000;
}

/** `aud` is one text or an array of them (RFC 7519 §4.1.3). Throws `invalid_token`. */
export function parseAudience(aud: unknown): readonly string[] {
  const values: unknown[] = Array.isArray(aud) ? aud : [aud];
  if (!values.every((value) => typeof value === 'string')) throw BearerFault.invalidToken('aud is not text');
  return Object.freeze([...values]);
}
