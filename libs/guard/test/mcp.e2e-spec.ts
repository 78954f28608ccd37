import { Controller, Get, type INestApplication, type Type, VersioningType } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';

import { GuardModule, type GuardOptions, JwtBearerGuard, RequireDpop, RequireScopes } from '../src/index.ts';
import { ProtectedResourceModule, type ProtectedResourceOptions } from '../src/mcp/index.ts';

const ISSUER = 'http://localhost:3000';
const RESOURCE = 'http://localhost:3001/mcp';
const WELL_KNOWN = '/.well-known/oauth-protected-resource';

@Controller('mcp')
class McpController {
  @RequireScopes('tools:use')
  @Get()
  stream() {
    return 'tools';
  }

  @Get('plain')
  plain() {
    return 'plain';
  }

  @RequireDpop()
  @Get('bound')
  bound() {
    return 'bound';
  }
}

@Controller()
class WildcardController {
  @Get('*')
  anything() {
    return 'a page';
  }
}

interface Setting {
  options?: ProtectedResourceOptions;
  guard?: Partial<GuardOptions>;
  controllers?: Type[];
  prepare?: (app: INestApplication) => void;
}

const apps: INestApplication[] = [];
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())));

const ADAPTERS: [string, () => ExpressAdapter | FastifyAdapter][] = [
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
];

async function start(adapter: ExpressAdapter | FastifyAdapter, setting: Setting = {}): Promise<string> {
  const { options, guard, controllers = [McpController], prepare } = setting;
  const module = await Test.createTestingModule({
    imports: [
      GuardModule.forRoot({ issuer: ISSUER, audience: RESOURCE, ...guard }),
      ProtectedResourceModule.forRoot(options),
    ],
    controllers,
    providers: [{ provide: APP_GUARD, useClass: JwtBearerGuard }],
  }).compile();
  const app = module.createNestApplication(adapter as ExpressAdapter, { logger: false });
  prepare?.(app);
  await app.listen(0, '127.0.0.1');
  apps.push(app);
  return (await app.getUrl()).replace('[::1]', '127.0.0.1');
}

const documentAt = async (url: string) => (await (await fetch(url)).json()) as Record<string, unknown>;

describe.each(ADAPTERS)('the metadata of a service on %s (RFC 9728 §3)', (_, newAdapter) => {
  it('is public at the path of the resource and at the root, for every page, and may be cached', async () => {
    const url = await start(newAdapter());
    for (const path of [`${WELL_KNOWN}/mcp`, WELL_KNOWN]) {
      const answer = await fetch(url + path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
      expect(await answer.json()).toMatchObject({
        resource: RESOURCE,
        authorization_servers: [ISSUER],
        bearer_methods_supported: ['header'],
        dpop_signing_alg_values_supported: expect.arrayContaining(['ES256', 'EdDSA']) as string[],
      });
    }
    expect((await fetch(url + WELL_KNOWN, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(`${url}${WELL_KNOWN}/other`)).status).toBe(404);
    expect((await fetch(url + WELL_KNOWN, { method: 'POST' })).status).toBe(404);
  });

  it('may be read by a page that sends a header of its own', async () => {
    const url = await start(newAdapter());
    const headers = { origin: 'https://app.example.com', 'access-control-request-headers': 'mcp-protocol-version' };
    const preflight = await fetch(`${url}${WELL_KNOWN}/mcp`, { method: 'OPTIONS', headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('*');
  });

  it.each<[string, Setting]>([
    ['a global prefix', { prepare: (app) => app.setGlobalPrefix('api') }],
    [
      'versions in the path',
      { prepare: (app) => app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' }) },
    ],
    [
      'versions in a header',
      { prepare: (app) => app.enableVersioning({ type: VersioningType.HEADER, header: 'v', defaultVersion: '1' }) },
    ],
    ['a route for every path', { controllers: [WildcardController] }],
    ['CORS for one origin', { prepare: (app) => app.enableCors({ origin: 'https://app.example.com' }) }],
  ])('is there with %s', async (_name, setting) => {
    const url = await start(newAdapter(), setting);
    for (const path of [`${WELL_KNOWN}/mcp`, WELL_KNOWN]) {
      const answer = await fetch(url + path);
      expect(await answer.json()).toMatchObject({ resource: RESOURCE });
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    }
  });

  it('is named by each challenge, with the scopes that the route wants', async () => {
    const url = await start(newAdapter(), { prepare: (app) => app.setGlobalPrefix('v1') });
    const named = `resource_metadata="http://localhost:3001${WELL_KNOWN}/mcp"`;
    const challenge = async (path: string) => (await fetch(`${url}/v1/mcp${path}`)).headers.get('www-authenticate');
    expect(await challenge('')).toBe(`Bearer realm="api", scope="tools:use", ${named}`);
    expect(await challenge('/plain')).toBe(`Bearer realm="api", ${named}`);
    expect(await challenge('/bound')).toMatch(new RegExp(`^DPoP realm="api", ${named}, algs="ES256 `));
  });
});

describe('ProtectedResourceModule', () => {
  const express = () => new ExpressAdapter();

  it('says what it is told', async () => {
    const options = {
      resource: 'http://localhost:3001',
      authorizationServers: ['https://auth.example.com', 'https://sso.example.com'],
      scopes: ['tools:use', 'tools:admin'],
      resourceName: 'Tools',
      documentation: 'https://tools.example.com/docs',
    };
    const guard = { audience: [RESOURCE, options.resource], dpop: 'required' as const };
    const url = await start(express(), { options, guard });
    expect(await documentAt(url + WELL_KNOWN)).toMatchObject({
      resource: options.resource,
      authorization_servers: options.authorizationServers,
      scopes_supported: options.scopes,
      resource_name: 'Tools',
      resource_documentation: options.documentation,
      dpop_bound_access_tokens_required: true,
    });
    expect((await fetch(`${url}${WELL_KNOWN}/mcp`)).status).toBe(404);
  });

  it("says its own root as the guard's audience is spelled: tokens are compared with that", async () => {
    const audience = 'http://localhost:3001';
    const url = await start(express(), { options: { resource: `${audience}/` }, guard: { audience } });
    expect(await documentAt(url + WELL_KNOWN)).toMatchObject({ resource: audience });
  });

  it('names every issuer', async () => {
    const issuers = [{ issuer: ISSUER }, { issuer: 'https://tenant.auth0.com/', profile: 'auth0' as const }];
    const url = await start(express(), { guard: { issuer: undefined, issuers } as unknown as GuardOptions });
    expect((await documentAt(url + WELL_KNOWN)).authorization_servers).toEqual([ISSUER, 'https://tenant.auth0.com/']);
  });

  it("leaves the guard's own resourceMetadata as it is", async () => {
    const resourceMetadata = 'https://tools.example.com/metadata';
    const url = await start(express(), { guard: { resourceMetadata } });
    const { headers } = await fetch(`${url}/mcp`);
    expect(headers.get('www-authenticate')).toContain(`resource_metadata="${resourceMetadata}"`);
  });

  it.each<[ProtectedResourceOptions, RegExp]>([
    [
      { resource: 'http://localhost:3002' },
      /- resource must be an audience of GuardModule, .*: http:\/\/localhost:3001\/mcp/,
    ],
    [{ resource: `${RESOURCE}/` }, /- resource must be an audience/],
    [{ resource: 'mcp' }, /- resource must be a URL; got "mcp"/],
    [{ resource: `${RESOURCE}?a=b` }, /- resource must have no query/],
    [{ resource: `${RESOURCE}/:id*` }, /- resource must have no query, and in its path only/],
    [{ authorizationServers: [] }, /- authorizationServers must name at least one/],
    [{ authorizationServers: ['auth'] }, /- authorizationServers must be a URL; got "auth"/],
    [{ scopes: ['a b'] }, /- scopes must be scope names/],
    [{ resourceName: '' }, /- resourceName must not be empty/],
    [
      { resourcename: 'Tools' } as object,
      /- there is no option resourcename \(did you mean resourceName\?\); there are resource, /,
    ],
    [{ documentation: 'docs' }, /- documentation must be a URL/],
  ])('refuses %j', async (options, message) => {
    await expect(start(express(), { options })).rejects.toThrow(message);
  });
});
