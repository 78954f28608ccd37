import { type KeyObject, sign } from 'node:crypto';

/** The algorithms of RFC 7518 §3 and RFC 8037 that {@link signJwt} knows. */
type Algorithm = 'ES256' | 'RS256' | 'EdDSA';

/** Ed25519 hashes for itself; a JWS carries ECDSA's two numbers side by side (RFC 7518 §3.4). */
const HASH: Record<Algorithm, string | null> = { ES256: 'sha256', RS256: 'sha256', EdDSA: null };
const ENCODING = { dsaEncoding: 'ieee-p1363' } as const;

/** One part of a compact JWS: JSON in base64url (RFC 7515 §3.1). */
export const encodeJwsPart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * Writes a signed JWT (RFC 7519 §7.1).
 *
 * @param head the header as {@link encodeJwsPart} gives it: it is the same for all tokens of a key.
 */
export function signJwt(head: string, claims: object, { alg, key }: { alg: Algorithm; key: KeyObject }): string {
  const text = `${head}.${encodeJwsPart(claims)}`;
  const signature = sign(HASH[alg], Buffer.from(text), { key, ...ENCODING });
  return `${text}.${signature.toString('base64url')}`;
}
