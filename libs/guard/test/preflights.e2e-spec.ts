import { All, Controller, Delete, Get, type INestApplication, Options } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';

import { GuardModule, JwtBearerGuard, RequireScopes } from '../src/index.ts';
import { TestIssuer } from '../src/testing/index.ts';

const ran: string[] = [];
const run = (what: string) => {
  ran.push(what);
  return what;
};

@Controller('notes')
@RequireScopes('notes:read')
class NotesController {
  @Get() list() {
    return run('list');
  }
  @Delete() remove() {
    return run('remove');
  }
  @All('all') all() {
    return run('all');
  }
  @Options('options') options() {
    return run('options');
  }
  @Options('strict') @RequireScopes('notes:write') strict() {
    return run('strict');
  }
}

let issuer: TestIssuer;
let app: INestApplication;

const start = async (adapter: 'express' | 'fastify', hasCors: boolean) => {
  const module = await Test.createTestingModule({
    imports: [GuardModule.forRoot(issuer.options)],
    controllers: [NotesController],
    providers: [{ provide: APP_GUARD, useClass: JwtBearerGuard }],
  }).compile();
  const options = { logger: false } as const;
  app =
    adapter === 'fastify'
      ? module.createNestApplication(new FastifyAdapter(), options)
      : module.createNestApplication(options);
  if (hasCors) app.enableCors({ origin: 'https://app.example.com', methods: ['GET', 'DELETE'] });
  await app.listen(0, '127.0.0.1');
};
const preflight = async (path: string, headers: Record<string, string> = {}) => {
  ran.length = 0;
  const answer = await fetch(`${await app.getUrl()}/notes${path}`, {
    method: 'OPTIONS',
    headers: { origin: 'https://app.example.com', 'access-control-request-method': 'DELETE', ...headers },
  });
  return { status: answer.status, allowed: answer.headers.get('access-control-allow-origin'), ran: [...ran] };
};

beforeAll(async () => (issuer = await TestIssuer.start()));
afterAll(() => issuer.stop());
afterEach(() => app.close());

describe.each(['express', 'fastify'] as const)('on %s', (adapter) => {
  it('enableCors answers preflights of guarded routes, and no handler runs', async () => {
    await start(adapter, true);
    for (const path of ['', '/all', '/options', '/strict']) {
      expect([path, await preflight(path)]).toEqual([
        path,
        { status: 204, allowed: 'https://app.example.com', ran: [] },
      ]);
    }
  });

  it('without CORS only a handler of OPTIONS runs, and only for a preflight', async () => {
    await start(adapter, false);
    expect(await preflight('/options')).toMatchObject({ status: 200, ran: ['options'] });
    for (const path of ['/all', '/strict'])
      expect([path, await preflight(path)]).toMatchObject([path, { status: 401, ran: [] }]);
    const plain = await fetch(`${await app.getUrl()}/notes/options`, { method: 'OPTIONS' });
    expect([plain.status, ran]).toEqual([401, []]);
  });

  it('the call after the preflight is guarded, and the browser may read why it was refused', async () => {
    await start(adapter, true);
    const answer = await fetch(`${await app.getUrl()}/notes`, {
      method: 'DELETE',
      headers: { origin: 'https://app.example.com' },
    });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://app.example.com');
  });
});
