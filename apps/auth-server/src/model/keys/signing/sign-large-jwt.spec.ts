import { compactVerify } from 'jose';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { SigningAlgorithm } from '../../../platform/config/settings';
import { signLargeJwt } from './sign-large-jwt';

const KEYS = {
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  EdDSA: () => generateKeyPairSync('ed25519'),
};

describe.each(Object.keys(KEYS) as SigningAlgorithm[])('a large JWT by %s', (alg) => {
  const { privateKey } = KEYS[alg]();
  const PART = 3 * 256 * 1024;

  it.each([0, 1, 2, PART - 1, PART, PART + 1, 3 * PART + 2])('of %d bytes is a JWS as any other', async (length) => {
    const claims = Buffer.from(JSON.stringify({ text: 'ä'.repeat(length / 2) }));
    const jwt = await signLargeJwt({ kid: 'a', alg, privateKey }, 'revocations+jwt', claims);
    const { payload, protectedHeader } = await compactVerify(jwt, createPublicKey(privateKey));
    expect(Buffer.compare(payload, claims)).toBe(0);
    expect(protectedHeader).toEqual({ alg, kid: 'a', typ: 'revocations+jwt' });
  });
});
