import { Controller, Get, type INestApplication, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import request from 'supertest';

import { AccessToken, GuardModule, JwtBearerGuard, RequireScopes, type VerifiedAccessToken } from '../src/index.ts';
import { type TestClaims, TestIssuer } from '../src/testing/index.ts';

@Controller('notes')
class NotesController {
  @Get()
  @RequireScopes('notes:read')
  list(@AccessToken() token: VerifiedAccessToken) {
    return { owner: token.subject };
  }
}

const guarded = async (options: Parameters<typeof GuardModule.forRoot>[0]): Promise<INestApplication> => {
  @Module({
    imports: [GuardModule.forRoot(options)],
    controllers: [NotesController],
    providers: [{ provide: APP_GUARD, useClass: JwtBearerGuard }],
  })
  class AppModule {}
  const module = await Test.createTestingModule({ imports: [AppModule] }).compile();
  return module.createNestApplication({ logger: false }).init();
};

const call = (app: INestApplication, token: string) =>
  request(app.getHttpServer() as string)
    .get('/notes')
    .set('authorization', `Bearer ${token}`);

describe('a service that is configured for its real issuer', () => {
  let issuer: TestIssuer;
  let app: INestApplication;

  beforeAll(async () => {
    issuer = await TestIssuer.start({ issuer: 'https://auth.example.com/t1', audience: 'https://notes.example.com' });
    app = await guarded({ issuer: 'https://auth.example.com/t1', audience: 'https://notes.example.com' });
  });
  afterAll(async () => {
    await app.close();
    await issuer.stop();
  });

  it('takes tokens of the test issuer by its own guard', async () => {
    const answer = await call(app, issuer.token({ sub: 'ada', scope: 'notes:read' }));
    expect([answer.status, answer.body]).toEqual([200, { owner: 'ada' }]);
  });

  it.each([
    ['another scope', { scope: 'notes:write' }, {}, 403],
    ['an expired one', { exp: '-1s' }, {}, 401],
    ['one for later', { nbf: '5m' }, {}, 401],
    ['one for another service', { aud: 'https://other.example.com' }, {}, 401],
    ['one without a subject', { sub: undefined }, {}, 401],
    ['an ID token', {}, { typ: 'JWT' }, 401],
  ] as const)('refuses %s', async (_, claims, header, status) => {
    await call(app, issuer.token({ scope: 'notes:read', ...claims }, header)).expect(status);
  });

  it('gives a family to tokens of people alone', () => {
    const familyOf = (claims: TestClaims) =>
      (JSON.parse(Buffer.from(issuer.token(claims).split('.')[1]!, 'base64url').toString()) as { fam?: string }).fam;
    expect(familyOf({ sub: 'ada', client_id: 'app' })).toEqual(expect.any(String));
    expect(familyOf({ sub: 'app', client_id: 'app' })).toBeUndefined();
    expect(familyOf({ sub: 'app', client_id: 'app', fam: 'f1' })).toBe('f1');
    expect(familyOf({ sub: undefined, client_id: undefined })).toEqual(expect.any(String));
  });

  it('refuses a token of another test issuer', async () => {
    const other = await TestIssuer.start({
      issuer: 'https://auth.example.com/t2',
      audience: 'https://notes.example.com',
    });
    await call(app, other.token({ iss: issuer.issuer, scope: 'notes:read' })).expect(401);
    await other.stop();
  });

  it('knows a new key at once', async () => {
    issuer.rotateKeys();
    await call(app, issuer.token({ scope: 'notes:read' })).expect(200);
  });
});

describe('a guard that follows the issuer’s clock', () => {
  it('refuses a token once its time has come', async () => {
    const issuer = await TestIssuer.start();
    const app = await guarded(issuer.options);
    const token = issuer.token({ scope: 'notes:read', exp: '1h' });
    await call(app, token).expect(200);
    issuer.clock.advance('1h');
    await call(app, token).expect(401);
    await app.close();
    await issuer.stop();
  });

  it('answers 503 while the issuer is down, and 200 once it is back', async () => {
    const issuer = await TestIssuer.start();
    const app = await guarded(issuer.options);
    const token = issuer.token({ scope: 'notes:read' });
    await issuer.down();
    await call(app, token).expect(503);
    await issuer.up();
    issuer.clock.advance('10s');
    await call(app, token).expect(200);
    await app.close();
    await issuer.stop();
  });

  it('gives calls back to the network after its end', async () => {
    const before = globalThis.fetch;
    const issuer = await TestIssuer.start({ issuer: 'https://auth.example.com' });
    expect(globalThis.fetch).not.toBe(before);
    await issuer.stop();
    expect(globalThis.fetch).toBe(before);
  });
});

it('a wrong time span is refused in words', async () => {
  const issuer = await TestIssuer.start();
  expect(() => issuer.token({ exp: '1 hour' as '1h' })).toThrow(
    "a time span is a number and ms, s, m, h or d, as '-1s'",
  );
  await issuer.stop();
});

describe('what an issuer took back', () => {
  let issuer: TestIssuer;
  let app: INestApplication;

  beforeEach(async () => {
    issuer = await TestIssuer.start();
    app = await guarded(issuer.options);
  });
  afterEach(async () => {
    await app.close();
    await issuer.stop();
  });

  it('is refused at once, and nothing else is', async () => {
    const [token, other] = [issuer.token({ scope: 'notes:read' }), issuer.token({ scope: 'notes:read' })];
    await call(app, token).expect(200);
    await issuer.revoke(token);
    await call(app, token).expect(401);
    await call(app, other).expect(200);
  });

  it('is refused where the guard has just begun to listen', async () => {
    const token = issuer.token({ scope: 'notes:read' });
    await issuer.revoke(token);
    await call(app, token).expect(401);
  });

  it('refuses all of a closed account', async () => {
    const tokens = [
      issuer.token({ sub: 'ada', scope: 'notes:read' }),
      issuer.token({ sub: 'ada', scope: 'notes:read' }),
    ];
    await call(app, tokens[0]!).expect(200);
    await issuer.closeAccount('ada');
    for (const token of tokens) await call(app, token).expect(401);
    await call(app, issuer.token({ sub: 'bob', scope: 'notes:read' })).expect(200);
  });
});
