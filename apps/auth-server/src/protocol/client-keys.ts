import { type JsonWebKey, createPublicKey } from 'node:crypto';

const LARGEST = 16_384;
const MOST_KEYS = 10;
const SHORTEST_RSA = 2048;

/** What only the owner of a key may know (RFC 7518 §6.2.2, §6.3.2, §6.4.1). */
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/**
 * What is wrong with a client's JWK Set (RFC 7517 §5), or `null`: it holds public keys, each of which can be used.
 *
 * @param json the set's text.
 */
export function jwksProblem(json: string): string | null {
  if (Buffer.byteLength(json) > LARGEST) return `is larger than ${LARGEST} bytes`;
  const keys = keysOf(json);
  if (keys === null) return 'must be a JWK Set: an object whose member keys is a list of keys';
  if (keys.length === 0 || keys.length > MOST_KEYS) return `must hold 1 to ${MOST_KEYS} keys`;
  const ids = keys.map((key) => key['kid']).filter((kid) => kid !== undefined);
  if (new Set(ids).size < ids.length) return 'holds two keys of the same kid';
  for (const [at, key] of keys.entries()) {
    const problem = keyProblem(key);
    if (problem !== null) return `has at keys[${at}] ${problem}`;
  }
  return null;
}

function keysOf(json: string): Record<string, unknown>[] | null {
  const set = parse(json);
  if (typeof set !== 'object' || set === null || !('keys' in set) || !Array.isArray(set.keys)) return null;
  const keys: unknown[] = set.keys;
  const isObject = (key: unknown): key is Record<string, unknown> =>
    typeof key === 'object' && key !== null && !Array.isArray(key);
  return keys.every(isObject) ? keys : null;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function keyProblem(key: Record<string, unknown>): string | null {
  if (PRIVATE_MEMBERS.some((member) => member in key))
    return 'a key that is private or symmetric: send public keys alone, and replace this one, which is known now';
  for (const member of ['kid', 'alg', 'use'])
    if (member in key && typeof key[member] !== 'string') return `a key whose ${member} is no string`;
  try {
    const { asymmetricKeyDetails } = createPublicKey({ key: key as JsonWebKey, format: 'jwk' });
    const length = asymmetricKeyDetails?.modulusLength;
    return length !== undefined && length < SHORTEST_RSA ? `an RSA key of less than ${SHORTEST_RSA} bits` : null;
  } catch {
    return 'a key that cannot be read: an EC, RSA or OKP key is expected';
  }
}
