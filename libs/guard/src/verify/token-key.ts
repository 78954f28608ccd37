import { BearerFault } from '../bearer/bearer-fault.ts';
import type { JsonObject } from './compact-jws.ts';
import type { Algorithm, VerificationKey } from './verification-key.ts';

const ALGORITHMS: readonly unknown[] = ['RS256', 'ES256', 'EdDSA'] satisfies Algorithm[];

export interface KeyFinder {
  find(kid: string): Promise<VerificationKey | undefined>;
}

/**
 * The issuer's key that a token's header names. Throws `invalid_token`, or what the finder throws. Reads only `alg` and
 * `kid`: with `jwk`, `jku`, `x5c` or `x5u` the token would bring its own key (RFC 8725 §3.10).
 */
export async function keyForToken(header: JsonObject, keys: KeyFinder): Promise<VerificationKey> {
  const { alg, kid, crit } = header;
  if (!ALGORITHMS.includes(alg)) throw BearerFault.invalidToken('alg is not RS256, ES256 or EdDSA');
  // RFC 7515 §4.1.11: critical extensions; the guard supports none.
  if (crit !== undefined) throw BearerFault.invalidToken('crit is not understood');
  if (typeof kid !== 'string' || kid === '') throw BearerFault.invalidToken('no kid');
  const key = await keys.find(kid);
  if (key === undefined) throw BearerFault.invalidToken('the issuer has no such key');
  // RFC 8725 §3.1: the key decides the algorithm, or a public key could be used as an HMAC secret.
  if (key.algorithm !== alg) throw BearerFault.invalidToken('alg does not fit the key');
  return key;
}
