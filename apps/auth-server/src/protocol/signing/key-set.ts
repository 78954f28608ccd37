import { type PublicJwk, readPublicJwk } from './public-jwk';
import { SIGNATURE_KEYS } from './signature-algorithms';

/** Bytes, registered or fetched. */
export const LARGEST_KEY_SET = 16_384;
const MOST_KEYS = 10;

/** Bounds the cost if no `kid` is named. */
const MOST_CANDIDATES = 3;

export interface SetKey {
  jwk: PublicJwk;
  kid?: string;
  alg?: string;
}

/** RFC 7515 §4.1. */
export interface SignatureHeader {
  alg?: unknown;
  kid?: unknown;
}

type Json = Record<string, unknown>;

/**
 * Keys for other uses or algorithms count, but are left out (RFC 7517 §5).
 *
 * @throws Error that names the problem of the set.
 */
export function readKeySet(text: string): SetKey[] {
  const keys = keysOf(text);
  if (typeof keys === 'string') throw new Error(`the key set ${keys}`);
  return keys.map(usable).filter((key) => key !== null);
}

/** Or the set's problem. */
export function keysOf(text: string): Json[] | string {
  if (Buffer.byteLength(text) > LARGEST_KEY_SET) return `is larger than ${LARGEST_KEY_SET} bytes`;
  const set = parse(text);
  const keys: unknown = isObject(set) ? set.keys : null;
  if (!Array.isArray(keys) || !keys.every(isObject))
    return 'must be a JWK Set: an object whose member keys is a list of keys';
  return keys.length === 0 || keys.length > MOST_KEYS ? `must have 1 to ${MOST_KEYS} keys` : keys;
}

export function candidatesIn(keys: readonly SetKey[], { alg, kid }: SignatureHeader): SetKey[] {
  const kind = typeof alg === 'string' && Object.hasOwn(SIGNATURE_KEYS, alg) ? SIGNATURE_KEYS[alg] : undefined;
  if (kind === undefined) return [];
  const fits = (key: SetKey) =>
    (kid === undefined || key.kid === kid) &&
    (key.alg === undefined || key.alg === alg) &&
    key.jwk.kty === kind.kty &&
    (kind.crv === undefined || key.jwk.crv === kind.crv);
  return keys.filter(fits).slice(0, MOST_CANDIDATES);
}

function usable(key: Json): SetKey | null {
  const { kid, alg, use, key_ops: operations } = key;
  if (use !== undefined && use !== 'sig') return null;
  if (operations !== undefined && !(Array.isArray(operations) && operations.includes('verify'))) return null;
  if (!isTextOrAbsent(kid) || !isTextOrAbsent(alg)) return null;
  const jwk = readPublicJwk(key);
  return jwk && { jwk, ...(kid !== undefined && { kid }), ...(alg !== undefined && { alg }) };
}

const isTextOrAbsent = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === 'string';

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
