import { generateKeyPairSync } from 'node:crypto';
import { candidatesIn, readKeySet } from './key-set';

const newKey = (namedCurve = 'P-256') => generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'jwk' });
const RSA = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' });
const OKP = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
const SECRET = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
const [one, other] = [newKey(), newKey()];
const read = (...keys: object[]) => readKeySet(JSON.stringify({ keys }));

describe('a key set', () => {
  it.each<[string, object[]]>([
    ['for encryption', [{ ...one, use: 'enc' }]],
    ['for another operation', [{ ...one, key_ops: ['deriveKey'] }]],
    ['of an unknown type', [{ kty: 'AKP', alg: 'ML-DSA-65', pub: 'AAAA' }]],
    ['that are no keys', [{}]],
    ['that everybody could sign by', [SECRET, { kty: 'oct', k: 'AAAA' }]],
    ['with a kid that is no text', [{ ...one, kid: 1 }]],
    ['with an alg that is no text', [{ ...one, alg: {} }]],
    ['that are too large to verify by', [{ ...RSA, n: 'gAAA'.repeat(200) }]],
  ])('is read without keys %s', (_, unusable) => {
    expect(read(...unusable, { ...other, kid: 'good', use: 'sig', key_ops: ['verify'] })).toEqual([
      { jwk: other, kid: 'good' },
    ]);
  });

  it('keeps of a key what is needed to verify by it', () => {
    expect(read({ ...one, alg: 'ES256', x5c: ['a certificate'], more: 1 })).toEqual([{ jwk: one, alg: 'ES256' }]);
  });

  it.each<[string, string, RegExp]>([
    ['eleven keys', JSON.stringify({ keys: Array.from({ length: 11 }, () => one) }), /1 to 10 keys/],
    ['eleven keys that cannot be used', JSON.stringify({ keys: Array.from({ length: 11 }, () => ({})) }), /1 to 10/],
    ['no key', '{"keys":[]}', /1 to 10 keys/],
    ['too much', JSON.stringify({ keys: [one], more: 'x'.repeat(16_384) }), /larger than 16384/],
    ['entries that are no objects', '{"keys":[null]}', /must be a JWK Set/],
    ['no JSON', '<html>', /must be a JWK Set/],
  ])('with %s is refused', (_, text, problem) => {
    expect(() => readKeySet(text)).toThrow(problem);
  });
});

describe('the keys that may have made a signature', () => {
  const keys = read(
    { ...one, kid: 'a' },
    { ...other, kid: 'b', alg: 'ES256' },
    { ...RSA, kid: 'r' },
    OKP,
    newKey('P-521'),
  );
  const kidsOf = (header: object) => candidatesIn(keys, header).map(({ kid }) => kid);

  it.each<[object, unknown[]]>([
    [{ alg: 'ES256', kid: 'a' }, ['a']],
    [{ alg: 'ES256' }, ['a', 'b']],
    [{ alg: 'ES256', kid: 'c' }, []],
    [{ alg: 'ES256', kid: 1 }, []],
    [{ alg: 'ES384' }, []],
    [{ alg: 'ES512' }, [undefined]],
    [{ alg: 'PS256', kid: 'r' }, ['r']],
    [{ alg: 'RS512' }, ['r']],
    [{ alg: 'EdDSA' }, [undefined]],
    [{ alg: 'EdDSA', kid: 'a' }, []],
    [{ alg: 'HS256' }, []],
    [{ alg: 'none' }, []],
    [{ alg: 'constructor' }, []],
    [{}, []],
  ])('by the header %j are %j', (header, kids) => {
    expect(kidsOf(header)).toEqual(kids);
  });

  it('are three at most', () => {
    const four = read(newKey(), newKey(), newKey(), newKey());
    expect(candidatesIn(four, { alg: 'ES256' })).toEqual(four.slice(0, 3));
  });
});
