import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import {
  Catch,
  type DynamicModule,
  type ExceptionFilter,
  type ArgumentsHost,
  type INestApplication,
  Module,
} from '@nestjs/common';
import { Test } from '@nestjs/testing';
import request from 'supertest';

import { GuardModule, type GuardOptions, isBearerError } from '../src/index.ts';
import {
  AUDIENCE,
  ISSUER,
  type IssuerKey,
  issuerKey,
  type JwksServer,
  mint,
  startJwksServer,
} from './support/issuer.ts';
import { startHost, TestClock, UsedController } from './support/notes-host.ts';

const clock = new TestClock();
let key: IssuerKey;
let jwks: JwksServer;
let app: INestApplication;

beforeAll(async () => {
  key = await issuerKey('ES256', 'es');
  jwks = await startJwksServer([key.jwk]);
  app = await startHost({ issuer: ISSUER, audience: AUDIENCE, jwksUri: jwks.uri, revocations: false, clock });
});
afterAll(async () => {
  await app.close();
  await jwks.down();
});

const options = () => ({ issuer: ISSUER, audience: AUDIENCE, jwksUri: jwks.uri, revocations: false, clock });
const agent = () => request(app.getHttpServer() as string);
const bearer = async (scope: string) => `Bearer ${await mint(key, clock.now(), { claims: { scope } })}`;

describe('a call without a token', () => {
  it.each([
    ['no header', {}],
    ['another scheme', { authorization: 'Basic YTpi' }],
  ])('%s: a challenge without an error code (RFC 6750 §3.1)', async (_, headers) => {
    const answer = await agent().get('/notes').set(headers);
    expect(answer.status).toBe(401);
    expect(answer.headers).toMatchObject({
      'www-authenticate': 'Bearer realm="api", scope="notes:read"',
      'cache-control': 'no-store',
    });
    expect(answer.body).toEqual({
      statusCode: 401,
      message: 'Unauthorized: send Authorization: Bearer <access token>',
    });
  });

  it('a token in the query or the body is none (RFC 6750 §2)', async () => {
    const token = (await bearer('notes:read notes:write')).slice('Bearer '.length);
    await agent().get('/notes').query({ access_token: token }).expect(401);
    await agent().post('/notes').type('form').send({ access_token: token }).expect(401);
  });

  it('is let in where the route is public, even with a bad token', async () => {
    await agent().get('/open').expect(200, 'open');
    await agent().get('/open').set('authorization', 'Bearer bad').expect(200, 'open');
    await agent().get('/open').set('authorization', 'Bearer').expect(200, 'open');
  });
});

describe('a service that tells where its metadata is', () => {
  it('says so in each challenge (RFC 9728 §5.1)', async () => {
    const resourceMetadata = `${AUDIENCE}/.well-known/oauth-protected-resource`;
    const told = await startHost({ ...options(), resourceMetadata });
    const call = async (headers: Record<string, string>) => {
      const answer = await request(told.getHttpServer() as string)
        .get('/notes')
        .set(headers);
      return [answer.status, answer.headers['www-authenticate']];
    };
    const end = expect.stringMatching(new RegExp(`, resource_metadata="${resourceMetadata}"$`)) as string;
    expect(await call({})).toEqual([
      401,
      `Bearer realm="api", scope="notes:read", resource_metadata="${resourceMetadata}"`,
    ]);
    expect(await call({ authorization: 'Bearer bad' })).toEqual([401, end]);
    expect(await call({ authorization: await bearer('notes:write') })).toEqual([403, end]);
    await told.close();
  });
});

describe('a malformed call', () => {
  const challenge =
    'Bearer realm="api", error="invalid_request", error_description="The Authorization header is malformed", ' +
    'scope="notes:read"';
  const body = { error: 'invalid_request', error_description: 'The Authorization header is malformed' };

  it.each([['Bearer'], ['Bearer a b'], ['Bearer "a"'], ['Bearer a, Bearer b']])('%s', async (authorization) => {
    const answer = await agent().get('/notes').set({ authorization });
    expect(answer.status).toBe(400);
    expect(answer.headers).toMatchObject({ 'www-authenticate': challenge, 'cache-control': 'no-store' });
    expect(answer.body).toEqual(body);
  });

  it('two Authorization headers, though the first is good', async () => {
    const { port } = (app.getHttpServer() as Server).address() as AddressInfo;
    const headers = ['Host', 'localhost', 'Authorization', await bearer('notes:read'), 'Authorization', 'Bearer b'];
    const status = await new Promise((resolve, reject) => {
      httpRequest({ port, host: '127.0.0.1', path: '/notes', headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(400);
  });
});

describe('scopes', () => {
  it("both the class's and the method's are needed; the challenge names all", async () => {
    await agent()
      .post('/notes')
      .set('authorization', await bearer('notes:write notes:read'))
      .expect(201, { by: 'ada' });
    for (const scope of ['notes:read', 'notes:write', '', 'notes', 'NOTES:READ NOTES:WRITE']) {
      const answer = await agent()
        .post('/notes')
        .set('authorization', await bearer(scope));
      expect(answer.status).toBe(403);
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-store',
        'www-authenticate':
          'Bearer realm="api", error="insufficient_scope", ' +
          'error_description="The access token lacks a scope that this call needs", scope="notes:read notes:write"',
      });
      expect(answer.body).toEqual({
        error: 'insufficient_scope',
        error_description: 'The access token lacks a scope that this call needs',
      });
    }
  });

  it('a route without them wants any good token', async () => {
    await agent()
      .get('/me')
      .set('authorization', await bearer(''))
      .expect(200, { same: true });
    await agent().get('/me').expect(401);
  });

  it('@AccessToken() on a public route is a mistake of the host, not a call without a caller', async () => {
    await agent()
      .get('/mistaken')
      .set('authorization', await bearer('notes:read'))
      .expect(500);
  });
});

describe('an oversized header', () => {
  const token = 'a'.repeat(40_000);

  it('is 431 from Node, by default', async () => {
    await agent().get('/notes').set('authorization', `Bearer ${token}`).expect(431);
  });

  it('is 401 from the guard, where Node lets it through', async () => {
    const listener = app.getHttpAdapter().getInstance() as Parameters<typeof createServer>[1];
    const server = createServer({ maxHeaderSize: 100_000 }, listener);
    const answer = await request(server).get('/notes').set('authorization', `Bearer ${token}`);
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ error: 'invalid_token' });
    const many = await request(server)
      .get('/notes')
      .set('authorization', `Bearer ${'a.'.repeat(8_000)}a`);
    expect(many.status).toBe(401);
  });
});

describe('ways to set it up', () => {
  it('@UseGuards, forRootAsync, not global, another realm', async () => {
    @Module({
      imports: [
        GuardModule.forRootAsync({ isGlobal: false, useFactory: async () => ({ ...options(), realm: 'Notes' }) }),
      ],
      controllers: [UsedController],
    })
    class UsedModule {}
    const module = await Test.createTestingModule({ imports: [UsedModule] }).compile();
    const host = module.createNestApplication();
    await host.init();
    const server = request(host.getHttpServer() as string);
    await server.get('/used').expect(401).expect('www-authenticate', 'Bearer realm="Notes"');
    await server
      .get('/used')
      .set('authorization', await bearer(''))
      .expect(200, { by: 'ada' });
    await host.close();
  });

  it('two applications in one process check their own tokens', async () => {
    const other = await startHost({ ...options(), audience: 'http://localhost:3002' });
    const there = request(other.getHttpServer() as string);
    const forThere = `Bearer ${await mint(key, clock.now(), { claims: { aud: 'http://localhost:3002' } })}`;
    const forHere = await bearer('notes:read');
    await there.get('/me').set('authorization', forThere).expect(200);
    await there.get('/me').set('authorization', forHere).expect(401);
    await agent().get('/me').set('authorization', forHere).expect(200);
    await agent().get('/me').set('authorization', forThere).expect(401);
    await other.close();
  });

  it("a host's own exception filter changes the body and keeps the challenge", async () => {
    @Catch()
    class ProblemFilter implements ExceptionFilter {
      catch(exception: unknown, host: ArgumentsHost) {
        const response = host.switchToHttp().getResponse<{ status(code: number): { json(body: object): void } }>();
        const code = isBearerError(exception) ? exception.code : 'other';
        response.status(isBearerError(exception) ? exception.getStatus() : 500).json({ code });
      }
    }
    const host = (
      await Test.createTestingModule({
        imports: [GuardModule.forRoot(options())],
        controllers: [UsedController],
      }).compile()
    ).createNestApplication();
    await host.useGlobalFilters(new ProblemFilter()).init();
    const answer = await request(host.getHttpServer() as string).get('/used');
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="api"');
    expect(answer.body).toEqual({ code: 'missing_token' });
    await host.close();
  });

  it.each<[string, (given: GuardOptions) => DynamicModule]>([
    ['forRoot', (given) => GuardModule.forRoot({ ...given, isGlobal: false })],
    ['forRootAsync', (given) => GuardModule.forRootAsync({ isGlobal: false, useFactory: () => given })],
  ])('%s: wrong options and unknown ones stop the start and are all named', async (_, module) => {
    const start = (change: object) =>
      Test.createTestingModule({ imports: [module({ ...options(), ...change })] }).compile();
    await expect(start({})).resolves.toBeDefined();
    const wrong = { isuer: ISSUER, issuer: 'http://auth.example.com', audience: 'notes' };
    await expect(start(wrong)).rejects.toThrow(
      /wrong options:\n- there is no option isuer \(did you mean issuer\?\); there are .*\n- issuer must be an https URL .*\n- audience must be a URL/,
    );
  });
});
