import type { INestApplication } from '@nestjs/common';
import { base64url, type CryptoKey, exportSPKI, importJWK, SignJWT } from 'jose';
import request from 'supertest';

import {
  AUDIENCE,
  ISSUER,
  type IssuerKey,
  issuerKey,
  type JwksServer,
  mint,
  startJwksServer,
} from './support/issuer.ts';
import { startHost, TestClock } from './support/notes-host.ts';

const EXPIRED =
  'Bearer realm="api", error="invalid_token", error_description="The access token expired", scope="notes:read"';
const INVALID =
  'Bearer realm="api", error="invalid_token", error_description="The access token is not valid", scope="notes:read"';

const clock = new TestClock();
let keys: Record<'RS256' | 'ES256' | 'EdDSA', IssuerKey>;
let foreign: IssuerKey;
let jwks: JwksServer;
let app: INestApplication;

beforeAll(async () => {
  const [rs, es, ed] = await Promise.all([
    issuerKey('RS256', 'rs'),
    issuerKey('ES256', 'es'),
    issuerKey('EdDSA', 'ed'),
  ]);
  keys = { RS256: rs, ES256: es, EdDSA: ed };
  foreign = await issuerKey('ES256', 'es');
  jwks = await startJwksServer([rs.jwk, es.jwk, ed.jwk]);
  app = await startHost({ issuer: ISSUER, audience: AUDIENCE, jwksUri: jwks.uri, revocations: false, clock });
});
afterAll(async () => {
  await app.close();
  await jwks.down();
});

const seconds = () => Math.floor(clock.now() / 1_000);
const get = (token: string) =>
  request(app.getHttpServer() as string)
    .get('/notes')
    .set('authorization', `Bearer ${token}`);

async function expectRefused(token: string, challenge = INVALID): Promise<void> {
  const answer = await get(token);
  expect(answer.status).toBe(401);
  expect(answer.headers).toMatchObject({ 'www-authenticate': challenge, 'cache-control': 'no-store' });
  const error_description = challenge === EXPIRED ? 'The access token expired' : 'The access token is not valid';
  expect(answer.body).toEqual({ error: 'invalid_token', error_description });
}

const part = (value: object) => base64url.encode(JSON.stringify(value));

describe.each(['RS256', 'ES256', 'EdDSA'] as const)('a token signed with %s', (alg) => {
  it('opens the route, and the handler knows who calls', async () => {
    const answer = await get(await mint(keys[alg], clock.now()));
    expect(answer.status).toBe(200);
    expect(answer.headers['www-authenticate']).toBeUndefined();
    expect(answer.body).toMatchObject({
      frozen: true,
      token: {
        issuer: ISSUER,
        subject: 'ada',
        audience: [AUDIENCE],
        clientId: 'notebook',
        scopes: ['notes:read'],
        familyId: 'f1',
        tokenId: 'j1',
        issuedAt: clock.now(),
        expiresAt: clock.now() + 600_000,
        claims: { client_id: 'notebook', iat: seconds() },
      },
    });
  });

  it('is over at its exp, to the millisecond', async () => {
    const token = await mint(keys[alg], clock.now());
    const start = clock.at;
    clock.at = start + 600_000 - 1;
    await get(token).expect(200);
    clock.at = start + 600_000;
    await expectRefused(token, EXPIRED);
    clock.at = start;
  });

  it('is taken 60 s before its nbf, and not sooner', async () => {
    await get(await mint(keys[alg], clock.now(), { claims: { nbf: seconds() + 59 } })).expect(200);
    await expectRefused(await mint(keys[alg], clock.now(), { claims: { nbf: seconds() + 61 } }));
  });

  it.each([
    ['iss', { iss: 'http://localhost:3009' }],
    ['aud', { aud: ISSUER }],
    ['no exp', { exp: undefined }],
    ['no sub', { sub: undefined }],
    ['no client_id', { client_id: undefined }],
  ])('is refused for its %s', async (_, claims) => {
    await expectRefused(await mint(keys[alg], clock.now(), { claims }));
  });

  it.each([['session+jwt'], ['JWT'], [undefined]])('is refused when its typ is %s', async (typ) => {
    await expectRefused(await mint(keys[alg], clock.now(), { header: { typ } }));
  });

  it('is refused when its payload was changed', async () => {
    const [head, body = '', signature] = (await mint(keys[alg], clock.now())).split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
    await expectRefused(`${head}.${part({ ...claims, sub: 'eve' })}.${signature}`);
  });

  it('is refused when any part of its signature was changed', async () => {
    const [head, body, signature = ''] = (await mint(keys[alg], clock.now())).split('.');
    for (const at of [0, Math.floor(signature.length / 2), signature.length - 1]) {
      const other = signature[at] === 'A' ? 'B' : 'A';
      await expectRefused(`${head}.${body}.${signature.slice(0, at)}${other}${signature.slice(at + 1)}`);
    }
    for (const broken of ['', 'AA', signature.slice(4), `${signature}AAAA`, `${signature}=`, `${signature}.AA`]) {
      await expectRefused(`${head}.${body}.${broken}`);
    }
  });

  it('is refused when its header names another key, algorithm or kind', async () => {
    const [head = '', body, signature] = (await mint(keys[alg], clock.now())).split('.');
    const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as object;
    const others = ['RS256', 'ES256', 'EdDSA', 'HS256', 'PS256', 'none'].filter((other) => other !== alg);
    for (const other of others) await expectRefused(`${part({ ...header, alg: other })}.${body}.${signature}`);
    for (const kid of ['rs', 'es', 'ed'].filter((kid) => kid !== keys[alg].kid)) {
      await expectRefused(`${part({ ...header, kid })}.${body}.${signature}`);
    }
  });

  it('is refused without kid, and with crit', async () => {
    await expectRefused(await mint(keys[alg], clock.now(), { header: { kid: undefined } }));
    const [, body, signature] = (await mint(keys[alg], clock.now())).split('.');
    const { kid } = keys[alg];
    await expectRefused(`${part({ alg, kid, typ: 'at+jwt', crit: ['x'], x: 1 })}.${body}.${signature}`);
  });
});

describe('forged tokens', () => {
  let fetchesBefore: number;
  beforeAll(() => (fetchesBefore = jwks.fetches));

  it('alg none, with and without a signature', async () => {
    const [, body] = (await mint(keys.ES256, clock.now())).split('.');
    for (const alg of ['none', 'None', 'NONE', '']) {
      for (const kid of ['es', undefined]) {
        const head = part({ alg, typ: 'at+jwt', ...(kid && { kid }) });
        await expectRefused(`${head}.${body}.`);
        await expectRefused(`${head}.${body}.AAAA`);
      }
    }
  });

  it.each(['RS256', 'ES256', 'EdDSA'] as const)('HS256 with the public %s key as the secret', async (alg) => {
    const { jwk, kid } = keys[alg];
    const pem = await exportSPKI((await importJWK(jwk, alg)) as CryptoKey);
    const claims = {
      iss: ISSUER,
      sub: 'eve',
      aud: AUDIENCE,
      client_id: 'x',
      jti: 'j',
      iat: seconds(),
      exp: seconds() + 60,
    };
    for (const secret of [pem, pem.trim(), JSON.stringify(jwk), jwk.n ?? jwk.x ?? '']) {
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid })
        .sign(Buffer.from(secret));
      await expectRefused(token);
    }
  });

  it("another issuer's key under a kid of ours", async () => {
    await expectRefused(await mint(foreign, clock.now()));
  });

  it('a key that the token brings along', async () => {
    const header = { jwk: foreign.jwk, jku: 'http://127.0.0.1:9/jwks', x5u: 'http://127.0.0.1:9/x', kid: 'es' };
    await expectRefused(await mint(foreign, clock.now(), { header }));
  });

  it.each([
    ['no JWT', 'abc'],
    ['dots', '..'],
    ['an encrypted one', 'a.b.c.d.e'],
    ['no JSON', 'AQID.AQID.AQID'],
    ['JSON null', 'bnVsbA.bnVsbA.AQID'],
    ['deep JSON', `${base64url.encode('['.repeat(5_000))}.e30.AQID`],
  ])('%s', async (_, token) => {
    await expectRefused(token);
  });

  it('none of them made the guard ask the issuer more often', () => {
    expect(jwks.fetches).toBe(fetchesBefore);
  });
});
