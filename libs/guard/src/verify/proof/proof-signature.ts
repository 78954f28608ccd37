import { constants, createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto';

import { BearerFault } from '../../bearer/bearer-fault.ts';
import type { CompactJws, JsonObject } from '../token/compact-jws.ts';

interface Scheme {
  readonly kty: 'EC' | 'RSA' | 'OKP';
  readonly crv?: string;
  readonly hash: string | null;
  readonly padding?: number;
}

const ec = (crv: string, hash: string): Scheme => ({ kty: 'EC', crv, hash });
const rs = (hash: string): Scheme => ({ kty: 'RSA', hash, padding: constants.RSA_PKCS1_PADDING });
const ps = (hash: string): Scheme => ({ kty: 'RSA', hash, padding: constants.RSA_PKCS1_PSS_PADDING });
const ED25519: Scheme = { kty: 'OKP', crv: 'Ed25519', hash: null };

/** RFC 7518 §3.1, RFC 8037, RFC 9864. */
const SCHEMES: ReadonlyMap<unknown, Scheme> = new Map<unknown, Scheme>([
  ['ES256', ec('P-256', 'sha256')],
  ['ES384', ec('P-384', 'sha384')],
  ['ES512', ec('P-521', 'sha512')],
  ['PS256', ps('sha256')],
  ['PS384', ps('sha384')],
  ['PS512', ps('sha512')],
  ['RS256', rs('sha256')],
  ['RS384', rs('sha384')],
  ['RS512', rs('sha512')],
  ['EdDSA', ED25519],
  ['Ed25519', ED25519],
]);

/** The client chooses the key, so long ones are refused before their import. */
const SHORTEST_RSA = 2048;
const LONGEST_RSA = 4096;
const LONGEST_EXPONENT = 32;

/** Members of a private or shared key (RFC 7518 §6). */
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/** Verifies a proof by the key in its header. Throws `invalid_dpop_proof`. */
export function assertProofSignature({ header, signingInput, signature }: CompactJws, jwk: JsonObject): void {
  const scheme = SCHEMES.get(header.alg);
  if (scheme === undefined) throw BearerFault.invalidProof('no asymmetric alg');
  if (PRIVATE_MEMBERS.some((member) => Object.hasOwn(jwk, member)))
    throw BearerFault.invalidProof('jwk is more than a public key');
  if (jwk.kty !== scheme.kty || (scheme.crv !== undefined && jwk.crv !== scheme.crv))
    throw BearerFault.invalidProof('alg does not match jwk');
  if (!isSignedBy(publicKeyOf(jwk), scheme, signingInput, signature))
    throw BearerFault.invalidProof('invalid signature');
}

function publicKeyOf({ kty, n, e, crv, x, y }: JsonObject): KeyObject {
  try {
    if (kty !== 'RSA' || isRsaTaken(n, e))
      return createPublicKey({ format: 'jwk', key: { kty, n, e, crv, x, y } as JsonWebKey });
  } catch {
    // Refused below.
  }
  throw BearerFault.invalidProof('jwk is not a usable key');
}

function isRsaTaken(n: unknown, e: unknown): boolean {
  const bits = bitsOf(n);
  return bits >= SHORTEST_RSA && bits <= LONGEST_RSA && bitsOf(e) <= LONGEST_EXPONENT;
}

/** Bits of a Base64urlUInt (RFC 7518 §2); of invalid text, more than any key has. */
function bitsOf(text: unknown): number {
  if (typeof text !== 'string' || !/^[\w-]+$/.test(text)) return Infinity;
  const bytes = Buffer.from(text, 'base64url');
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? 0 : (bytes.length - first) * 8 - (Math.clz32(bytes[first]!) - 24);
}

function isSignedBy(key: KeyObject, { hash, padding }: Scheme, text: string, signature: Buffer): boolean {
  const by = { key, dsaEncoding: 'ieee-p1363' as const, ...(padding !== undefined && { padding }) };
  const pss = padding === constants.RSA_PKCS1_PSS_PADDING ? { saltLength: constants.RSA_PSS_SALTLEN_DIGEST } : {};
  return verify(hash, Buffer.from(text), { ...by, ...pss }, signature);
}
