import { compactVerify } from 'jose';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { encodeJwsPart, signJwt } from './signed-jwt';

const KEYS = {
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
  RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
  EdDSA: generateKeyPairSync('ed25519').privateKey,
};
const CLAIMS = { iss: 'http://localhost:3000', sub: 'Zoë 🦊', exp: 1_300_819_380 };

describe('signJwt', () => {
  it.each(['ES256', 'RS256', 'EdDSA'] as const)('%s: another implementation verifies and reads it', async (alg) => {
    const head = encodeJwsPart({ alg, kid: 'k1', typ: 'at+jwt' });
    const jwt = signJwt(head, CLAIMS, { alg, key: KEYS[alg] });
    const { protectedHeader, payload } = await compactVerify(jwt, createPublicKey(KEYS[alg]));
    expect(protectedHeader).toEqual({ alg, kid: 'k1', typ: 'at+jwt' });
    expect(JSON.parse(new TextDecoder().decode(payload))).toEqual(CLAIMS);
  });

  it.each(['ES256', 'RS256', 'EdDSA'] as const)('%s: no part of it can be changed', async (alg) => {
    const jwt = signJwt(encodeJwsPart({ alg }), CLAIMS, { alg, key: KEYS[alg] });
    const [head = '', claims = '', signature = ''] = jwt.split('.');
    const another = encodeJwsPart({ ...CLAIMS, sub: 'another' });
    const other = encodeJwsPart({ alg, kid: 'k2' });
    for (const changed of [`${head}.${another}.${signature}`, `${other}.${claims}.${signature}`])
      await expect(compactVerify(changed, createPublicKey(KEYS[alg]))).rejects.toThrow();
  });
});

describe('encodeJwsPart', () => {
  it('is base64url of JSON without padding (RFC 7515 Appendix A.4.1)', () => {
    expect(encodeJwsPart({ alg: 'ES512' })).toBe('eyJhbGciOiJFUzUxMiJ9');
  });
});
