import { createHash } from 'node:crypto';

import type { INestApplication } from '@nestjs/common';
import { exportJWK, type JWTPayload, SignJWT } from 'jose';
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
import { type ProofKey, proofKey } from './support/proofs.ts';

const ALGS = 'algs="ES256 ES384 ES512 PS256 PS384 PS512 RS256 RS384 RS512 EdDSA Ed25519"';
const NOTES = `${AUDIENCE}/notes`;

const clock = new TestClock();
let issuer: IssuerKey;
let jwks: JwksServer;
let app: INestApplication;
let mine: ProofKey;
let token: string;
let count = 0;

beforeAll(async () => {
  issuer = await issuerKey('ES256', 'es');
  jwks = await startJwksServer([issuer.jwk]);
  app = await startHost({ issuer: ISSUER, audience: AUDIENCE, jwksUri: jwks.uri, revocations: false, clock });
  mine = await proofKey();
  token = await bound(mine);
});
afterAll(async () => {
  await app.close();
  await jwks.down();
});

const bound = ({ jkt }: ProofKey) => mint(issuer, clock.now(), { claims: { cnf: { jkt } } });
const ath = (text: string) => createHash('sha256').update(text).digest('base64url');
const seconds = () => Math.floor(clock.now() / 1_000);

/** `undefined` leaves a member out. */
function prove(key: ProofKey, claims: Record<string, unknown> = {}, header: Record<string, unknown> = {}) {
  const payload = { jti: `p${count++}`, htm: 'GET', htu: NOTES, iat: seconds(), ath: ath(token), ...claims };
  return new SignJWT(JSON.parse(JSON.stringify(payload)) as JWTPayload)
    .setProtectedHeader(
      JSON.parse(JSON.stringify({ typ: 'dpop+jwt', alg: key.alg, jwk: key.jwk, ...header })) as { alg: string },
    )
    .sign(key.privateKey);
}

const get = (authorization: string, proof?: string | string[], path = '/notes') => {
  const call = request(app.getHttpServer() as string)
    .get(path)
    .set('authorization', authorization);
  return proof === undefined ? call : call.set('dpop', proof as string);
};

async function expectRefused(answer: request.Test, error: string): Promise<void> {
  const { status, headers, body } = (await answer) as {
    status: number;
    headers: Record<string, string>;
    body: { error: string };
  };
  expect([status, body.error]).toEqual([401, error]);
  expect(headers['www-authenticate']).toMatch(new RegExp(`^DPoP realm="api", error="${error}", .*${ALGS}$`));
  expect(headers['cache-control']).toBe('no-store');
}

describe('a token that is bound to a key (RFC 9449 §7)', () => {
  it('opens the route by the scheme DPoP with a proof, once a proof', async () => {
    const proof = await prove(mine);
    expect((await get(`DPoP ${token}`, proof)).status).toBe(200);
    await expectRefused(get(`DPoP ${token}`, proof), 'invalid_dpop_proof');
    expect((await get(`dpop ${token}`, await prove(mine))).status).toBe(200);
  });

  it.each(['ES384', 'ES512', 'PS256', 'RS256', 'RS512', 'EdDSA', 'Ed25519'])('takes a proof by %s', async (alg) => {
    const key = await proofKey(alg);
    const own = await bound(key);
    expect((await get(`DPoP ${own}`, await prove(key, { ath: ath(own) }))).status).toBe(200);
  });

  it('is no Bearer token, with a proof or without', async () => {
    await expectRefused(get(`Bearer ${token}`), 'invalid_token');
    await expectRefused(get(`Bearer ${token}`, await prove(mine)), 'invalid_token');
  });

  it('opens nothing without a proof, or with two', async () => {
    await expectRefused(get(`DPoP ${token}`), 'invalid_dpop_proof');
    const proofs = [await prove(mine), await prove(mine)];
    await expectRefused(get(`DPoP ${token}`, proofs), 'invalid_dpop_proof');
    await expectRefused(get(`DPoP ${token}`, proofs.join(', ')), 'invalid_dpop_proof');
  });

  it('opens nothing by a proof of another key', async () => {
    await expectRefused(get(`DPoP ${token}`, await prove(await proofKey())), 'invalid_dpop_proof');
  });

  it.each<[string, Record<string, unknown>]>([
    ['no jti', { jti: undefined }],
    ['a jti of 257 characters', { jti: 'x'.repeat(257) }],
    ['another method', { htm: 'POST' }],
    ['another path', { htu: `${AUDIENCE}/me` }],
    ['another host', { htu: 'http://evil.example.com/notes' }],
    ['a user in htu', { htu: 'http://user@localhost:3001/notes' }],
    ['no htu', { htu: undefined }],
    ['no ath', { ath: undefined }],
    ['the ath of another token', { ath: ath('other') }],
    ['no iat', { iat: undefined }],
    ['an iat 61 seconds ago', { iat: 1_800_000_000 - 61 }],
    ['an iat 61 seconds ahead', { iat: 1_800_000_000 + 61 }],
  ])('opens nothing by a proof with %s', async (_, claims) => {
    await expectRefused(get(`DPoP ${token}`, await prove(mine, claims)), 'invalid_dpop_proof');
  });

  it.each<[string, () => Promise<Record<string, unknown>>]>([
    ['another typ', async () => ({ typ: 'JWT' })],
    ['no jwk', async () => ({ jwk: undefined })],
    ['a private key in jwk', async () => ({ jwk: await exportJWK(mine.privateKey) })],
    ['another key in jwk', async () => ({ jwk: (await proofKey()).jwk })],
    ['a shared key in jwk', async () => ({ jwk: { kty: 'oct', k: 'AAAA' } })],
    ['a broken key in jwk', async () => ({ jwk: { ...mine.jwk, x: 'AA' } })],
  ])('opens nothing by a proof with %s', async (_, headerOf) => {
    await expectRefused(get(`DPoP ${token}`, await prove(mine, {}, await headerOf())), 'invalid_dpop_proof');
  });

  it.each(['', 'text', 'a.b.c', 'e30.e30.AA'])('opens nothing by %j', async (proof) => {
    await expectRefused(get(`DPoP ${token}`, proof), 'invalid_dpop_proof');
  });

  it('opens nothing by alg none, or by a signature that is not there', async () => {
    const [, payload] = (await prove(mine)).split('.');
    const header = (alg: string) =>
      Buffer.from(JSON.stringify({ typ: 'dpop+jwt', alg, jwk: mine.jwk })).toString('base64url');
    for (const proof of [
      `${header('none')}.${payload}.AA`,
      `${header('ES256')}.${payload}.AA`,
      `${header('HS256')}.${payload}.AA`,
    ])
      await expectRefused(get(`DPoP ${token}`, proof), 'invalid_dpop_proof');
  });

  it.each<[string, Record<string, unknown>]>([
    ['a query and fragment in htu', { htu: `${NOTES}?a=b#c` }],
    ['the host in capitals', { htu: 'HTTP://LOCALHOST:3001/notes' }],
    ['an encoded letter in htu', { htu: `${AUDIENCE}/%6eotes` }],
    ['an iat 60 seconds ago', { iat: 1_800_000_000 - 60 }],
    ['an iat 60 seconds ahead', { iat: 1_800_000_000 + 60 }],
  ])('opens the route by a proof with %s, whatever the query of the call', async (_, claims) => {
    expect((await get(`DPoP ${token}`, await prove(mine, claims), '/notes?page=2')).status).toBe(200);
  });

  it('needs the scopes of the route all the same', async () => {
    const narrow = await mint(issuer, clock.now(), { claims: { cnf: { jkt: mine.jkt }, scope: 'other' } });
    const answer = await get(`DPoP ${narrow}`, await prove(mine, { ath: ath(narrow) }));
    expect([answer.status, (answer.body as { error: string }).error]).toEqual([403, 'insufficient_scope']);
  });

  it('that is wrong itself is told so by the same scheme', async () => {
    await expectRefused(get('DPoP a.b.c', await prove(mine)), 'invalid_token');
  });

  it.each([{ 'x5t#S256': 'AAAA' }, {}, 'text', null])('is refused where its cnf is %j', async (cnf) => {
    const odd = await mint(issuer, clock.now(), { claims: { cnf } });
    await expectRefused(get(`DPoP ${odd}`, await prove(mine, { ath: ath(odd) })), 'invalid_token');
    await expectRefused(get(`Bearer ${odd}`), 'invalid_token');
  });
});

it('a token that is not bound to a key is a Bearer token alone, and proofs beside it are not looked at', async () => {
  const plain = await mint(issuer, clock.now());
  await expectRefused(get(`DPoP ${plain}`, await prove(mine, { ath: ath(plain) })), 'invalid_token');
  expect((await get(`Bearer ${plain}`)).status).toBe(200);
  expect((await get(`Bearer ${plain}`, 'nonsense')).status).toBe(200);
});
