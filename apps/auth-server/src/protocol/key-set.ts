import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose';

/**
 * Finds the key of a signature in a JWK Set (RFC 7517 §5); read when the first signature comes.
 *
 * @throws SyntaxError; errors.JOSEError when it is asked for a key that it lacks, or is no set.
 */
export function keysIn(jwks: string): JWTVerifyGetKey {
  const keySet = JSON.parse(jwks) as JSONWebKeySet;
  let find: JWTVerifyGetKey | undefined;
  return async (...signed) => {
    find ??= (await import('jose')).createLocalJWKSet(keySet);
    return find(...signed);
  };
}

export const NO_KEYS = keysIn('{"keys":[]}');
