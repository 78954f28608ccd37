import {
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  type INestApplication,
  Injectable,
  Options,
  UseGuards,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import request from 'supertest';

import {
  AccessToken,
  accessTokenOf,
  type AccessPolicy,
  GuardModule,
  JwtBearerGuard,
  OptionalAccessToken,
  Public,
  RequireScopes,
  UsePolicy,
  type VerifiedAccessToken,
} from '../src/index.ts';
import { TestIssuer } from '../src/testing/index.ts';

const NotBen: AccessPolicy = { decide: ({ subject }) => subject !== 'ben' };

/** The host's own, which knows its users by a cookie: its user looks like a token. */
@Injectable()
class CookieGuard implements CanActivate {
  canActivate(context: ExecutionContext) {
    const call = context.switchToHttp().getRequest<{ headers: { cookie?: string }; user?: object }>();
    if (call.headers.cookie !== undefined && !accessTokenOf(call)) call.user = { subject: 'of the cookie' };
    return true;
  }
}

@Controller('notes')
@UseGuards(CookieGuard)
class NotesController {
  @Get()
  @OptionalAccessToken()
  @RequireScopes('notes:read')
  list(@AccessToken() token: VerifiedAccessToken | undefined, @AccessToken('subject') subject: string | undefined) {
    return { by: token?.subject ?? null, subject: subject ?? null };
  }

  @Get('policy')
  @OptionalAccessToken()
  @UsePolicy(NotBen)
  policy(@AccessToken('clientId') application: string | undefined) {
    return { application: application ?? null };
  }

  @Get('needed')
  needed(@AccessToken('scopes') scopes: string[]) {
    return scopes;
  }

  @Options('needed')
  preflight(@AccessToken('subject') subject: string) {
    return { subject };
  }

  @Public()
  @Get('mistaken')
  mistaken(@AccessToken() token: VerifiedAccessToken) {
    return token;
  }
}

let issuer: TestIssuer;
let app: INestApplication;
beforeAll(async () => (issuer = await TestIssuer.start()));
afterAll(() => issuer.stop());
afterEach(() => app.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  request(app.getHttpServer() as string)
    .get(path)
    .set(headers);
const bearer = (claims: Record<string, unknown> = {}) => ({ authorization: `Bearer ${issuer.token(claims)}` });

const moduleWith = (guard: CanActivate | undefined) => {
  const builder = Test.createTestingModule({
    imports: [GuardModule.forRoot(issuer.options)],
    controllers: [NotesController],
    providers: [JwtBearerGuard, { provide: APP_GUARD, useExisting: JwtBearerGuard }],
  });
  return guard === undefined ? builder : builder.overrideProvider(JwtBearerGuard).useValue(guard);
};

async function start(guard?: CanActivate) {
  app = (await moduleWith(guard).compile()).createNestApplication({ logger: false });
  await app.init();
}

describe('a route with @OptionalAccessToken()', () => {
  beforeEach(() => start());

  it.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['a scheme of somebody else', { authorization: 'Basic YTpi' }],
    ['a cookie of which the host makes a user', { cookie: 'session=1' }],
  ])('lets a call with %s in, for which there is no token', async (_, headers) => {
    await get('/notes', headers).expect(200, { by: null, subject: null });
    await get('/notes/policy', headers).expect(200, { application: null });
  });

  it('gives the token of a call that has one, in whole and by property', async () => {
    const token = bearer({ sub: 'ada', client_id: 'app', scope: 'notes:read' });
    await get('/notes', { ...token, cookie: 'session=1' }).expect(200, { by: 'ada', subject: 'ada' });
    await get('/notes/policy', token).expect(200, { application: 'app' });
  });

  it.each<[string, () => Record<string, string>, number, string]>([
    ['no token at all', () => ({ authorization: 'Bearer bad' }), 401, 'invalid_token'],
    ['an expired token', () => bearer({ exp: '-1s', scope: 'notes:read' }), 401, 'invalid_token'],
    ['a token for another service', () => bearer({ aud: 'https://x.example' }), 401, 'invalid_token'],
    ['nothing after the scheme', () => ({ authorization: 'Bearer' }), 400, 'invalid_request'],
    ['a bound token without its proof', () => bearer({ cnf: { jkt: 'a' }, scope: 'notes:read' }), 401, 'invalid_token'],
    ['a token without the scope', () => bearer(), 403, 'insufficient_scope'],
  ])('refuses %s, whatever cookie came with it', async (_, headers, status, error) => {
    const answer = await get('/notes', { ...headers(), cookie: 'session=1' }).expect(status);
    expect(answer.body).toMatchObject({ error });
  });

  it('refuses a token that a policy does', () => get('/notes/policy', bearer({ sub: 'ben' })).expect(403));

  it('leaves the other routes as they are', async () => {
    await get('/notes/needed', { cookie: 'session=1' }).expect(401);
    await get('/notes/needed', bearer({ scope: 'a b' })).expect(200, ['a', 'b']);
    await get('/notes/mistaken', { cookie: 'session=1' }).expect(500);
  });
});

describe('a test that replaces the guard', () => {
  const standIn = (user?: object): CanActivate => ({
    canActivate: (context) => {
      if (user) Object.assign(context.switchToHttp().getRequest<object>(), { user });
      return true;
    },
  });

  it('gives handlers the token that it sets as request.user', async () => {
    await start(standIn({ subject: 'ada', scopes: ['a'] }));
    await get('/notes/needed').expect(200, ['a']);
    await get('/notes').expect(200, { by: 'ada', subject: 'ada' });
  });

  it.each([[undefined], [{ id: 7 }], [{ subject: '' }]])(
    'with %j as request.user: 500, for optional tokens too',
    async (user) => {
      await start(standIn(user));
      await get('/notes/needed').expect(500);
      await get('/notes').expect(500);
    },
  );

  it('by overrideGuard() likewise', async () => {
    @Controller()
    @UseGuards(JwtBearerGuard)
    class OneController {
      @Get() one(@AccessToken('subject') subject: string) {
        return subject;
      }
    }
    const module = Test.createTestingModule({ controllers: [OneController] });
    app = (
      await module
        .overrideGuard(JwtBearerGuard)
        .useValue(standIn({ subject: 'ada' }))
        .compile()
    ).createNestApplication();
    await app.init();
    await get('/').expect(200, 'ada');
  });
});

describe('a route whose guard was forgotten', () => {
  it('ends in 500 for optional tokens too, as a bad one would be let in', async () => {
    const module = Test.createTestingModule({ controllers: [NotesController] });
    app = (await module.compile()).createNestApplication({ logger: false });
    await app.init();
    for (const headers of [{}, { authorization: 'Bearer bad' }, bearer({ exp: '-1s' })])
      await get('/notes', headers).expect(500);
  });
});

it('a preflight that the guard let in has no token, whatever the host set as request.user', async () => {
  await start();
  const preflight = { origin: 'https://app.example', 'access-control-request-method': 'GET', cookie: 'session=1' };
  await request(app.getHttpServer() as string)
    .options('/notes/needed')
    .set(preflight)
    .expect(500);
});

it('@AccessToken() takes the names of properties alone', async () => {
  await start();
  // @ts-expect-error -- `sub` is a claim
  expect(AccessToken('sub')).toBeDefined();
});
