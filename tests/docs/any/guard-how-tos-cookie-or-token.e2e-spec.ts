import {
  GuardModule,
  JwtBearerGuard,
  OptionalAccessToken,
  RequireAuthentication,
  RequireScopes,
} from '@consentry/guard';
import { TestIssuer } from '@consentry/guard/testing';
import { Controller, Get, type INestApplication, Module, Post, type Type } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import type { Server } from 'node:http';
import { adapted, blocksOf, everyBlockOf } from '@consentry/test-support/docs/page-blocks';
import { runShown } from '../support/shown-service';
import { call } from '@consentry/test-support/world/world';

const PASSWORD = 'correct horse battery staple';
/** As the auth server exchanges a service's own token for another service. */
const EXCHANGED = { sub: 'svc-a', client_id: 'svc-b', fam: undefined };

describe('docs/how-to/cookie-or-token.md', () => {
  const BLOCKS = blocksOf('docs/how-to/cookie-or-token.md');
  const modules: Record<string, unknown> = {};
  const run = (name: string, ...paths: string[]) => {
    const exported = runShown(adapted(BLOCKS.get(name), {}), { modules, it });
    for (const path of paths) modules[path] = exported;
  };
  // Each with what imports it; the last has tests of its own.
  run('http', './http', '../src/http');
  run('guard', './signed-in.guard');
  run('decorators', './session-or-token');
  run('controller', './notes.controller');
  run('login', './login.controller');
  run('module', './app.module', '../src/app.module');
  run('test');

  it('starts the app as its main file does', async () => {
    const app = await new Promise<INestApplication>((started) => {
      const create = async (type: Type) => {
        const made = await NestFactory.create(type, { logger: false });
        (made.getHttpServer() as Server).once('listening', () => started(made));
        return made;
      };
      process.env.SESSION_SECRET = 'of this test';
      const core = { NestFactory: { create } };
      runShown(adapted(BLOCKS.get('main'), { 3001: '0' }), { modules: { ...modules, '@nestjs/core': core } });
    });
    expect((await call('GET', `${await app.getUrl()}/notes`)).status).toBe(401);
    await app.close();
  });

  it.each([undefined, ''])('does not start with the session secret %j', async (secret) => {
    const app = await NestFactory.create(shown('./app.module', 'AppModule'), { logger: false });
    if (secret === undefined) delete process.env.SESSION_SECRET;
    else process.env.SESSION_SECRET = secret;
    const setUp = shown<(app: INestApplication) => void>('./http', 'setUpHttp');
    expect(() => setUp(app)).toThrow('SESSION_SECRET is not set: openssl rand -base64 32');
    await app.close();
  });

  function shown<T = Type>(path: string, name: string): T {
    return (modules[path] as Record<string, T>)[name]!;
  }

  describe('what stands on routes', () => {
    const SessionOrToken = shown<(scope: string) => MethodDecorator>('./session-or-token', 'SessionOrToken');
    const WithoutSignIn = shown<() => ClassDecorator & MethodDecorator>('./signed-in.guard', 'WithoutSignIn');
    const { SessionOrToken: Variant } = runVariant<{ SessionOrToken: typeof SessionOrToken }>();

    function runVariant<T extends object>(): Partial<T> {
      const { around = '', text } = everyBlockOf('docs/how-to/cookie-or-token.md').find((b) => b.name === 'variant')!;
      return runShown<T>(around.replace('…', text), {
        modules: { './src/signed-in.guard': modules['./signed-in.guard'] },
      });
    }

    @Controller('open')
    @WithoutSignIn()
    class OpenController {
      @Get()
      @SessionOrToken('notes:read')
      read() {
        return 'read';
      }

      @Get('both')
      @SessionOrToken('notes:read')
      @WithoutSignIn()
      both() {
        return 'read';
      }

      @Post('hook')
      @WithoutSignIn()
      hook() {
        return 'done';
      }
    }

    @Controller('demands')
    @OptionalAccessToken()
    class DemandsController {
      @Get()
      @SessionOrToken('notes:read')
      @RequireAuthentication({ maxAge: 300 })
      both() {
        return 'read';
      }

      @Get('alone')
      @RequireScopes('notes:read')
      alone() {
        return 'read';
      }
    }

    @Controller('variant')
    class VariantController {
      @Get()
      @(Variant!('notes:read'))
      read() {
        return 'read';
      }
    }

    let issuer: TestIssuer;
    let app: INestApplication;
    let cookie: string;
    beforeAll(async () => {
      process.env.SESSION_SECRET = 'of this test';
      issuer = await TestIssuer.start({ issuer: 'https://auth.example.com', audience: 'https://app.example.com' });
    });
    afterEach(() => app.close());
    afterAll(() => issuer.stop());

    async function start(module: Type): Promise<void> {
      app = await NestFactory.create(module, { logger: false });
      shown<(app: INestApplication) => void>('./http', 'setUpHttp')(app);
      await app.listen(0, '127.0.0.1');
    }
    const ask = async (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
      call(method, `${await app.getUrl()}${path}`, { headers: { 'x-forwarded-proto': 'https', ...headers }, body });
    const origin = 'https://app.example.com';
    const bearer = (claims: object) => ({
      authorization: `Bearer ${issuer.token({ scope: 'notes:read', ...claims })}`,
    });
    async function signIn(): Promise<void> {
      const { headers } = await ask('POST', '/login', { origin }, { name: 'ada', password: PASSWORD });
      cookie = headers.get('set-cookie')!.split(';')[0]!;
    }

    it('a route for people opens by no decorator, and to no service', async () => {
      @Module({
        imports: [shown('./app.module', 'AppModule')],
        controllers: [OpenController, DemandsController],
      })
      class AppModule {}
      await start(AppModule);
      await signIn();
      const asked: [string, string, Record<string, string>, number][] = [
        ['GET', '/open', {}, 401],
        ['GET', '/open/both', {}, 401],
        ['GET', '/open', bearer({ sub: 'ada' }), 200],
        ['POST', '/open/hook', { origin }, 201],
        ['POST', '/open/hook', { origin: 'https://hooks.example' }, 403],
        ['POST', '/open/hook', {}, 403],
        ['GET', '/notes', bearer(EXCHANGED), 403],
        ['GET', '/notes', bearer({ sub: 'svc-a', client_id: 'svc-a' }), 403],
        ['GET', '/demands', { cookie }, 200],
        ['GET', '/demands', bearer({ sub: 'ada' }), 401],
        ['GET', '/demands/alone', { cookie }, 200],
        ['GET', '/demands/alone', bearer({ sub: 'ada' }), 401],
        ['DELETE', '/notes', { cookie, origin, authorization: 'Bearer bad' }, 200],
      ];
      const answers = [];
      for (const [method, path, headers] of asked) answers.push((await ask(method, path, headers)).status);
      expect(answers).toEqual(asked.map(([, , , status]) => status));
    });

    it.each([
      ['POST', '/login', undefined, 401],
      ['POST', '/login', [], 401],
      ['POST', '/login', { name: {}, password: 1 }, 401],
      ['POST', '/notes', undefined, 400],
      ['POST', '/notes', {}, 400],
      ['POST', '/notes', { text: { toString: 1 } }, 400],
    ])('%s %s with the body %j is %i', async (method, path, body, status) => {
      await start(shown('./app.module', 'AppModule'));
      await signIn();
      expect((await ask(method, path, { cookie, origin }, body)).status).toBe(status);
      expect((await ask('GET', '/notes', { cookie })).body).toEqual([]);
    });

    it('the variant for a global JwtBearerGuard takes people alone too', async () => {
      @Module({
        imports: [GuardModule.forRoot({ issuer: issuer.issuer, audience: issuer.audience })],
        controllers: [VariantController],
        providers: [{ provide: APP_GUARD, useClass: JwtBearerGuard }],
      })
      class AppModule {}
      await start(AppModule);
      const statuses = [];
      for (const headers of [bearer({ sub: 'ada' }), bearer(EXCHANGED), {}])
        statuses.push((await ask('GET', '/variant', headers)).status);
      expect(statuses).toEqual([200, 403, 401]);
    });
  });
});
