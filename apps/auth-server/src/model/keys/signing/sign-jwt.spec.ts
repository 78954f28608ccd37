import { generateKeyPairSync } from 'node:crypto';
import { jwtVerify } from 'jose';
import { signJwt } from './sign-jwt';

const KEYS = {
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  EdDSA: () => generateKeyPairSync('ed25519'),
};
const ALGORITHMS = Object.keys(KEYS) as (keyof typeof KEYS)[];

const CLAIMS = { iss: 'https://auth.example.com', sub: 'Ådå ☃', nested: { list: [1, null, 'x'] } };

describe('signJwt', () => {
  it.each(ALGORITHMS)('signs by %s what jose verifies: header, claims and signature', async (alg) => {
    const { privateKey, publicKey } = KEYS[alg]();
    const token = signJwt({ alg, kid: 'k1', privateKey }, 'at+jwt', CLAIMS);
    const { protectedHeader, payload } = await jwtVerify(token, publicKey, { algorithms: [alg] });
    expect(protectedHeader).toEqual({ alg, kid: 'k1', typ: 'at+jwt' });
    expect(payload).toEqual(CLAIMS);
  });

  it.each(ALGORITHMS)('binds a signature by %s to what it signs', async (alg) => {
    const { privateKey, publicKey } = KEYS[alg]();
    const [header, , signature] = signJwt({ alg, kid: 'k1', privateKey }, 'JWT', CLAIMS).split('.');
    const [, other] = signJwt({ alg, kid: 'k1', privateKey }, 'JWT', { ...CLAIMS, sub: 'Eve' }).split('.');
    await expect(jwtVerify([header, other, signature].join('.'), publicKey)).rejects.toThrow('signature verification');
  });

  it('gives r and s of ES256 all their 32 bytes, also where one begins with zeros (RFC 7518 §3.4)', async () => {
    const { privateKey, publicKey } = KEYS.ES256();
    for (let n = 0; n < 1_000; n += 1) {
      const token = signJwt({ alg: 'ES256', kid: 'k1', privateKey }, 'JWT', { n });
      expect(token.split('.')[2]).toMatch(/^[\w-]{86}$/);
      if (n % 20 === 0) await jwtVerify(token, publicKey);
    }
  });
});
