import { calculateJwkThumbprint } from 'jose';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readPublicJwk, rsaProblem, thumbprintOf } from './public-jwk';

/** A Base64urlUInt of that many bits. */
const numberOf = (bits: number) => {
  const bytes = randomBytes(Math.ceil(bits / 8));
  const top = 1 << ((bits - 1) % 8);
  bytes[0] = (bytes[0]! & (top - 1)) | top;
  return bytes.toString('base64url');
};
const rsa = (bits: number, exponentBits = 17) => ({ kty: 'RSA', n: numberOf(bits), e: numberOf(exponentBits) });
const publicOf = (pair: { publicKey: ReturnType<typeof generateKeyPairSync>['publicKey'] }) =>
  pair.publicKey.export({ format: 'jwk' }) as Record<string, unknown>;

describe('the size of an RSA key', () => {
  it.each([
    [2048, 2],
    [3072, 17],
    [4096, 32],
  ])('of %d bits with an exponent of %d bits is taken', (bits, exponentBits) => {
    expect(rsaProblem(rsa(bits, exponentBits))).toBeNull();
  });

  it.each([
    [1024, 17, /fewer than 2048 bits/],
    [2047, 17, /fewer than 2048 bits/],
    [4097, 17, /more than 4096 bits/],
    [16_384, 17, /more than 4096 bits/],
    [2048, 33, /exponent is not below 2\^32/],
    [2048, 2048, /exponent is not below 2\^32/],
  ])('of %d bits with an exponent of %d bits is refused', (bits, exponentBits, problem) => {
    expect(rsaProblem(rsa(bits, exponentBits))).toMatch(problem);
    expect(readPublicJwk(rsa(bits, exponentBits))).toBeNull();
  });

  it('is counted without leading zeros', () => {
    const n = Buffer.concat([Buffer.alloc(8), Buffer.from(numberOf(4096), 'base64url')]).toString('base64url');
    expect(rsaProblem({ ...rsa(2048), n })).toBeNull();
    expect(rsaProblem({ kty: 'RSA', n: Buffer.alloc(512).toString('base64url'), e: 'AQAB' })).toMatch(/fewer than/);
  });
});

describe('a public key', () => {
  const keys = [
    publicOf(generateKeyPairSync('ec', { namedCurve: 'P-384' })),
    publicOf(generateKeyPairSync('ed25519')),
    publicOf(generateKeyPairSync('rsa', { modulusLength: 2048 })),
  ];

  it.each(keys)('is read without what does not make it what it is, and has the thumbprint of RFC 7638', async (key) => {
    const jwk = readPublicJwk({ ...key, kid: 'one', use: 'sig', x5c: ['x'.repeat(1_000)] });
    expect(jwk).toEqual(key);
    expect(thumbprintOf(jwk!)).toBe(await calculateJwkThumbprint(key));
  });

  it.each<[string, Record<string, unknown>]>([
    ['private', { ...keys[0], d: 'AAAA' }],
    ['symmetric', { kty: 'oct', k: 'AAAA' }],
    ['private and symmetric', { ...keys[1], k: 'AAAA' }],
    ['of an unknown type', { kty: 'AKP', alg: 'ML-DSA-44', pub: 'AAAA' }],
    ['of a type that every object has', { kty: 'constructor' }],
    ['incomplete', { ...keys[0], y: undefined }],
    ['of a number', { ...keys[2], e: 65_537 }],
    ['padded', { ...keys[2], e: 'AQAB==' }],
    ['of other characters', { ...keys[2], n: `${keys[2]!['n'] as string} ` }],
  ])('that is %s is not taken', (_, key) => {
    expect(readPublicJwk(key)).toBeNull();
  });
});
