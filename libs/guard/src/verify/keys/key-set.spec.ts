import { generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto';

import { parseKeySet } from './key-set.ts';

const jwkOf = ({ publicKey }: { publicKey: KeyObject }): JsonWebKey => publicKey.export({ format: 'jwk' });

const rsa = jwkOf(generateKeyPairSync('rsa', { modulusLength: 2048 }));
const weak = jwkOf(generateKeyPairSync('rsa', { modulusLength: 1024 }));
const p256 = jwkOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }));
const p384 = jwkOf(generateKeyPairSync('ec', { namedCurve: 'P-384' }));
const p521 = jwkOf(generateKeyPairSync('ec', { namedCurve: 'P-521' }));
const pair = generateKeyPairSync('ed25519');
const ed25519 = jwkOf(pair);
const x25519 = jwkOf(generateKeyPairSync('x25519'));

const only = (jwk: object) => parseKeySet({ keys: [jwk] }).get('k');

describe('parseKeySet (RFC 7517 §4, §5)', () => {
  it.each([
    ['RSA', { ...rsa }, 'RS256'],
    ['RSA with its alg and use', { ...rsa, alg: 'RS256', use: 'sig' }, 'RS256'],
    ['RSA for PS256', { ...rsa, alg: 'PS256' }, 'PS256'],
    ['P-256', { ...p256 }, 'ES256'],
    ['P-384', { ...p384, alg: 'ES384' }, 'ES384'],
    ['Ed25519', { ...ed25519, alg: 'EdDSA' }, 'EdDSA'],
    ['key_ops with verify', { ...p256, key_ops: ['verify'] }, 'ES256'],
  ])('takes %s', (_, jwk, algorithm) => {
    expect(only({ ...jwk, kid: 'k' })).toMatchObject({ kid: 'k', algorithm, key: { type: 'public' } });
  });

  it('keeps the public part alone of a private key', () => {
    expect(only({ ...pair.privateKey.export({ format: 'jwk' }), kid: 'k' })?.key.type).toBe('public');
  });

  it.each([
    ['RSA under 2048 bits', weak],
    ['P-521', p521],
    ['P-384 for ES256', { ...p384, alg: 'ES256' }],
    ['RSA for PS384', { ...rsa, alg: 'PS384' }],
    ['X25519', x25519],
    ['a secret', { kty: 'oct', k: 'AQID' }],
    ['a key for encryption', { ...rsa, use: 'enc' }],
    ['a key to sign with', { ...p256, key_ops: ['sign'] }],
    ['an alg of another kind', { ...rsa, alg: 'ES256' }],
    ['RSA for HS256', { ...rsa, alg: 'HS256' }],
    ['a point off the curve', { ...p256, x: 'AQID' }],
    ['no material', { kty: 'RSA' }],
    ['an unknown kind', { kty: 'new' }],
  ])('passes over %s and keeps the rest of the set', (_, jwk) => {
    const keys = parseKeySet({ keys: [{ ...jwk, kid: 'k' }, null, 'text', { ...p256, kid: 'other' }] });
    expect([...keys.keys()]).toEqual(['other']);
  });

  it.each([[{ ...p256 }], [{ ...p256, kid: 1 }]])('passes over a key without kid', (jwk) => {
    expect(parseKeySet({ keys: [jwk] }).size).toBe(0);
  });

  it('takes the first of two with one kid', () => {
    const keys = parseKeySet({
      keys: [
        { ...p256, kid: 'k' },
        { ...rsa, kid: 'k' },
      ],
    });
    expect(keys.get('k')?.algorithm).toBe('ES256');
  });

  it.each([[undefined], [null], [[]], ['text'], [{}], [{ keys: {} }]])('throws for %j', (document) => {
    expect(() => parseKeySet(document)).toThrow('not a JWK Set');
  });
});
