import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';

import { isJsonObject, type JsonObject } from '../token/compact-jws.ts';

/** Accepted algorithms, all asymmetric (RFC 8725 §3.1); each key serves one. */
export const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'] as const;

export type Algorithm = (typeof ALGORITHMS)[number];

/** A public key of the issuer, parsed once. */
export interface VerificationKey {
  readonly kid: string;
  /** The only algorithm for this key. */
  readonly algorithm: Algorithm;
  readonly key: KeyObject;
}

const MIN_RSA_BITS = 2048;

/**
 * The key of one JWK (RFC 7517 §4); undefined if unusable: no `kid`, not for signatures, another type or algorithm, too
 * weak, or broken. One such key does not spoil its set.
 */
export function importVerificationKey(jwk: unknown): VerificationKey | undefined {
  if (!isJsonObject(jwk) || typeof jwk.kid !== 'string' || !isForSignatures(jwk)) return undefined;
  const algorithm = algorithmOf(jwk);
  if (algorithm === undefined || (jwk.alg !== undefined && jwk.alg !== algorithm)) return undefined;
  const key = publicKeyOf(jwk);
  if (key === undefined || isWeak(key)) return undefined;
  return { kid: jwk.kid, algorithm, key };
}

/** Whether both are one key: its id, algorithm and material. */
export function isSameKey(one: VerificationKey | undefined, other: VerificationKey): boolean {
  return one?.kid === other.kid && one.algorithm === other.algorithm && one.key.equals(other.key);
}

function isForSignatures(jwk: JsonObject): boolean {
  const forVerify = !Array.isArray(jwk.key_ops) || jwk.key_ops.includes('verify');
  return (jwk.use === undefined || jwk.use === 'sig') && forVerify;
}

/** Chooses by type and curve; an RSA key serves PS256 only where it says so. */
function algorithmOf({ kty, crv, alg }: JsonObject): Algorithm | undefined {
  if (kty === 'RSA') return alg === 'PS256' ? 'PS256' : 'RS256';
  if (kty === 'EC' && crv === 'P-384') return 'ES384';
  if (kty === 'EC' && crv === 'P-256') return 'ES256';
  if (kty === 'OKP' && crv === 'Ed25519') return 'EdDSA';
  return undefined;
}

function publicKeyOf({ kty, n, e, crv, x, y }: JsonObject): KeyObject | undefined {
  try {
    return createPublicKey({ format: 'jwk', key: { kty, n, e, crv, x, y } as JsonWebKey });
  } catch {
    return undefined;
  }
}

function isWeak(key: KeyObject): boolean {
  return key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) < MIN_RSA_BITS;
}
