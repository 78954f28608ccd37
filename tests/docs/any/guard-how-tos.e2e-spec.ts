import { GuardModule, JwtBearerGuard, RequireScopes, type VerifiedAccessToken } from '@consentry/guard';
import { TestIssuer } from '@consentry/guard/testing';
import { Controller, type DynamicModule, Get, Module, type Type } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { adapted, blocksOf } from '@consentry/test-support/docs/page-blocks';
import { ROOT } from '@consentry/test-support/run/root';
import { runShown } from '../support/shown-service';
import { call } from '@consentry/test-support/world/world';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

it.each([
  ['fastify', 'fastify-service', 4],
  ['graphql', 'graphql-service', 2],
  ['mcp-server', 'mcp-server', 4],
])('docs/how-to/%s.md shows files of examples/%s, which are tested', (page, example, count) => {
  const shown = [...read(`docs/how-to/${page}.md`).matchAll(/^```ts \[(\S+)\]\n([^]*?)^```$/gm)];
  expect(shown).toHaveLength(count);
  for (const [, file = '', text] of shown) expect(text).toBe(read(`examples/${example}/${file}`));
});

const [, service = ''] = /<!-- service -->\s+```ts\n([^]*?)```/.exec(read('libs/guard/README.md')) ?? [];
const TEST = blocksOf('docs/how-to/test-your-service.md').get('test');

// Its own describe and tests, on the service of the README.
runShown(adapted(TEST, {}), { modules: { '../src/app.module': runShown(service) }, it });

describe('docs/how-to/guard-routes.md', () => {
  const BLOCKS = blocksOf('docs/how-to/guard-routes.md');
  const { NotesController } = runShown<{ NotesController: Type }>(adapted(BLOCKS.get('controller'), {}));
  const { NotesClaims } = runShown<{ NotesClaims: Type }>(adapted(BLOCKS.get('claims'), {}));
  const { SameTeam } = runShown<{ SameTeam: new () => { decide: (...given: unknown[]) => unknown } }>(
    adapted(BLOCKS.get('policy'), {}),
  );

  it.each([
    ['GET', '/notes', 'notes:read', 200],
    ['GET', '/notes', 'notes:write', 403],
    ['POST', '/notes', 'notes:write', 403],
    ['POST', '/notes', 'notes:read notes:write', 201],
    ['DELETE', '/notes', 'notes:read notes:write', 401],
    ['GET', '/notes/health', undefined, 200],
  ])('%s %s with %s is %i', async (method, path, scope, status) => {
    const issuer = await TestIssuer.start();
    @Module({
      imports: [GuardModule.forRoot({ ...issuer.options, claims: NotesClaims! })],
      controllers: [NotesController!],
      providers: [{ provide: APP_GUARD, useClass: JwtBearerGuard }],
    })
    class AppModule {}
    const app = await NestFactory.create(AppModule, { logger: false });
    await app.listen(0, '127.0.0.1');
    const token = scope && issuer.token({ scope, teams: ['red'] });
    const headers = { ...(token && { authorization: `Bearer ${token}` }) };
    expect((await call(method, `${await app.getUrl()}${path}`, { headers })).status).toBe(status);
    await app.close();
    await issuer.stop();
  });

  it('has a rule that allows the own team alone', () => {
    const token = { claims: { teams: ['red'] } } as unknown as VerifiedAccessToken;
    const asked = (team: string) =>
      new SameTeam!().decide(token, {
        switchToHttp: () => ({ getRequest: () => ({ params: { team } }) }),
      });
    expect(asked('red')).toMatchObject({ allowed: true });
    expect(asked('blue')).toMatchObject({ allowed: false, description: 'Not your team' });
  });
});

describe('docs/how-to/rename-a-resource.md', () => {
  const BLOCKS = blocksOf('docs/how-to/rename-a-resource.md');
  const [OLD, NEW] = ['https://old-notes.example.com', 'https://notes.example.com'];
  let issuer: TestIssuer;
  beforeAll(async () => void (issuer = await TestIssuer.start({ issuer: 'https://auth.example.com', audience: NEW })));
  afterAll(() => issuer.stop());

  /** A service whose route requires the new scope. */
  async function statusesOf(block: string, tokens: readonly string[]): Promise<number[]> {
    @Controller('notes')
    class NotesController {
      @Get()
      @RequireScopes('notes:view')
      view() {
        return [];
      }
    }
    const { Guard } = runShown<{ Guard: DynamicModule }>(adapted(BLOCKS.get(block), {}));
    @Module({
      imports: [Guard!],
      controllers: [NotesController],
      providers: [{ provide: APP_GUARD, useClass: JwtBearerGuard }],
    })
    class AppModule {}
    const app = await NestFactory.create(AppModule, { logger: false });
    await app.listen(0, '127.0.0.1');
    const url = `${await app.getUrl()}/notes`;
    const statuses: number[] = [];
    for (const token of tokens)
      statuses.push((await call('GET', url, { headers: { authorization: `Bearer ${token}` } })).status);
    await app.close();
    return statuses;
  }

  it('a service takes the old scope for the new one, and no other', async () => {
    const tokens = ['notes:view', 'notes:read', 'notes:write'].map((scope) => issuer.token({ scope }));
    expect(await statusesOf('scope', tokens)).toEqual([200, 200, 403]);
  });

  it('a service takes tokens of both its URLs, and of no other', async () => {
    const audiences = [NEW, OLD, 'https://elsewhere.example.com'];
    const tokens = audiences.map((aud) => issuer.token({ scope: 'notes:view', aud }));
    expect(await statusesOf('url', tokens)).toEqual([200, 200, 401]);
  });
});
