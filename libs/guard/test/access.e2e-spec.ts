import {
  Controller,
  type ExecutionContext,
  ForbiddenException,
  Get,
  Inject,
  Injectable,
  type INestApplication,
  Post,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';

import {
  type AccessPolicy,
  AccessToken,
  Audience,
  GuardModule,
  type GuardOptions,
  JwtBearerGuard,
  RequireAnyScope,
  RequireAuthentication,
  RequireScopes,
  UsePolicy,
  type VerifiedAccessToken,
} from '../src/index.ts';
import { TestIssuer } from '../src/testing/index.ts';

const TEAM = Symbol('team');
const OTHER = 'https://admin.example.com';

/** Allows by the claim `team`, and says what it saw. */
@Injectable()
class TeamPolicy implements AccessPolicy {
  static readonly seen: string[] = [];
  constructor(@Inject(TEAM) private readonly team: string) {}

  decide(token: VerifiedAccessToken, context: ExecutionContext) {
    TeamPolicy.seen.push(`${token.subject} ${context.getHandler().name}`);
    if (token.claims.team === 'broken') throw new ForbiddenException('by the host itself');
    if (token.claims.team === 'crash') throw new Error('database is gone');
    return {
      allowed: token.claims.team === this.team,
      description: 'Not "your" team: für immer',
      reason: 'other team',
    };
  }
}

const later = { decide: async (token: VerifiedAccessToken) => token.claims.slow !== 'no' };
const silent = { decide: () => undefined as unknown as boolean };

@Controller('notes')
@RequireScopes('notes:read')
class NotesController {
  @Get() list(@AccessToken() { subject }: VerifiedAccessToken) {
    return { subject };
  }
  @Post() @RequireScopes('notes:write') add() {
    return {};
  }
  @Get('shared') @RequireAnyScope('notes:share', 'notes:admin') shared() {
    return {};
  }
  @Get('sudo') @RequireAuthentication({ maxAge: 300, acr: ['urn:mfa', 'urn:otp'] }) sudo() {
    return {};
  }
}

@Controller('other')
class OtherController {
  @Get('admin') @Audience(OTHER) admin() {
    return {};
  }
  @Get('team') @UsePolicy(TeamPolicy, later) team() {
    return {};
  }
  @Get('silent') @UsePolicy(silent) silent() {
    return {};
  }
}

let issuer: TestIssuer;
let app: INestApplication;
let url: string;

const start = async (adapter: 'express' | 'fastify', more: Partial<GuardOptions> = {}) => {
  const module = await Test.createTestingModule({
    imports: [GuardModule.forRoot({ ...issuer.options, ...more })],
    controllers: [NotesController, OtherController],
    providers: [{ provide: APP_GUARD, useClass: JwtBearerGuard }, TeamPolicy, { provide: TEAM, useValue: 'red' }],
  }).compile();
  const options = { logger: false } as const;
  app =
    adapter === 'fastify'
      ? module.createNestApplication(new FastifyAdapter(), options)
      : module.createNestApplication(options);
  await app.listen(0, '127.0.0.1');
  url = await app.getUrl();
};

const call = async (path: string, token?: string, method = 'GET') => {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(url + path, { method, headers });
  return {
    status: answer.status,
    challenge: answer.headers.get('www-authenticate'),
    body: (await answer.json()) as Record<string, unknown>,
  };
};

describe.each(['express', 'fastify'] as const)('what a route wants, on %s', (adapter) => {
  beforeAll(async () => {
    issuer = await TestIssuer.start();
    const scopeHierarchy = { 'notes:admin': ['notes:write'], 'notes:write': ['notes:read'] };
    await start(adapter, { scopeHierarchy, audience: [issuer.audience, 'https://second.example.com'] });
  });
  afterAll(async () => {
    await app.close();
    await issuer.stop();
  });

  it('scopes: what implies one counts as it, over several steps', async () => {
    for (const scope of ['notes:read', 'notes:write', 'notes:admin', 'x notes:admin']) {
      expect(await call('/notes', issuer.token({ scope }))).toMatchObject({ status: 200 });
    }
    expect(await call('/notes', issuer.token({ scope: 'notes:admin' }), 'POST')).toMatchObject({ status: 201 });
    expect(await call('/notes', issuer.token({ scope: 'notes:read' }), 'POST')).toMatchObject({ status: 403 });
  });

  it('scopes: of a group one is enough; the challenge names what the route wants (RFC 6750 §3)', async () => {
    for (const scope of ['notes:read notes:share', 'notes:admin']) {
      expect(await call('/notes/shared', issuer.token({ scope }))).toMatchObject({ status: 200 });
    }
    for (const scope of ['notes:write', 'notes:share']) {
      const { status, challenge } = await call('/notes/shared', issuer.token({ scope }));
      expect([status, challenge]).toEqual([403, expect.stringMatching(/, scope="notes:read notes:share"$/)]);
    }
    expect((await call('/notes/shared')).challenge).toBe('Bearer realm="api", scope="notes:read notes:share"');
  });

  it('audience: one of the module, or the one of the route instead; also for a token known already', async () => {
    const scope = 'notes:read';
    const [here, second, there, both] = [
      issuer.token({ scope }),
      issuer.token({ scope, aud: 'https://second.example.com' }),
      issuer.token({ scope, aud: OTHER }),
      issuer.token({ scope, aud: [OTHER, issuer.audience] }),
    ];
    for (let round = 0; round < 2; round++) {
      for (const token of [here, second, both]) expect(await call('/notes', token)).toMatchObject({ status: 200 });
      for (const token of [there, both]) expect(await call('/other/admin', token)).toMatchObject({ status: 200 });
      for (const [path, token] of [
        ['/notes', there],
        ['/other/admin', here],
      ] as const) {
        expect(await call(path, token)).toMatchObject({ status: 401, body: { error: 'invalid_token' } });
      }
    }
  });

  it('sign-in: too long ago or too weak is a challenge of RFC 9470, that names the scopes too', async () => {
    const auth = { scope: 'notes:read', auth_time: '-240s', acr: 'urn:otp' };
    expect(await call('/notes/sudo', issuer.token(auth))).toMatchObject({ status: 200 });
    for (const weak of [{ auth_time: '-301s' }, { acr: 'urn:pwd' }, { auth_time: undefined }, { acr: undefined }]) {
      expect(await call('/notes/sudo', issuer.token({ ...auth, ...weak, scope: '' }))).toEqual({
        status: 401,
        challenge:
          'Bearer realm="api", error="insufficient_user_authentication", ' +
          'error_description="This call needs a more recent or a stronger sign-in of the user", ' +
          'acr_values="urn:mfa urn:otp", max_age="300", scope="notes:read"',
        body: {
          error: 'insufficient_user_authentication',
          error_description: 'This call needs a more recent or a stronger sign-in of the user',
        },
      });
    }
  });

  it('sign-in: a token that was enough ages while it is cached', async () => {
    const token = issuer.token({ scope: 'notes:read', auth_time: '-290s', acr: 'urn:otp' });
    expect(await call('/notes/sudo', token)).toMatchObject({ status: 200 });
    issuer.clock.advance('20s');
    expect(await call('/notes/sudo', token)).toMatchObject({ status: 401 });
    expect(await call('/notes', token)).toMatchObject({ status: 200 });
  });

  it('policies: all must allow; a refusal is a 403 without a challenge', async () => {
    expect(await call('/other/team', issuer.token({ team: 'red' }))).toMatchObject({ status: 200 });
    expect(await call('/other/team', issuer.token({ team: 'blue' }))).toEqual({
      status: 403,
      challenge: null,
      body: { error: 'access_denied', error_description: "Not 'your' team: f?r immer" },
    });
    const slow = issuer.token({ team: 'red', slow: 'no' });
    for (let round = 0; round < 2; round++) {
      expect(await call('/other/team', slow)).toMatchObject({ status: 403, body: { error: 'access_denied' } });
    }
    expect(await call('/other/silent', issuer.token())).toMatchObject({ status: 403 });
  });

  it('policies: run only for a verified token, and their errors are the host’s', async () => {
    TeamPolicy.seen.length = 0;
    expect(await call('/other/team')).toMatchObject({ status: 401 });
    expect(await call('/other/team', issuer.token({ team: 'red', exp: '-1s' }))).toMatchObject({ status: 401 });
    expect(await call('/other/team', issuer.token({ team: 'red', aud: OTHER }))).toMatchObject({ status: 401 });
    expect(TeamPolicy.seen).toEqual([]);
    expect(await call('/other/team', issuer.token({ sub: 'ada', team: 'crash' }))).toMatchObject({ status: 500 });
    const own = await call('/other/team', issuer.token({ sub: 'bob', team: 'broken' }));
    expect(own).toMatchObject({ status: 403, body: { message: 'by the host itself' } });
    expect(TeamPolicy.seen).toEqual(['ada team', 'bob team']);
  });
});

describe('a policy that is no provider', () => {
  class Lost extends TeamPolicy {}
  class OnMethod {
    @Get('lost') @UsePolicy(Lost) lost() {}
  }
  @UsePolicy(Lost)
  class OnClass {}

  it.each([
    ['on a method', OnMethod, {}],
    ['on a class', OnClass, {}],
    ['of the module', class Plain {}, { policy: Lost }],
  ])('%s stops the start', async (_, type, options) => {
    Controller('lost')(type);
    const issuer = { issuer: 'https://auth.example.com', audience: 'https://notes.example.com' };
    const imports = [GuardModule.forRoot({ ...issuer, ...options })];
    const module = await Test.createTestingModule({ imports, controllers: [type] }).compile();
    await expect(module.init()).rejects.toThrow('The policy Lost must be a provider of a module, in the default scope');
  });
});

describe('the module’s policy', () => {
  beforeAll(async () => (issuer = await TestIssuer.start()));
  afterAll(() => issuer.stop());

  it('decides on every guarded route, by class or by object', async () => {
    await start('express', { policy: TeamPolicy });
    expect(await call('/notes', issuer.token({ scope: 'notes:read', team: 'blue' }))).toMatchObject({ status: 403 });
    expect(await call('/notes', issuer.token({ scope: 'notes:read', team: 'red' }))).toMatchObject({ status: 200 });
    await app.close();
    await start('express', { policy: { decide: () => false } });
    expect(await call('/notes', issuer.token({ scope: 'notes:read', team: 'red' }))).toMatchObject({
      status: 403,
      body: { error_description: 'This call is not allowed' },
    });
    await app.close();
  });
});
