import { calculateJwkThumbprint } from 'jose';
import { createPrivateKey, createPublicKey, createSecretKey, sign, verify } from 'node:crypto';
import type { JWK } from 'jose';
import { newSigningKey } from './new-signing-key';
import { unseal } from '../sealing';

const SEALING = createSecretKey(Buffer.alloc(32, 1));

describe('newSigningKey', () => {
  it.each([
    ['ES256', { kty: 'EC', crv: 'P-256' }, 'sha256'],
    ['RS256', { kty: 'RSA', e: 'AQAB' }, 'sha256'],
    ['EdDSA', { kty: 'OKP', crv: 'Ed25519' }, null],
  ] as const)('%s', async (alg, members, digest) => {
    const { kid, publicJwk, sealedPrivateKey } = await newSigningKey(alg, SEALING);
    const jwk = JSON.parse(publicJwk) as JWK;
    expect(jwk).toMatchObject({ ...members, kid, alg, use: 'sig' });
    expect(kid).toBe(await calculateJwkThumbprint(jwk));
    for (const name of ['d', 'p', 'q', 'dp', 'dq', 'qi']) expect(jwk).not.toHaveProperty(name);

    const der = unseal(sealedPrivateKey, SEALING, kid);
    const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    const signature = sign(digest, Buffer.from('text'), privateKey);
    const publicKey = createPublicKey({ key: jwk as Record<string, string>, format: 'jwk' });
    expect(verify(digest, Buffer.from('text'), publicKey, signature)).toBe(true);
    expect(() => unseal(sealedPrivateKey, SEALING, 'another kid')).toThrow();
  });

  it('makes another each time', async () => {
    const [one, two] = await Promise.all([newSigningKey('EdDSA', SEALING), newSigningKey('EdDSA', SEALING)]);
    expect(one.kid).not.toBe(two.kid);
  });
});
