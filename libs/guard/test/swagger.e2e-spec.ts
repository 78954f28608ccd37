import { Controller, Get, HttpCode, type INestApplication, Post } from '@nestjs/common';
import {
  ApiOkResponse,
  ApiUnauthorizedResponse,
  DocumentBuilder,
  type OpenAPIObject,
  SwaggerModule,
} from '@nestjs/swagger';
import { Test } from '@nestjs/testing';

import { OptionalAccessToken, Public, RequireAnyScope, RequireScopes, UsePolicy } from '../src/index.ts';
import { addGuardSecurity, ApiGuarded } from '../src/swagger/index.ts';

class Note {
  text: string;
}

@RequireScopes('notes:read')
@ApiGuarded()
@Controller('notes')
class NotesController {
  @Get() list() {}
  @Post() @RequireScopes('notes:write') add() {}
  @Post('search') @HttpCode(200) @RequireAnyScope('notes:search', 'notes:read', 'notes:admin') search() {}
  @Public() @Get('open') open() {}
  @Get('described') @ApiOkResponse({ type: Note }) @ApiUnauthorizedResponse({ description: 'mine' }) described() {}
  /** As the compiler plugin of @nestjs/swagger writes it. */
  @Get('plugin') plugin() {}
  static _OPENAPI_METADATA_FACTORY = () => ({ plugin: { type: Note, summary: 'by the plugin' } });
}

@RequireScopes('admin')
@Controller('single')
class SingleController {
  @ApiGuarded({ scheme: 'company' }) @RequireScopes('audit') @Get('above') above() {}
  @Get('below') @RequireScopes('audit') @ApiGuarded({ scheme: 'company' }) below() {}
  @Get('undescribed') undescribed() {}
}

@ApiGuarded()
@Controller('plain')
class PlainController {
  @Get('any') any() {}
  @Get('optional') @OptionalAccessToken() @RequireScopes('a') optional() {}
  @Get('ruled') @UsePolicy({ decide: () => true }) ruled() {}
}

@ApiGuarded()
@RequireScopes('late')
@Controller('late')
class AboveController {
  @Get() list() {}
}

let app: INestApplication;
let document: OpenAPIObject;

beforeAll(async () => {
  const controllers = [NotesController, SingleController, PlainController, AboveController];
  app = (await Test.createTestingModule({ controllers }).compile()).createNestApplication({ logger: false });
  await app.init();
  const builder = addGuardSecurity(new DocumentBuilder(), {
    issuer: 'https://auth.example.com',
    scopes: { 'notes:read': 'Read notes' },
  });
  document = SwaggerModule.createDocument(app, builder.build());
});
afterAll(() => app.close());

const operation = (path: string, method: 'get' | 'post' = 'get') => document.paths[path]![method]!;
const statuses = (path: string, method?: 'get' | 'post') => Object.keys(operation(path, method).responses);

describe('ApiGuarded', () => {
  it.each<[string, 'get' | 'post', object[], string[]]>([
    ['/notes', 'get', [{ oauth2: ['notes:read'] }], ['200', '401', '403', '503']],
    ['/notes', 'post', [{ oauth2: ['notes:read', 'notes:write'] }], ['201', '401', '403', '503']],
    [
      '/notes/search',
      'post',
      [
        { oauth2: ['notes:read', 'notes:search'] },
        { oauth2: ['notes:read'] },
        { oauth2: ['notes:read', 'notes:admin'] },
      ],
      ['200', '401', '403', '503'],
    ],
    ['/notes/open', 'get', [{}], ['200']],
    ['/single/above', 'get', [{ company: ['admin', 'audit'] }], ['200', '401', '403', '503']],
    ['/single/below', 'get', [{ company: ['admin', 'audit'] }], ['200', '401', '403', '503']],
    ['/plain/any', 'get', [{ oauth2: [] }], ['200', '401', '503']],
    ['/plain/ruled', 'get', [{ oauth2: [] }], ['200', '401', '403', '503']],
    ['/plain/optional', 'get', [{}, { oauth2: ['a'] }], ['200', '401', '403', '503']],
    ['/late', 'get', [{ oauth2: ['late'] }], ['200', '401', '403', '503']],
  ])('%s %s: %j, %j', (path, method, security, answers) => {
    expect(operation(path, method).security).toEqual(security);
    expect(statuses(path, method)).toEqual(answers);
  });

  it('leaves alone what it does not stand on', () => {
    expect(operation('/single/undescribed').security).toBeUndefined();
    expect(statuses('/single/undescribed')).toEqual(['200']);
  });

  it('keeps what the host describes, and what the compiler plugin found', () => {
    const { responses } = operation('/notes/described');
    expect(responses[401]).toMatchObject({ description: 'mine' });
    expect(responses[200]).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Note' } } },
    });
    expect(Object.keys(responses)).toEqual(['200', '401', '403', '503']);
    expect(operation('/notes/plugin')).toMatchObject({ summary: 'by the plugin', responses: { 200: responses[200] } });
  });

  it('describes the challenge and the body', () => {
    expect(operation('/notes').responses[401]).toEqual({
      description: 'No valid access token',
      headers: { 'WWW-Authenticate': { description: 'The challenge (RFC 6750 §3)', schema: { type: 'string' } } },
      content: {
        'application/json': {
          schema: { type: 'object', properties: { error: { type: 'string' }, error_description: { type: 'string' } } },
        },
      },
    });
  });
});

describe('addGuardSecurity', () => {
  it('adds the scheme that the routes refer to', () => {
    expect(document.components!.securitySchemes).toEqual({
      oauth2: {
        type: 'oauth2',
        flows: {
          authorizationCode: {
            authorizationUrl: 'https://auth.example.com/oauth2/authorize',
            tokenUrl: 'https://auth.example.com/oauth2/token',
            scopes: { 'notes:read': 'Read notes' },
          },
        },
      },
    });
  });
});
