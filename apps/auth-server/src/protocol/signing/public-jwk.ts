import { createHash } from 'node:crypto';

/** In the order of the thumbprint (RFC 7638 §3.2, RFC 8037 §2). */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  EC: ['crv', 'kty', 'x', 'y'],
  OKP: ['crv', 'kty', 'x'],
  RSA: ['e', 'kty', 'n'],
};

/** RFC 7518 §6.2.2, §6.3.2, §6.4.1; `priv` of AKP. */
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'];

const SHORTEST_RSA = 2048;
const LONGEST_RSA = 4096;
const LONGEST_EXPONENT = 32;

/** A decoder that skips other characters could read another number than is measured. */
const VALUE = /^[\w-]+$/;

/** Only the defining members: all that is stored and imported was checked. */
export type PublicJwk = Readonly<Record<string, string>>;

export const isPrivate = (key: Readonly<Record<string, unknown>>) =>
  PRIVATE_MEMBERS.some((member) => Object.hasOwn(key, member));

/** @returns `null` for a private key, an unknown type, or a size that {@link rsaProblem} refuses. */
export function readPublicJwk(key: Readonly<Record<string, unknown>>): PublicJwk | null {
  const members = typeof key.kty === 'string' && Object.hasOwn(MEMBERS, key.kty) ? MEMBERS[key.kty]! : [];
  if (members.length === 0 || isPrivate(key) || rsaProblem(key) !== null) return null;
  if (!members.every((name) => typeof key[name] === 'string' && VALUE.test(key[name]))) return null;
  return Object.fromEntries(members.map((name) => [name, key[name] as string]));
}

/** The size decides the cost of a verification. */
export function rsaProblem({ kty, n, e }: Readonly<Record<string, unknown>>): string | null {
  if (kty !== 'RSA' || typeof n !== 'string' || typeof e !== 'string') return null;
  const bits = bitsOf(n);
  if (bits < SHORTEST_RSA) return `an RSA key of fewer than ${SHORTEST_RSA} bits`;
  if (bits > LONGEST_RSA) return `an RSA key of more than ${LONGEST_RSA} bits`;
  return bitsOf(e) > LONGEST_EXPONENT ? `an RSA key whose public exponent is not below 2^${LONGEST_EXPONENT}` : null;
}

/** Base64urlUInt (RFC 7518 §2). */
function bitsOf(text: string): number {
  const bytes = Buffer.from(text, 'base64url');
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? 0 : (bytes.length - first) * 8 - (Math.clz32(bytes[first]!) - 24);
}

/** SHA-256 in base64url (RFC 7638). */
export const thumbprintOf = (jwk: PublicJwk) => createHash('sha256').update(JSON.stringify(jwk)).digest('base64url');
