import { Controller, Get, type INestApplication, type Provider, Req, Sse, type Type, UseGuards } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { Test } from '@nestjs/testing';
import { NEVER } from 'rxjs';
import request from 'supertest';

import {
  AccessToken,
  GuardModule,
  type GuardOptions,
  isBearerError,
  JwtBearerGuard,
  Public,
  RequireScopes,
  type VerifiedAccessToken,
} from '../src/index.ts';
import { BearerStrategy } from '../src/passport/index.ts';
import {
  AUDIENCE,
  ISSUER,
  type IssuerKey,
  issuerKey,
  type JwksServer,
  mint,
  startJwksServer,
} from './support/issuer.ts';
import { TestClock } from './support/notes-host.ts';

/** Keeps what passport's guard is told. */
class RememberingGuard extends AuthGuard('consentry-bearer') {
  static last: unknown;

  override handleRequest<User>(error: unknown, user: User, info: unknown, context: never, status: unknown): User {
    RememberingGuard.last = error ?? info;
    return super.handleRequest(error, user, info, context, status);
  }
}

@Controller()
class PassportController {
  @Get('notes')
  @UseGuards(RememberingGuard)
  notes(@Req() { user }: { user: VerifiedAccessToken }, @AccessToken() token: VerifiedAccessToken) {
    return { by: token.subject, same: user === token };
  }

  @Get('guarded')
  @UseGuards(JwtBearerGuard)
  guarded(@AccessToken() token: VerifiedAccessToken) {
    return { by: token.subject };
  }

  @Get('open')
  open() {
    return 'open';
  }
}

@Controller('demanding')
@UseGuards(AuthGuard('consentry-bearer'))
class DemandingController {
  @Get()
  @RequireScopes('notes:read')
  scoped() {
    return 'read';
  }

  @Get('guarded')
  @UseGuards(JwtBearerGuard)
  @RequireScopes('notes:read')
  guarded() {
    return 'read';
  }
}

@Controller('live')
@UseGuards(AuthGuard('consentry-bearer'))
class LiveController {
  @Sse()
  events() {
    return NEVER;
  }

  @Public()
  @Sse('open')
  open() {
    return NEVER;
  }
}

let clock: TestClock;
let key: IssuerKey;
let jwks: JwksServer;
let app: INestApplication;

beforeEach(async () => {
  clock = new TestClock();
  key = await issuerKey('ES256', 'k');
  jwks = await startJwksServer([key.jwk]);
  app = await host();
});
afterEach(async () => {
  await app.close();
  await jwks.down();
});

async function host(
  more: Partial<GuardOptions> = {},
  controllers: Type[] = [PassportController],
  providers: Provider[] = [],
) {
  const options = { issuer: ISSUER, audience: AUDIENCE, jwksUri: jwks.uri, revocations: false, clock, ...more };
  const module = await Test.createTestingModule({
    imports: [GuardModule.forRoot(options)],
    controllers,
    providers: [BearerStrategy, ...providers],
  }).compile();
  const started = module.createNestApplication({ logger: false });
  await started.listen(0, '127.0.0.1');
  return started;
}

const get = (path: string, authorization?: string) => {
  const call = request(app.getHttpServer() as string).get(path);
  return authorization === undefined ? call : call.set('authorization', authorization);
};

describe("AuthGuard('consentry-bearer')", () => {
  it('admits a valid token, which is request.user and @AccessToken()', async () => {
    const answer = await get('/notes', `Bearer ${await mint(key, clock.now())}`);
    expect([answer.status, answer.body]).toEqual([200, { by: 'ada', same: true }]);
    expect(answer.headers['www-authenticate']).toBeUndefined();
  });

  it('shares the verifier of JwtBearerGuard', async () => {
    const token = await mint(key, clock.now());
    for (const path of ['/notes', '/guarded', '/notes']) expect((await get(path, `Bearer ${token}`)).status).toBe(200);
    expect(jwks.fetches).toBe(1);
  });

  it.each(['accepted', 'required'] as const)('refuses as JwtBearerGuard does, with dpop: %s', async (dpop) => {
    await app.close();
    app = await host({ dpop });
    const valid = await mint(key, clock.now());
    const foreign = await mint(await issuerKey('ES256', 'k'), clock.now());
    const bound = await mint(key, clock.now(), { claims: { cnf: { jkt: 'x' } } });
    const expired = await mint(key, clock.now() - 3_600_000);
    const calls = [`Bearer ${foreign}`, `Bearer ${bound}`, `Bearer ${expired}`, 'Bearer a b', `DPoP ${valid}`];
    if (dpop === 'required') calls.push(`Bearer ${valid}`);
    for (const authorization of [undefined, 'Basic YTpi', ...calls]) {
      const [ours, theirs] = [await get('/notes', authorization), await get('/guarded', authorization)];
      const facts = ({ status, headers }: typeof ours) => [
        status,
        headers['www-authenticate'],
        headers['cache-control'],
      ];
      expect(facts(ours)).toEqual(facts(theirs));
      expect(ours.status).toBeGreaterThanOrEqual(400);
      if (authorization !== undefined && !authorization.startsWith('Basic')) {
        expect(ours.body).toEqual(theirs.body);
        expect(isBearerError(RememberingGuard.last)).toBe(true);
      }
    }
  });

  it('is 503 while the keys cannot be read', async () => {
    await jwks.down();
    const answer = await get('/notes', `Bearer ${await mint(key, clock.now())}`);
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
  });
});

describe('a start with BearerStrategy', () => {
  it('stops where a policy is to be asked', async () => {
    await expect(host({ policy: { decide: () => false } })).rejects.toThrow(/cannot apply the option policy/);
  });

  it('stops where a handler demands something that JwtBearerGuard does not check', async () => {
    const error = await host({}, [DemandingController]).catch((reason: unknown) => String(reason));
    expect(error).toMatch(/does not check what these handlers demand of a token:\n- DemandingController\.scoped\n/);
    expect(error).not.toContain('guarded');
  });

  it('stops where an @Sse() response would outlive its token', async () => {
    const error = await host({}, [LiveController]).catch((reason: unknown) => String(reason));
    expect(error).toMatch(/does not end these @Sse\(\) responses with their token:\n- LiveController\.events\nPut/);
  });

  it('goes on where JwtBearerGuard guards all', async () => {
    const guard = { provide: APP_GUARD, useClass: JwtBearerGuard };
    const started = await host({}, [DemandingController, LiveController], [guard]);
    await started.close();
  });
});
