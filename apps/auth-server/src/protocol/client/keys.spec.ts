import { type JsonWebKey, generateKeyPairSync } from 'node:crypto';
import { jwksProblem, namedMembers } from './keys';

const pairs = {
  ec: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  okp: generateKeyPairSync('ed25519'),
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  short: generateKeyPairSync('rsa', { modulusLength: 1024 }),
  slow: generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 0xffff_ffff }),
};
const publicOf = (name: keyof typeof pairs) => pairs[name].publicKey.export({ format: 'jwk' });
const setOf = (...keys: JsonWebKey[]) => JSON.stringify({ keys });

// RFC 7517 Appendix A.1: example public keys.
const APPENDIX_A = {
  kty: 'EC',
  crv: 'P-256',
  x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
  use: 'enc',
  kid: '1',
};

describe('jwksProblem', () => {
  it.each([
    ['the EC key of RFC 7517 Appendix A.1', setOf(APPENDIX_A)],
    ['EC, Ed25519 and RSA', setOf(publicOf('ec'), publicOf('okp'), publicOf('rsa'))],
    ['kid, alg and use', setOf({ ...publicOf('ec'), kid: 'one', alg: 'ES256', use: 'sig' })],
    ['an RSA key with the largest exponent', setOf(publicOf('slow'))],
    ['ten keys', setOf(...Array.from({ length: 10 }, () => publicOf('ec')))],
  ])('takes %s', (_, json) => {
    expect(jwksProblem(json)).toBeNull();
  });

  it.each([
    ['private EC', setOf(pairs.ec.privateKey.export({ format: 'jwk' })), /keys\[0\] a private or symmetric key/],
    ['private RSA', setOf(publicOf('ec'), pairs.rsa.privateKey.export({ format: 'jwk' })), /keys\[1\] a private/],
    ['private OKP', setOf(pairs.okp.privateKey.export({ format: 'jwk' })), /private/],
    ['symmetric', setOf({ kty: 'oct', k: 'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ' }), /symmetric/],
    ['private of the type AKP', setOf({ kty: 'AKP', alg: 'ML-DSA-44', pub: 'AyM1', priv: 'AyM1' }), /private/],
    ['oct without k', setOf({ kty: 'oct' }), /cannot be read/],
    ['short RSA', setOf(publicOf('short')), /fewer than 2048 bits/],
    ['long RSA', setOf({ ...publicOf('rsa'), n: '_'.repeat(684) }), /more than 4096 bits/],
    ['an exponent of 33 bits', setOf({ ...publicOf('rsa'), e: 'AQAAAAE' }), /exponent is not below 2\^32/],
    ['a padded number', setOf({ ...publicOf('rsa'), e: 'AQAB=' }), /cannot be read/],
    ['a point that is not on the curve', setOf({ ...APPENDIX_A, y: APPENDIX_A.x }), /cannot be read/],
    ['an unknown type', setOf({ kty: 'XY' }), /cannot be read/],
    ['nothing of a key', setOf({}), /cannot be read/],
    ['a kid that is a number', JSON.stringify({ keys: [{ ...APPENDIX_A, kid: 1 }] }), /kid is not a string/],
    ['two of one kid', setOf(APPENDIX_A, APPENDIX_A), /same kid/],
    ['no key', setOf(), /1 to 10 keys/],
    ['eleven keys', setOf(...Array.from({ length: 11 }, () => publicOf('ec'))), /1 to 10 keys/],
    ['too much', setOf({ ...APPENDIX_A, x5c: 'x'.repeat(16_384) }), /larger than 16384/],
    ['a single key', JSON.stringify(APPENDIX_A), /must be a JWK Set/],
    ['a list', JSON.stringify([APPENDIX_A]), /must be a JWK Set/],
    ['a key that is a list', JSON.stringify({ keys: [[]] }), /must be a JWK Set/],
    ['null', 'null', /must be a JWK Set/],
    ['no JSON', '{', /must be a JWK Set/],
  ])('refuses %s', (_, json, problem) => {
    expect(jwksProblem(json)).toMatch(problem);
  });
});

it('of a set the members are stored that are read', () => {
  const { kid, use, ...key } = APPENDIX_A;
  const named = { ...key, kid, use, key_ops: ['verify'], alg: 'ES256' };
  const sent = { keys: [{ ...named, x5c: ['MIID'], passphrase: 'a secret' }, publicOf('rsa')], secret: 'too' };
  expect(JSON.parse(namedMembers(JSON.stringify(sent)))).toEqual({ keys: [named, publicOf('rsa')] });
});
