import { isJsonObject } from '../token/compact-jws.ts';
import { importVerificationKey, isSameKey, type VerificationKey } from './verification-key.ts';

/** The issuer's keys by `kid`. */
export type KeySet = ReadonlyMap<string, VerificationKey>;

/**
 * The usable keys of a JWK Set (RFC 7517 §5). Of two with one `kid` the first counts.
 * Throws an Error when the document is no JWK Set; a set without a usable key is one.
 */
export function parseKeySet(document: unknown): KeySet {
  if (!isJsonObject(document) || !Array.isArray(document.keys)) throw new Error('the answer is not a JWK Set');
  const keys = new Map<string, VerificationKey>();
  for (const jwk of document.keys as unknown[]) {
    const key = importVerificationKey(jwk);
    if (key && !keys.has(key.kid)) keys.set(key.kid, key);
  }
  return keys;
}

/** The new set, with the objects of the old one where nothing changed: tokens are cached with their key. */
export function keepUnchanged(fresh: KeySet, old: KeySet | undefined): KeySet {
  return new Map([...fresh].map(([kid, key]) => [kid, isSameKey(old?.get(kid), key) ? old!.get(kid)! : key]));
}
