import type { INestApplication } from '@nestjs/common';
import request from 'supertest';

import type { IssuerOptions, VerifiedAccessToken } from '../src/index.ts';
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

const KEYCLOAK = 'http://localhost:8080/realms/main';
const AUTH0 = 'http://localhost:8081/';

const clock = new TestClock();
let app: INestApplication;
const keys: Record<'own' | 'keycloak' | 'auth0', IssuerKey> = {} as never;
const servers: JwksServer[] = [];

beforeAll(async () => {
  // One kid for all: a key is found by its issuer first.
  keys.own = await issuerKey('ES256', 'k');
  keys.keycloak = await issuerKey('PS256', 'k');
  keys.auth0 = await issuerKey('ES384', 'k');
  const [own, keycloak, auth0] = await Promise.all(Object.values(keys).map(({ jwk }) => startJwksServer([jwk])));
  servers.push(own!, keycloak!, auth0!);
  const issuers: IssuerOptions[] = [
    { issuer: ISSUER, jwksUri: own!.uri, revocations: false },
    { issuer: KEYCLOAK, profile: 'keycloak', jwksUri: keycloak!.uri, audience: 'notes' },
    { issuer: AUTH0, profile: 'auth0', jwksUri: auth0!.uri },
  ];
  app = await startHost({ issuers, audience: AUDIENCE, clock });
});
afterAll(async () => {
  await app.close();
  await Promise.all(servers.map((server) => server.down()));
});

async function call(token: string) {
  const answer = await request(app.getHttpServer() as string)
    .get('/notes')
    .set('authorization', `Bearer ${token}`);
  const body = answer.body as { token?: VerifiedAccessToken; error?: string };
  return { status: answer.status, token: body.token, error: body.error };
}

const REFUSED = { status: 401, token: undefined, error: 'invalid_token' };

/** As Keycloak 26 issues them to a public client, with an audience mapper. */
const keycloakToken = (claims: object = {}, header: object = {}) =>
  mint(keys.keycloak, clock.now(), {
    claims: {
      iss: KEYCLOAK,
      jti: 'onrtac:8d9f7e4c-1f5b-4a8a-9f0e-2a3b4c5d6e7f',
      aud: ['notes', 'account'],
      sub: '3f0a1c5e-6d3b-4d38-9c55-7f1f2f9d2a11',
      typ: 'Bearer',
      azp: 'notebook',
      sid: '1b0e5a4c-5d8e-4f0a-8b7e-6f5d4c3b2a19',
      acr: '1',
      'allowed-origins': ['https://app.example.com'],
      realm_access: { roles: ['offline_access', 'uma_authorization'] },
      scope: 'openid profile email notes:read',
      preferred_username: 'ada',
      client_id: undefined,
      fam: undefined,
      ...claims,
    },
    header: { typ: 'JWT', ...header },
  });

/** As Auth0 issues them by its own profile. */
const auth0Token = (claims: object = {}, header: object = {}) =>
  mint(keys.auth0, clock.now(), {
    claims: {
      iss: AUTH0,
      sub: 'auth0|6553da60a54af58e29493993',
      aud: [AUDIENCE, `${AUTH0}userinfo`],
      azp: 'K1AUPhZq8mRi0Q0pjhkfu1D7y6KjDQja',
      scope: 'openid profile notes:read',
      permissions: ['notes:read'],
      client_id: undefined,
      jti: undefined,
      fam: undefined,
      ...claims,
    },
    header: { typ: 'JWT', ...header },
  });

describe('several issuers', () => {
  it('each is checked by its own keys and its own profile', async () => {
    const own = await call(await mint(keys.own, clock.now()));
    expect(own).toMatchObject({ status: 200, token: { issuer: ISSUER, clientId: 'notebook', tokenId: 'j1' } });
    const keycloak = await call(await keycloakToken());
    expect(keycloak).toMatchObject({
      status: 200,
      token: { issuer: KEYCLOAK, clientId: 'notebook', scopes: expect.arrayContaining(['notes:read']) as string[] },
    });
    const auth0 = await call(await auth0Token());
    expect(auth0).toMatchObject({
      status: 200,
      token: { issuer: AUTH0, clientId: 'K1AUPhZq8mRi0Q0pjhkfu1D7y6KjDQja' },
    });
    expect(auth0.token?.tokenId).toBeUndefined();
  });

  it('the keys of one never verify tokens of another', async () => {
    const minted = await Promise.all(
      [KEYCLOAK, AUTH0].map((iss) =>
        mint(keys.own, clock.now(), { claims: { iss, typ: 'Bearer', azp: 'a', aud: ['notes', AUDIENCE] } }),
      ),
    );
    const own = { iss: ISSUER, client_id: 'a', jti: 'j', aud: AUDIENCE };
    minted.push(await keycloakToken(own, { typ: 'at+jwt' }), await auth0Token(own, { typ: 'at+jwt' }));
    for (const token of minted) expect(await call(token)).toEqual(REFUSED);
  });

  it.each([['http://localhost:9000'], [`${ISSUER}/`], [undefined], [[ISSUER]], [{}]])(
    'iss %j is none of them',
    async (iss) => {
      expect(await call(await mint(keys.own, clock.now(), { claims: { iss } }))).toEqual(REFUSED);
    },
  );

  it('a token for what the service is called at another issuer is not for it', async () => {
    expect(await call(await mint(keys.own, clock.now(), { claims: { aud: 'notes' } }))).toEqual(REFUSED);
    expect(await call(await auth0Token({ aud: 'notes' }))).toEqual(REFUSED);
    expect(await call(await keycloakToken({ aud: AUDIENCE }))).toEqual(REFUSED);
  });
});

describe('the profile keycloak', () => {
  it.each<[string, object, object]>([
    ['of a client that uses at+jwt', {}, { typ: 'at+jwt' }],
    ['of a service account', { azp: 'worker', client_id: 'worker', scope: 'notes:read' }, {}],
  ])('takes an access token %s', async (_, claims, header) => {
    expect((await call(await keycloakToken(claims, header))).status).toBe(200);
  });

  it.each<[string, object, object?]>([
    ['an ID token', { typ: 'ID', aud: 'notebook', nonce: 'n' }],
    ['an ID token for a client that is called as the service', { typ: 'ID', aud: 'notes', azp: 'notes' }],
    ['a logout token', { typ: 'Logout' }, { typ: 'logout+jwt' }],
    ['an offline token', { typ: 'Offline' }],
    ['a refresh token', { typ: 'Refresh' }],
    ['a token without the claim typ', { typ: undefined }],
    ['a DPoP token without cnf', { typ: 'DPoP' }],
    ['a header of another type', {}, { typ: 'logout+jwt' }],
    ['no audience mapper', { aud: 'account' }],
    ['no aud', { aud: undefined }],
    ['no azp', { azp: undefined, client_id: 'notebook' }],
    ['no sub, as in lightweight tokens', { sub: undefined }],
    ['no jti', { jti: undefined }],
  ])('refuses %s', async (_, claims, header = {}) => {
    expect(await call(await keycloakToken(claims, header))).toEqual(REFUSED);
  });
});

describe('the profile auth0', () => {
  it.each<[string, object, object]>([
    [
      'to an application in its own name',
      { sub: 'abc@clients', azp: 'abc', gty: 'client-credentials', aud: AUDIENCE, scope: 'notes:read' },
      {},
    ],
    ['by the profile RFC 9068', { client_id: 'abc', azp: undefined, jti: 'j' }, { typ: 'at+jwt' }],
  ])('takes an access token %s', async (_, claims, header) => {
    expect((await call(await auth0Token(claims, header))).status).toBe(200);
  });

  it.each<[string, object, object?]>([
    ['an ID token', { aud: 'abc', azp: undefined, nonce: 'n', sid: 's', scope: undefined }],
    ['an ID token for a client that is called as the service', { aud: AUDIENCE, azp: undefined }],
    ['a token whose client is its audience', { azp: AUDIENCE }],
    ['a nonce', { nonce: 'n' }],
    ['an at_hash', { at_hash: 'AAAA' }],
    ['a logout token', { events: { 'http://schemas.openid.net/event/backchannel-logout': {} } }],
    ['a header of another type', {}, { typ: 'logout+jwt' }],
    ['a token for userinfo alone', { aud: `${AUTH0}userinfo` }],
    ['an azp that is no text', { azp: 7 }],
  ])('refuses %s', async (_, claims, header = {}) => {
    expect(await call(await auth0Token(claims, header))).toEqual(REFUSED);
  });
});
