import { BearerFault } from '../../bearer/bearer-fault.ts';
import { isPromise } from '../is-promise.ts';
import type { JsonObject } from '../token/compact-jws.ts';
import { ALGORITHMS, type VerificationKey } from './verification-key.ts';

type Found = VerificationKey | undefined;

export interface KeyFinder {
  find(kid: string): Found | Promise<Found>;
}

/**
 * The issuer's key that a token's header names. Throws or rejects with `invalid_token`, or what the finder throws. Reads
 * only `alg` and `kid`: with `jwk`, `jku`, `x5c` or `x5u` the token would bring its own key (RFC 8725 §3.10).
 */
export function keyForToken(header: JsonObject, keys: KeyFinder): VerificationKey | Promise<VerificationKey> {
  const { alg, kid, crit } = header;
  if (!isAccepted(alg)) throw BearerFault.invalidToken(`alg is not one of ${ALGORITHMS.join(', ')}`);
  // RFC 7515 §4.1.11: critical extensions; the guard supports none.
  if (crit !== undefined) throw BearerFault.invalidToken('crit is not understood');
  if (typeof kid !== 'string' || kid === '') throw BearerFault.invalidToken('no kid');
  const key = keys.find(kid);
  return isPromise(key) ? key.then((found) => assertFits(found, alg)) : assertFits(key, alg);
}

const isAccepted = (alg: unknown) => (ALGORITHMS as readonly unknown[]).includes(alg);

function assertFits(key: Found, alg: unknown): VerificationKey {
  if (key === undefined) throw BearerFault.invalidToken('the issuer has no such key');
  // RFC 8725 §3.1: the key decides the algorithm, or a public key could be used as an HMAC secret.
  if (key.algorithm !== alg) throw BearerFault.invalidToken('alg does not match the key');
  return key;
}
