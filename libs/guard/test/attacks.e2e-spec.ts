import { createHmac, createPublicKey, generateKeyPairSync, type JsonWebKey, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import request from 'supertest';

import { isBearerFault } from '../src/bearer/bearer-fault.ts';
import { GuardModule } from '../src/index.ts';
import { VERIFIER } from '../src/nest/guard.tokens.ts';
import type { AccessTokenVerifier } from '../src/verify/access-token-verifier.ts';
import { AUDIENCE, ISSUER, type JwksServer, startJwksServer } from './support/issuer.ts';
import { mutate, randomBy } from './support/mutations.ts';
import { startHost, TestClock } from './support/notes-host.ts';

const clock = new TestClock();
const seconds = clock.at / 1_000;

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ed = generateKeyPairSync('ed25519');
const evil = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const jwkOf = (key: KeyObject): JsonWebKey => key.export({ format: 'jwk' });
const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

const HEADER = { alg: 'ES256', typ: 'at+jwt', kid: 'es' };
const CLAIMS = {
  ...{ iss: ISSUER, sub: 'ada', aud: AUDIENCE, client_id: 'notebook', scope: 'notes:read', jti: 'j1', fam: 'f1' },
  ...{ iat: seconds, exp: seconds + 600 },
};

/** A token with this header and payload, objects or JSON text, signed as the key's kind does. */
function signed(header: unknown, payload: unknown, { privateKey }: { privateKey: KeyObject } = ec): string {
  const text = `${encode(header)}.${encode(payload)}`;
  const hash = privateKey.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  const signature = sign(hash, Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}

let jwks: JwksServer;
let app: INestApplication;
/** Where tokens of attackers point to. */
let bait: { readonly url: string; visits: number; close(): void };

beforeAll(async () => {
  jwks = await startJwksServer([
    { ...jwkOf(ec.publicKey), kid: 'es' },
    { ...jwkOf(rsa.publicKey), kid: 'rs' },
    { ...jwkOf(ed.publicKey), kid: 'ed' },
  ] as JwksServer['keys']);
  app = await startHost({ issuer: ISSUER, audience: AUDIENCE, jwksUri: jwks.uri, revocations: false, clock });
  const server = createServer((_request, response) => {
    bait.visits++;
    response.end(JSON.stringify({ keys: [{ ...jwkOf(evil.publicKey), kid: 'es' }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`;
  bait = { url, visits: 0, close: () => void server.close() };
  await call(signed(HEADER, CLAIMS)).expect(200);
});
afterAll(async () => {
  expect(bait.visits).toBe(0);
  bait.close();
  await app.close();
  await jwks.down();
});

const call = (token: string) =>
  request(app.getHttpServer() as string)
    .get('/notes')
    .set('authorization', `Bearer ${token}`);

async function expectRefused(token: string): Promise<void> {
  const { status, headers } = await call(token);
  expect([status, headers['www-authenticate']]).toEqual([401, expect.stringContaining('error="invalid_token"')]);
}

describe('without the issuer’s key', () => {
  it.each([['none'], ['None'], ['nOnE'], ['NONE'], [''], [null], [undefined], [0], [[]], [['none']]])(
    'alg %j, with and without a signature',
    async (alg) => {
      const text = `${encode({ ...HEADER, alg })}.${encode(CLAIMS)}`;
      const genuine = signed(HEADER, CLAIMS).split('.')[2];
      for (const signature of ['', 'AAAA', genuine]) await expectRefused(`${text}.${signature}`);
    },
  );

  const secrets = (key: KeyObject): [string, Buffer | string][] => [
    ['PEM', key.export({ format: 'pem', type: 'spki' })],
    ['PEM without its last line break', key.export({ format: 'pem', type: 'spki' }).toString().trim()],
    ['DER', key.export({ format: 'der', type: 'spki' })],
    ['JWK', JSON.stringify(jwkOf(key))],
    ['material', Buffer.from((jwkOf(key).n ?? jwkOf(key).x)!, 'base64url')],
  ];

  it.each([
    ['es', ec],
    ['rs', rsa],
    ['ed', ed],
  ])('HMAC with the public key %s as its secret', async (kid, { publicKey }) => {
    for (const [alg, hash] of [
      ['HS256', 'sha256'],
      ['HS384', 'sha384'],
      ['HS512', 'sha512'],
    ] as const)
      for (const [, secret] of secrets(createPublicKey({ key: jwkOf(publicKey), format: 'jwk' }))) {
        const text = `${encode({ ...HEADER, alg, kid })}.${encode(CLAIMS)}`;
        await expectRefused(`${text}.${createHmac(hash, secret).update(text).digest('base64url')}`);
      }
  });

  it.each<[string, () => object]>([
    ['jwk', () => ({ jwk: jwkOf(evil.publicKey) })],
    ['jwk under our kid', () => ({ jwk: { ...jwkOf(evil.publicKey), kid: 'es' }, kid: 'es' })],
    ['jku', () => ({ jku: bait.url })],
    ['x5u', () => ({ x5u: bait.url })],
    ['x5c', () => ({ x5c: [evil.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')] })],
    ['kid that is a URL', () => ({ kid: bait.url })],
    ['all of them without kid', () => ({ kid: undefined, jwk: jwkOf(evil.publicKey), jku: bait.url, x5u: bait.url })],
  ])('a key that the token brings by %s', async (_, more) => {
    await expectRefused(signed({ ...HEADER, ...more() }, CLAIMS, evil));
  });

  it.each([
    ['../../../../dev/null'],
    ['/proc/self/environ'],
    ["es' OR '1'='1"],
    ["x' UNION SELECT 'AAAA"],
    ['__proto__'],
    ['constructor'],
    ['toString'],
    ['es\u0000'],
    [' es'],
    ['ES'],
    ['e'.repeat(5_000)],
    [['es']],
    [{ toString: 'es' }],
    [0],
    [true],
    [null],
    [''],
  ])('kid %.40j', async (kid) => {
    for (const pair of [evil, ec]) await expectRefused(signed({ ...HEADER, kid }, CLAIMS, pair));
  });
});

describe('signed by the issuer’s key, but no access token for this service', () => {
  it.each([
    ['an ID token', { typ: 'JWT' }],
    ['an ID token without typ', { typ: undefined }],
    ['a session token', { typ: 'session+jwt' }],
    ['a logout token', { typ: 'logout+jwt' }],
    ['an introspection answer', { typ: 'token-introspection+jwt' }],
    ['a snapshot of revocations', { typ: 'revocations+jwt' }],
    ['a DPoP proof', { typ: 'dpop+jwt' }],
    ['a client assertion', { typ: 'client-authentication+jwt' }],
    ['typ with a space', { typ: ' at+jwt' }],
    ['typ with a zero byte', { typ: 'at+jwt\u0000' }],
    ['typ with a parameter', { typ: 'at+jwt; a=b' }],
    ['typ in a list', { typ: ['at+jwt'] }],
    ['typ with look-alikes', { typ: 'аt+jwt' }],
    ['crit', { crit: ['exp'] }],
    ['crit of nothing', { crit: [] }],
    ['crit null', { crit: null }],
    ['crit with b64', { crit: ['b64'], b64: false }],
    ['alg of another key', { kid: 'rs' }],
    ['alg of the key in other letters', { alg: 'es256' }],
    ['alg of another hash', { alg: 'ES384' }],
  ])('%s', async (_, header) => {
    await expectRefused(signed({ ...HEADER, ...header }, CLAIMS));
  });

  it('a payload that is not encoded (RFC 7797)', async () => {
    const head = encode({ ...HEADER, b64: false });
    const body = JSON.stringify(CLAIMS).replaceAll('.', '%');
    const signature = sign('sha256', Buffer.from(`${head}.${body}`), {
      key: ec.privateKey,
      dsaEncoding: 'ieee-p1363',
    }).toString('base64url');
    expect((await call(`${head}.${body}.${signature}`)).status).toBe(400);
  });

  it.each([
    ['alg', `{"alg":"none","alg":"ES256","typ":"at+jwt","kid":"es"}`],
    ['kid', `{"alg":"ES256","typ":"at+jwt","kid":"x","kid":"es"}`],
    ['typ', `{"alg":"ES256","typ":"JWT","typ":"at+jwt","kid":"es"}`],
    ['typ by an escape', `{"alg":"ES256","t\\u0079p":"JWT","typ":"at+jwt","kid":"es"}`],
  ])('%s twice in the header', async (_, header) => {
    await expectRefused(signed(header, CLAIMS));
  });

  it.each([
    ['sub', '"sub":"eve"'],
    ['exp', '"exp":1'],
    ['aud', `"aud":"${ISSUER}"`],
    ['scope by an escape', '"s\\u0063ope":"notes:write"'],
    ['a nested member', '"act":{"sub":"a","sub":"b"}'],
  ])('%s twice in the payload', async (_, member) => {
    await expectRefused(signed(HEADER, JSON.stringify(CLAIMS).replace('{', `{${member},`)));
  });

  it.each<[string, object]>([
    ...['', `${ISSUER}/`, ISSUER.toUpperCase(), `${ISSUER}.evil.example`, ` ${ISSUER}`, null, 0, [ISSUER], {}].map(
      (iss): [string, object] => ['iss', { iss }],
    ),
    ...['', '*', `${AUDIENCE}/`, `${AUDIENCE}.evil.example`, ISSUER, [], [[AUDIENCE]], { 0: AUDIENCE }, null, true].map(
      (aud): [string, object] => ['aud', { aud }],
    ),
    ...[undefined, null, '', String(seconds + 600), '1e12', true, [seconds + 600], {}, -1, 1e300, 9e15, 0].map(
      (exp): [string, object] => ['exp', { exp }],
    ),
    ...[undefined, null, '1', true, -1, 1e300].map((iat): [string, object] => ['iat', { iat }]),
    ...[null, '1', true, -1, 1e300, seconds + 61].map((nbf): [string, object] => ['nbf', { nbf }]),
    ['sub', { sub: ['ada'] }],
    ['sub', { sub: '' }],
    ['client_id', { client_id: { toString: 'notebook' } }],
    ['jti', { jti: 1 }],
    ['scope', { scope: ['notes:read'] }],
  ])('%s: %j', async (_, claims) => {
    await expectRefused(signed(HEADER, { ...CLAIMS, ...claims }));
  });

  it.each([
    ['NaN', `{"exp":NaN}`],
    ['an array', '[]'],
    ['a text', '"text"'],
    ['nothing', ''],
    ['members of the prototype', `{"__proto__":${JSON.stringify(CLAIMS)}}`],
    ['no UTF-8', Buffer.from('{"sub":"\xff"}', 'latin1').toString('latin1')],
  ])('a payload of %s', async (_, payload) => {
    await expectRefused(signed(HEADER, payload));
  });

  it('a valid one of each key passes, so that these tests can fail', async () => {
    await call(signed({ ...HEADER, exp: 'ignored', jku: bait.url }, { ...CLAIMS, exp: seconds + 600.5 })).expect(200);
    await call(signed({ ...HEADER, alg: 'RS256', kid: 'rs' }, CLAIMS, rsa)).expect(200);
    await call(signed({ ...HEADER, alg: 'EdDSA', kid: 'ed' }, CLAIMS, ed)).expect(200);
  });
});

/** `npm run prove` tries more. */
const MANY = process.env['PROOFS'] === undefined ? 10_000 : 100_000;

describe(`${MANY} mutated tokens`, () => {
  const genuine = Array.from({ length: 30 }, (_, at) => {
    const claims = { ...CLAIMS, sub: `account-${at}`, jti: `j-${at}` };
    if (at % 3 === 0) return signed({ ...HEADER, alg: 'RS256', kid: 'rs' }, claims, rsa);
    return at % 3 === 1 ? signed(HEADER, claims) : signed({ ...HEADER, alg: 'EdDSA', kid: 'ed' }, claims, ed);
  });
  const isGenuine = new Set(genuine);

  async function outcomeOf(verifier: AccessTokenVerifier, token: string): Promise<string> {
    try {
      const { tokenId } = await verifier.verify(token);
      return `accepted ${tokenId}: ${token}`;
    } catch (error) {
      return isBearerFault(error) && error.code === 'invalid_token' ? 'refused' : `${String(error)}: ${token}`;
    }
  }

  it.each([
    ['not one is accepted', 0],
    ['nor by a verifier that knows the genuine ones', 10_000],
  ])('%s, and nothing but a fault escapes', async (_, cacheSize) => {
    const options = { issuer: ISSUER, audience: AUDIENCE, jwksUri: jwks.uri, revocations: false, clock, cacheSize };
    const module = await Test.createTestingModule({ imports: [GuardModule.forRoot(options)] }).compile();
    const verifier = module.get<AccessTokenVerifier>(VERIFIER);
    for (const token of genuine) expect(await outcomeOf(verifier, token)).toMatch(/^accepted/);
    const random = randomBy(20_261_123 + cacheSize);
    const pick = () => genuine[Math.floor(random() * genuine.length)]!;
    const wrong: string[] = [];
    for (let made = 0; made < MANY;) {
      const token = mutate(pick(), pick(), random);
      if (isGenuine.has(token)) continue;
      // Connections that idle meanwhile must be seen to close.
      if (++made % 1_000 === 0) await new Promise((resolve) => setImmediate(resolve));
      const outcome = await outcomeOf(verifier, token);
      if (outcome !== 'refused') wrong.push(outcome);
    }
    expect(wrong).toEqual([]);
    for (const token of genuine) expect(await outcomeOf(verifier, token)).toMatch(/^accepted/);
    await module.close();
  });
});
