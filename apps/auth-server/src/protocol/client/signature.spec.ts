import { CompactSign, type CryptoKey, SignJWT, exportJWK, generateKeyPair, importJWK } from 'jose';
import { type FindKeys, isSignedBy } from './signature';
import { candidatesIn, readKeySet } from '../signing/key-set';

/** Finds a set's keys and records which ones are imported. */
const finder = (json: string, imported: string[] = []): FindKeys =>
  async function* (header) {
    for (const { jwk } of candidatesIn(readKeySet(json), header)) {
      imported.push(jwk.x ?? jwk.n ?? '');
      yield (await importJWK(jwk, header.alg as string)) as CryptoKey;
    }
  };

async function* noKeys() {}

describe('isSignedBy', () => {
  const keyPairs = ['ES256', 'ES256', 'RS256', 'EdDSA', 'PS256'].map((alg) => generateKeyPair(alg));
  const jwk = async (at: number, kid?: string) => ({ ...(await exportJWK((await keyPairs[at]!).publicKey)), kid });
  const sign = async (at: number, header: { alg: string; kid?: string }) =>
    new SignJWT({}).setProtectedHeader(header).sign((await keyPairs[at]!).privateKey);
  const keySet = (...keys: object[]) => finder(JSON.stringify({ keys }));

  it.each([
    [0, 'ES256'],
    [2, 'RS256'],
    [4, 'PS256'],
    [3, 'EdDSA'],
  ])('finds the key by its kid: %s %s', async (at, alg) => {
    const keys = keySet(await jwk(at, 'mine'), await jwk(1, 'other'));
    expect(await isSignedBy(await sign(at, { alg, kid: 'mine' }), keys)).toBe(true);
    expect(await isSignedBy(await sign(at, { alg, kid: 'other' }), keys)).toBe(false);
  });

  it('tries the keys that fit, where no kid says which, until one does', async () => {
    const text = await sign(1, { alg: 'ES256' });
    expect(await isSignedBy(text, keySet(await jwk(0), await jwk(1)))).toBe(true);
    expect(await isSignedBy(text, keySet(await jwk(0), await jwk(0)))).toBe(false);
    const tried: string[] = [];
    const keys = [await jwk(2), await jwk(1), await jwk(0)];
    expect(await isSignedBy(text, finder(JSON.stringify({ keys }), tried))).toBe(true);
    expect(tried).toEqual([keys[1]?.x]);
  });

  it('tries three at most', async () => {
    const [other, own] = [await jwk(0), await jwk(1)];
    const text = await sign(1, { alg: 'ES256' });
    expect(await isSignedBy(text, keySet(other, other, own))).toBe(true);
    expect(await isSignedBy(text, keySet(other, other, other, own))).toBe(false);
  });

  it.each([
    ['alg none', Buffer.from('{"alg":"none"}').toString('base64url') + '.e30.'],
    ['no JWT', 'text'],
    ['five parts', 'a.b.c.d.e'],
  ])('%s is signed by nobody', async (_, text) => {
    expect(await isSignedBy(text, keySet(await jwk(0)))).toBe(false);
  });

  it('a shared secret proves nothing, even as a key in the set', async () => {
    const secret = Buffer.alloc(32, 1);
    const text = await new CompactSign(Buffer.from('{}')).setProtectedHeader({ alg: 'HS256' }).sign(secret);
    expect(await isSignedBy(text, keySet({ kty: 'oct', k: secret.toString('base64url') }))).toBe(false);
  });

  it('without keys nobody signed', async () => {
    const text = await sign(0, { alg: 'ES256' });
    expect(await isSignedBy(text, noKeys)).toBe(false);
  });
});
