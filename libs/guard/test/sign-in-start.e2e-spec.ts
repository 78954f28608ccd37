import { generateKeyPairSync } from 'node:crypto';

import { Inject, Injectable, type INestApplication, Module, RequestMethod, VersioningType } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { Test } from '@nestjs/testing';

import { SignInBridge, SignInBridgeModule } from '../src/sign-in/index.ts';
import { ADAPTERS, KEY, type Setting, SignInApp } from './support/sign-in-app.ts';

const ISSUER = 'http://localhost:3000';

const apps: SignInApp[] = [];
afterEach(() => Promise.all(apps.splice(0).map((app) => app.stop())));

const [[, express]] = ADAPTERS as [[string, (typeof ADAPTERS)[0][1]]];

async function start(setting: Setting, newAdapter = express): Promise<SignInApp> {
  const app = await SignInApp.start(ISSUER, newAdapter(), setting);
  apps.push(app);
  return app;
}

const below = (path: string) => ({ url: `http://localhost:4000${path}` });

describe.each(ADAPTERS)('the routes of the bridge on %s', (_, newAdapter) => {
  it.each<[string, string, (app: INestApplication) => void]>([
    ['no prefix', '/consentry', () => {}],
    ['a deep path', '/a/b.c/~d', () => {}],
    ['the prefix of the application', '/api/consentry', (app) => app.setGlobalPrefix('api')],
    ['a prefix with slashes', '/api/v1/consentry', (app) => app.setGlobalPrefix('/api/v1/')],
    [
      'a prefix that leaves them out',
      '/consentry',
      (app) => app.setGlobalPrefix('api', { exclude: ['consentry', 'consentry/*path'] }),
    ],
    ['versions', '/consentry', (app) => app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' })],
  ])('are where url says, with %s', async (_name, path, prepare) => {
    const app = await start({ options: below(path), prepare }, newAdapter);
    expect((await app.fetch(`${path}/jwks.json`)).status).toBe(200);
    for (const route of [path, `${path}/sign-out`]) {
      const { status, html } = await app.open(route);
      expect([status, html]).toEqual([400, expect.stringContaining('<!doctype html>')]);
    }
  });

  it('are nowhere else: a prefix that moves them stops the start', async () => {
    const message =
      /cannot serve http:\/\/localhost:4000\/consentry: setGlobalPrefix\('api'\) moves its routes below http:\/\/localhost:4000\/api\. Either set url, and SIGN_IN_URL of the auth server, to http:\/\/localhost:4000\/api\/consentry, or keep them out of the prefix: setGlobalPrefix\('api', \{ exclude: \['consentry', 'consentry\/\*path'\] \}\)/;
    const starts = [
      (app: INestApplication) => app.setGlobalPrefix('api'),
      (app: INestApplication) => app.setGlobalPrefix('api', { exclude: ['consentry'] }),
      (app: INestApplication) =>
        app.setGlobalPrefix('api', { exclude: [{ path: 'consentry', method: RequestMethod.PUT }] }),
    ];
    for (const prepare of starts) await expect(start({ prepare }, newAdapter)).rejects.toThrow(message);
    const lookalike = { options: below('/apiary'), prepare: starts[0]! };
    await expect(start(lookalike, newAdapter)).rejects.toThrow(/moves its routes below/);
  });
});

describe('SignInBridgeModule', () => {
  const jwk = JSON.parse(KEY) as Record<string, string>;
  const other = (namedCurve: string) =>
    JSON.stringify(generateKeyPairSync('ec', { namedCurve }).privateKey.export({ format: 'jwk' }));

  it.each<[string, string | undefined, RegExp]>([
    [
      'none',
      undefined,
      /- key is missing: set it to a private JWK\. Make one: npx -p @consentry\/auth-server consentry sign-in-key/,
    ],
    ['an empty one', '', /- key is missing/],
    ['no JSON', 'secret', /- key must be a private JWK as JSON text/],
    ['one in quotes', `'${KEY}'`, /- key begins with a quotation mark: those are for a shell/],
    ['no object', '"text"', /- key must be a private JWK as JSON text/],
    ['a public one', JSON.stringify({ ...jwk, d: undefined }), /- key is a public key: the private one is needed/],
    ['one of another curve', other('P-384'), /- key must be an EC key on P-256/],
    ['one for another algorithm', JSON.stringify({ ...jwk, alg: 'ES384' }), /- key must be for ES256/],
    ['a kid that is no text', JSON.stringify({ ...jwk, kid: 7 }), /- the kid of key must be a string/],
    ['one off its curve', JSON.stringify({ ...jwk, x: jwk.y }), /- key is damaged/],
    ['halves of two keys', JSON.stringify({ ...jwk, d: 'AA' }), /- key is damaged/],
  ])('refuses as a key: %s', async (_name, key, message) => {
    const started = start({ options: { key } });
    await expect(started).rejects.toThrow(message);
    await expect(started).rejects.not.toThrow(jwk.d);
  });

  it.each<[object, RegExp]>([
    [{ issuer: 'http://auth.example.com' }, /- issuer must be an https URL/],
    [{ issuer: `${ISSUER}/` }, /- issuer must have no query and no trailing slash/],
    [{ url: 'consentry' }, /- url must be a URL/],
    [{ url: 'http://app.example.com/consentry' }, /- url must be an https URL/],
    [below('/consentry/'), /- url must have no query and no trailing slash/],
    [below('/consentry?a=b'), /- url must have no query/],
    [below(''), /- url needs a path of its own, as http:\/\/localhost:4000\/consentry/],
    [below('/:id*'), /- url must hold only letters, digits and '-\._~' in its path/],
    [below('/a/../b'), /- url must hold only letters/],
    [{ url: 'HTTP://localhost/consentry' }, /- url must hold only letters.* written as browsers write it/],
    [{ url: ISSUER }, /- url must differ from issuer/],
    [{ user: null }, /- user must be a function/],
    [{ login: '/login' }, /- login must be a function/],
    [{ signOut: null }, /- signOut must be a function/],
    [{ backchannelUrl: 'auth.internal' }, /- backchannelUrl must be an http or https URL/],
    [{ backchannelUrl: 'http://auth.internal/' }, /- backchannelUrl must be .* without query and trailing slash/],
    [{ signout: () => undefined }, /- there is no option signout \(did you mean signOut\?\); there are issuer, url, /],
    [{ signInIssuer: '' }, /- signInIssuer must be the value of SIGN_IN_ISSUER/],
  ])('refuses %j', async (options, message) => {
    const started = start({ options });
    await expect(started).rejects.toThrow(message);
    await expect(started).rejects.toThrow(/^SignInBridgeModule was given wrong options:/);
  });

  it('takes the kid of the key, and a private network', async () => {
    const key = JSON.stringify({ ...jwk, kid: 'app-1', alg: 'ES256' });
    const app = await start({ options: { key, backchannelUrl: 'http://auth.internal:3000' } });
    expect(await (await app.fetch('/consentry/jwks.json')).json()).toMatchObject({ keys: [{ kid: 'app-1' }] });
  });

  it('may be told of leavers by the very service that says who is signed in', async () => {
    @Injectable()
    class Users {
      constructor(@Inject(SignInBridge) readonly bridge: SignInBridge) {}
    }
    @Module({ providers: [Users], exports: [Users] })
    class UsersModule {}
    const options = {
      issuer: ISSUER,
      ...below('/consentry'),
      key: KEY,
      login: () => '/login',
      signOut: () => undefined,
    };
    const useFactory = (users: Users) => ({ ...options, user: () => void users });
    const bridge = SignInBridgeModule.forRootAsync({ imports: [UsersModule], inject: [Users], useFactory });
    const module = await Test.createTestingModule({ imports: [bridge] }).compile();
    const app = await module.createNestApplication(express(), { logger: false }).init();
    expect(app.get(Users).bridge).toBe(app.get(SignInBridge));
    await app.close();
  });

  it("leaves its routes out of the application's OpenAPI document", async () => {
    let paths: string[] = [];
    const prepare = (app: INestApplication) =>
      void (paths = Object.keys(SwaggerModule.createDocument(app, new DocumentBuilder().build()).paths));
    await start({ prepare });
    expect(paths).toEqual(['/notes']);
  });
});
