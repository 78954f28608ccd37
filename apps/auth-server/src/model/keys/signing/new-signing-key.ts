import { type KeyObject, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { SigningAlgorithm } from '../../../platform/config/settings';
import { seal } from '../sealing';

/** The columns of a key that never change. */
export interface NewSigningKey {
  kid: string;
  alg: SigningAlgorithm;
  /** JSON. */
  publicJwk: string;
  sealedPrivateKey: string;
}

const generate = promisify(generateKeyPair);

/** A new key pair with a sealed private key. The kid is the public key's thumbprint (RFC 7638). */
export async function newSigningKey(alg: SigningAlgorithm, sealing: KeyObject): Promise<NewSigningKey> {
  // Imported here: a server that has its keys starts without jose.
  const { calculateJwkThumbprint } = await import('jose');
  const { publicKey, privateKey } = await newPair(alg);
  const jwk = publicKey.export({ format: 'jwk' });
  const kid = await calculateJwkThumbprint(publicKey);
  const publicJwk = JSON.stringify({ ...jwk, kid, alg, use: 'sig' });
  const sealedPrivateKey = seal(privateKey.export({ format: 'der', type: 'pkcs8' }), sealing, kid);
  return { kid, alg, publicJwk, sealedPrivateKey };
}

function newPair(alg: SigningAlgorithm): Promise<{ publicKey: KeyObject; privateKey: KeyObject }> {
  switch (alg) {
    case 'ES256':
      return generate('ec', { namedCurve: 'P-256' });
    case 'RS256':
      return generate('rsa', { modulusLength: 2048 });
    case 'EdDSA':
      return generate('ed25519');
  }
}
