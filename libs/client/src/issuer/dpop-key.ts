import { webcrypto } from 'node:crypto';

import { type Configuration, type DPoPHandle, getDPoPHandle, randomDPoPKeyPair } from 'openid-client';

import type { DpopJwk } from '../tokens/person-tokens.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' };

export async function newDpopKey(): Promise<DpopJwk> {
  const { privateKey } = await randomDPoPKeyPair('ES256', { extractable: true });
  const { x, y, d } = (await webcrypto.subtle.exportKey('jwk', privateKey)) as Pick<DpopJwk, 'x' | 'y' | 'd'>;
  return { kty: 'EC', crv: 'P-256', x, y, d };
}

/** Signs DPoP proofs with the key (RFC 9449 §4). */
export async function proofsBy({ d, ...jwk }: DpopJwk, config: Configuration): Promise<DPoPHandle> {
  const [publicKey, privateKey] = await Promise.all([
    webcrypto.subtle.importKey('jwk', jwk, ALGORITHM, true, ['verify']),
    webcrypto.subtle.importKey('jwk', { ...jwk, d }, ALGORITHM, false, ['sign']),
  ]);
  return getDPoPHandle(config, { publicKey, privateKey });
}
