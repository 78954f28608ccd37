import { type JWTPayload, SignJWT, calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import { execFileSync } from 'node:child_process';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { CLIENT_SIGNATURE_ALGORITHMS } from '../signing/signature-algorithms';
import { assertProofKey, namedKeyOf, verifyDpopProof } from './dpop-proof';

const refusal = (code: string) => expect.objectContaining({ code }) as Error;

/** RFC 9449 §4.1, figure 2, and the key's thumbprint (§6.1, figure 9). */
const EXAMPLE =
  'eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZOXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19' +
  '.eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUuY29tL3Rva2VuIiwiaWF0IjoxNTYyMjYyNjE2fQ' +
  '.2-GxA6T8lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg4PtFLbdLXiOSsX0x7NVY-FNyJK70nfbV37xRZT3Lg';
const EXAMPLE_JKT = '0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I';

/** RFC 9449 §7.1, figure 12. */
const TOKEN = 'Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU';
const ATH = 'fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo';

const IAT = 1_562_262_616;
const URL_ = 'https://server.example.com/token';
const TARGET = { method: 'POST', url: URL_, algorithms: CLIENT_SIGNATURE_ALGORITHMS, now: IAT * 1000 };
const CLAIMS = { jti: '-BwC3ESc6acc2lTc', htm: 'POST', htu: URL_, iat: IAT };

describe('verifyDpopProof', () => {
  let keys: Awaited<ReturnType<typeof generateKeyPair>>;
  let jwk: Awaited<ReturnType<typeof exportJWK>>;

  beforeAll(async () => {
    keys = await generateKeyPair('ES256', { extractable: true });
    jwk = await exportJWK(keys.publicKey);
  });

  const sign = (claims: object = {}, header: object = {}) =>
    new SignJWT(JSON.parse(JSON.stringify({ ...CLAIMS, ...claims })) as JWTPayload)
      .setProtectedHeader(
        JSON.parse(JSON.stringify({ typ: 'dpop+jwt', alg: 'ES256', jwk, ...header })) as { alg: string },
      )
      .sign(keys.privateKey);
  const judge = async (claims: object = {}, header: object = {}, target: object = {}) =>
    verifyDpopProof(await sign(claims, header), { ...TARGET, ...target });
  const REFUSED = refusal('invalid_dpop_proof');

  it("takes the RFC's own example", async () => {
    expect(await verifyDpopProof(EXAMPLE, TARGET)).toEqual({
      jkt: EXAMPLE_JKT,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      expiresAt: (IAT + 120) * 1000,
      nonce: undefined,
    });
  });

  it.each(['ES384', 'PS256', 'RS256', 'EdDSA'])('takes a key for %s', async (alg) => {
    const { publicKey, privateKey } = await generateKeyPair(alg);
    const own = await exportJWK(publicKey);
    const proof = await new SignJWT(CLAIMS).setProtectedHeader({ typ: 'dpop+jwt', alg, jwk: own }).sign(privateKey);
    expect((await verifyDpopProof(proof, TARGET)).jkt).toBe(await calculateJwkThumbprint(own));
  });

  /** A valid RSA key with a public exponent of 33 bits. */
  const slowKey = () => {
    const options = ['rsa_keygen_bits:2048', 'rsa_keygen_pubexp:4294967297'].flatMap((one) => ['-pkeyopt', one]);
    const pem = execFileSync('openssl', ['genpkey', '-algorithm', 'RSA', ...options], { stdio: 'pipe' });
    return createPrivateKey(pem);
  };

  it('refuses a key that takes long to verify by', async () => {
    const privateKey = slowKey();
    const own = createPublicKey(privateKey).export({ format: 'jwk' }) as object;
    const header = { typ: 'dpop+jwt', alg: 'RS256', jwk: own };
    const proof = await new SignJWT(CLAIMS).setProtectedHeader(header).sign(privateKey);
    await expect(verifyDpopProof(proof, TARGET)).rejects.toThrow(REFUSED);
  });

  it('tells which key a proof names before it is verified', () => {
    expect(namedKeyOf(EXAMPLE)).toBe(EXAMPLE_JKT);
    expect(namedKeyOf(`${EXAMPLE.slice(0, -6)}AAAAAA`)).toBe(EXAMPLE_JKT);
    expect(() => namedKeyOf('text')).toThrow(REFUSED);
  });

  it('one key and jti have one hash; another of either has another', async () => {
    const [one, again, other] = [await judge(), await judge({ iat: IAT + 1 }), await judge({ jti: 'other' })];
    expect(again.hash).toBe(one.hash);
    expect(other.hash).not.toBe(one.hash);
    expect((await verifyDpopProof(EXAMPLE, TARGET)).hash).not.toBe(one.hash);
  });

  it('hands on the nonce', async () => {
    expect((await judge({ nonce: 'a nonce' })).nonce).toBe('a nonce');
  });

  const headers: [string, () => object | Promise<object>][] = [
    ['another typ', () => ({ typ: 'JWT' })],
    ['no typ', () => ({ typ: undefined })],
    ['no jwk', () => ({ jwk: undefined })],
    ['a private key in jwk', async () => ({ jwk: await exportJWK(keys.privateKey) })],
    ['another key in jwk', async () => ({ jwk: await exportJWK((await generateKeyPair('ES256')).publicKey) })],
    ['a shared key in jwk', () => ({ jwk: { kty: 'oct', k: 'AAAA' } })],
    ['a broken key', () => ({ jwk: { ...jwk, x: 'AA' } })],
    ['a member of a private key that fits no key', () => ({ jwk: { ...jwk, k: 'AAAA' } })],
  ];
  it.each(headers)('a header with %s is refused', async (_, headerOf) => {
    await expect(judge({}, await headerOf())).rejects.toThrow(REFUSED);
  });

  it.each<[string, object]>([
    ['no jti', { jti: undefined }],
    ['an empty jti', { jti: '' }],
    ['a jti that is no text', { jti: 1 }],
    ['a jti of 257 characters', { jti: 'x'.repeat(257) }],
    ['no htm', { htm: undefined }],
    ['another method', { htm: 'GET' }],
    ['the method in lower case', { htm: 'post' }],
    ['no htu', { htu: undefined }],
    ['another path', { htu: 'https://server.example.com/other' }],
    ['a path below', { htu: `${URL_}/` }],
    ['another host', { htu: 'https://other.example.com/token' }],
    ['another scheme', { htu: 'http://server.example.com/token' }],
    ['another port', { htu: 'https://server.example.com:444/token' }],
    ['a user in htu', { htu: 'https://user@server.example.com/token' }],
    ['a backslash in htu', { htu: 'https://server.example.com\\token' }],
    ['a relative htu', { htu: '/token' }],
    ['no iat', { iat: undefined }],
    ['an iat that is no number', { iat: String(IAT) }],
    ['an iat 61 seconds ago', { iat: IAT - 61 }],
    ['an iat 61 seconds ahead', { iat: IAT + 61 }],
    ['an exp that has passed', { exp: IAT }],
    ['an nbf 61 seconds ahead', { nbf: IAT + 61 }],
    ['a nonce that is no text', { nonce: 1 }],
  ])('a proof with %s is refused', async (_, claims) => {
    await expect(judge(claims)).rejects.toThrow(REFUSED);
  });

  it.each<[string, object]>([
    ['an nbf 10 seconds ahead, by a clock that is fast', { nbf: IAT + 10 }],
    ['an iat 60 seconds ago', { iat: IAT - 60 }],
    ['an iat 60 seconds ahead', { iat: IAT + 60 }],
    ['a jti of 256 characters', { jti: 'x'.repeat(256) }],
    ['an htu with query and fragment', { htu: `${URL_}?a=b#c` }],
    ['the host in capitals', { htu: 'HTTPS://Server.Example.COM/token' }],
    ['the default port', { htu: 'https://server.example.com:443/token' }],
    ['dot segments', { htu: 'https://server.example.com/a/../token' }],
    ['an encoded letter', { htu: 'https://server.example.com/%74oken' }],
    ['an ath where none is needed', { ath: ATH }],
    ['a claim that is unknown', { other: 1 }],
  ])('a proof with %s is taken', async (_, claims) => {
    await expect(judge(claims)).resolves.toBeDefined();
  });

  it('ath is the hash of the access token that comes with it', async () => {
    const target = { accessToken: TOKEN };
    await expect(judge({ ath: ATH }, {}, target)).resolves.toBeDefined();
    for (const ath of [undefined, '', TOKEN, `${ATH}=`])
      await expect(judge({ ath }, {}, target)).rejects.toThrow(REFUSED);
  });

  it.each(['', 'text', 'a.b.c', `${EXAMPLE}, ${EXAMPLE}`, EXAMPLE.slice(0, -4)])('%s is no proof', async (text) => {
    await expect(verifyDpopProof(text, TARGET)).rejects.toThrow(REFUSED);
  });

  it('alg none proves nothing', async () => {
    const [, payload] = EXAMPLE.split('.');
    const header = Buffer.from(JSON.stringify({ typ: 'dpop+jwt', alg: 'none', jwk })).toString('base64url');
    await expect(verifyDpopProof(`${header}.${payload}.`, TARGET)).rejects.toThrow(REFUSED);
  });
});

describe('assertProofKey', () => {
  it.each<[string | null, string | null]>([
    [null, null],
    [null, 'any'],
    ['mine', 'mine'],
  ])('bound to %s, proven %s: fine', (boundTo, proven) => {
    expect(() => assertProofKey(boundTo, proven)).not.toThrow();
  });

  it('needs the same key', () => {
    expect(() => assertProofKey('mine', 'other')).toThrow(refusal('invalid_grant'));
    expect(() => assertProofKey('mine', null)).toThrow(refusal('invalid_dpop_proof'));
  });
});
