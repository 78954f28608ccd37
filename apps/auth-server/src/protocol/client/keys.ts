import { type JsonWebKey, createPublicKey } from 'node:crypto';
import { keysOf } from '../signing/key-set';
import { isPrivate, readPublicJwk, rsaProblem } from '../signing/public-jwk';

/** `null` for a valid set of public keys (RFC 7517 §5). */
export function jwksProblem(json: string): string | null {
  const keys = keysOf(json);
  if (typeof keys === 'string') return keys;
  const ids = keys.map((key) => key['kid']).filter((kid) => kid !== undefined);
  if (new Set(ids).size < ids.length) return 'has two keys with the same kid';
  for (const [at, key] of keys.entries()) {
    const problem = keyProblem(key);
    if (problem !== null) return `has at keys[${at}] ${problem}`;
  }
  return null;
}

/** RFC 7517 §4. */
const DESCRIBING = ['kid', 'alg', 'use', 'key_ops'];

/**
 * Other members may hold a secret by mistake.
 *
 * @param json a set that passes {@link jwksProblem}.
 */
export function namedMembers(json: string): string {
  const { keys } = JSON.parse(json) as { keys: Record<string, unknown>[] };
  const describing = (key: Record<string, unknown>) =>
    DESCRIBING.filter((name) => Object.hasOwn(key, name)).map((name) => [name, key[name]] as const);
  return JSON.stringify({
    keys: keys.map((key) => ({ ...readPublicJwk(key), ...Object.fromEntries(describing(key)) })),
  });
}

function keyProblem(key: Record<string, unknown>): string | null {
  if (isPrivate(key))
    return 'a private or symmetric key: send only public keys, and replace this one, as it is no longer secret';
  for (const member of ['kid', 'alg', 'use'])
    if (member in key && typeof key[member] !== 'string') return `a key whose ${member} is not a string`;
  const problem = rsaProblem(key);
  if (problem !== null) return problem;
  return isReadable(key) ? null : 'a key that cannot be read: expected an EC, RSA or OKP key';
}

function isReadable(key: Record<string, unknown>): boolean {
  const jwk = readPublicJwk(key);
  try {
    return jwk !== null && createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' }).type === 'public';
  } catch {
    return false;
  }
}
