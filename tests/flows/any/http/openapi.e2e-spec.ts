import { givenServer } from '@consentry/test-support/server/given';
import { call } from '@consentry/test-support/world/world';

interface Operation {
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>;
  security?: Record<string, string[]>[];
  requestBody?: { content: Record<string, unknown> };
  parameters?: { name: string; in: string; required: boolean }[];
  summary?: string;
  tags?: string[];
}

interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties: object; required?: string[] }>; securitySchemes: object };
  servers: { url: string }[];
}

const READING = [401, 503];
const BODY = [400, 403, 413, 415];

/** Every route of the contract, its statuses, and its authentication. */
const OPERATIONS: [string, number[], 'session' | 'cookie' | 'client' | 'access' | 'registration' | 'anybody'][] = [
  ['post /api/accounts', [201, ...BODY, 409, 429, 503], 'anybody'],
  ['post /api/accounts/{id}/claims-changed', [204, 401, 403, 404, 503], 'session'],
  ['post /api/accounts/password-reset', [202, ...BODY, 429, 503], 'anybody'],
  ['post /api/accounts/password', [204, ...BODY, 503], 'anybody'],
  ['post /api/accounts/verification', [200, ...BODY, 401, 429, 503], 'anybody'],
  ['post /api/accounts/email', [200, ...BODY, 401, 409, 429, 503], 'anybody'],
  ['get /api/account/email', [200, ...READING], 'session'],
  ['post /api/account/email', [202, ...BODY, 401, 429, 503], 'session'],
  ['get /api/account/notices', [200, ...READING], 'session'],
  ['patch /api/account/notices', [200, ...BODY, 401, 503], 'session'],
  ['post /api/account/email/verification', [202, 401, 403, 429, 503], 'session'],
  ['get /api/account/export', [200, 404, ...READING], 'session'],
  ['get /api/sessions', [200, ...READING], 'session'],
  ['delete /api/sessions', [204, 400, 401, 403, 503], 'session'],
  ['delete /api/sessions/{id}', [204, 401, 403, 404, 503], 'session'],
  ['patch /api/account', [200, ...BODY, 401, 429, 503], 'session'],
  ['delete /api/account', [204, ...BODY, 401, 409, 429, 503], 'session'],
  ['get /api/account/roles', [200, ...READING], 'session'],
  ['post /api/session', [201, ...BODY, 401, 429, 503], 'anybody'],
  ['get /api/session', [200, ...READING], 'session'],
  ['delete /api/session', [204, 401, 403, 503], 'session'],
  ['post /api/applications', [201, ...BODY, 401, 503], 'session'],
  ['get /api/applications', [200, ...READING], 'session'],
  ['get /api/applications/{client_id}', [200, 404, ...READING], 'session'],
  ['patch /api/applications/{client_id}', [200, ...BODY, 401, 404, 409, 503], 'session'],
  ['delete /api/applications/{client_id}', [204, 401, 403, 404, 429, 503], 'session'],
  ['put /api/applications/{client_id}/logo', [200, ...BODY, 401, 404, 503], 'session'],
  ['delete /api/applications/{client_id}/logo', [204, 401, 403, 404, 503], 'session'],
  ['get /api/applications/{client_id}/usage', [200, 400, 404, ...READING], 'session'],
  ['get /api/applications/{client_id}/quick-starts', [200, 404, ...READING], 'session'],
  ['get /api/applications/{client_id}/secret-hints', [200, 404, ...READING], 'session'],
  ['post /api/applications/{client_id}/secrets', [201, ...BODY, 401, 404, 409, 503], 'session'],
  ['delete /api/applications/{client_id}/secrets/{id}', [204, 401, 403, 404, 409, 503], 'session'],
  ['post /api/applications/{client_id}/test-token', [201, ...BODY, 401, 404, 409, 503], 'session'],
  ['get /api/grants', [200, ...READING], 'session'],
  ['patch /api/grants/{id}', [200, ...BODY, 401, 404, 503], 'session'],
  ['delete /api/grants/{id}', [204, 401, 403, 404, 503], 'session'],
  ['delete /api/grants/{id}/connections/{connection_id}', [204, 401, 403, 404, 503], 'session'],
  ['get /api/admin/accounts', [200, 400, 404, ...READING], 'cookie'],
  ['get /api/admin/accounts/{id}', [200, 404, ...READING], 'cookie'],
  ['patch /api/admin/accounts/{id}', [200, ...BODY, 401, 404, 409, 503], 'cookie'],
  ['delete /api/admin/accounts/{id}', [204, 401, 403, 404, 409, 503], 'cookie'],
  ['put /api/admin/accounts/{id}/roles', [200, ...BODY, 401, 404, 409, 503], 'cookie'],
  ['delete /api/admin/accounts/{id}/sessions', [204, 401, 403, 404, 503], 'cookie'],
  ['delete /api/admin/accounts/{id}/grants', [204, 401, 403, 404, 503], 'cookie'],
  ['post /api/admin/accounts/{id}/password-reset', [202, 401, 403, 404, 409, 413, 415, 429, 503], 'cookie'],
  ['get /api/admin/applications', [200, 400, 404, ...READING], 'cookie'],
  ['get /api/admin/applications/{client_id}', [200, 404, ...READING], 'cookie'],
  ['patch /api/admin/applications/{client_id}', [200, ...BODY, 401, 404, 503], 'cookie'],
  ['delete /api/admin/applications/{client_id}', [204, 401, 403, 404, 503], 'cookie'],
  ['get /api/admin/resources', [200, 404, ...READING], 'cookie'],
  ['get /api/admin/keys', [200, 404, ...READING], 'cookie'],
  ['post /api/admin/keys/rotation', [200, 401, 403, 404, 413, 415, 503], 'cookie'],
  ['post /api/admin/keys/leak', [200, 401, 403, 404, 413, 415, 503], 'cookie'],
  ['get /api/admin/events', [200, 400, 404, ...READING], 'cookie'],
  ['get /oauth2/authorize', [200, 302, 400, 401, 429, 503], 'session'],
  ['post /oauth2/authorize', [200, 301, 303, 400, 401, 403, 413, 503], 'session'],
  ['get /oauth2/access_token', [200, 400, 401, 403, 429, 503], 'client'],
  ['post /oauth2/access_token', [200, 400, 401, 413, 429, 503], 'client'],
  ['post /oauth2/par', [201, 400, 401, 413, 429, 503], 'client'],
  ['post /oauth2/token', [200, 400, 401, 413, 429, 503], 'client'],
  ['post /oauth2/device_authorization', [200, 400, 401, 413, 429, 503], 'client'],
  ['get /oauth2/device', [200, 302, 400, 401, 429, 503], 'session'],
  ['post /oauth2/device', [200, 400, 401, 403, 413, 429, 503], 'session'],
  ['post /oauth2/sign-in/answers', [200, 400, 404, 409, 413, 503], 'anybody'],
  ['post /oauth2/sign-in/events', [204, 400, 404, 413, 503], 'anybody'],
  ['get /oauth2/userinfo', [200, 401, 403, 503], 'access'],
  ['post /oauth2/userinfo', [200, 400, 401, 403, 413, 503], 'access'],
  ['get /oauth2/logout', [200, 302, 400, 403, 503], 'session'],
  ['get /api/registration-tokens', [200, ...READING], 'session'],
  ['post /api/registration-tokens', [201, ...BODY, 401, 409, 503], 'session'],
  ['delete /api/registration-tokens/{id}', [204, 401, 403, 404, 503], 'session'],
  ['post /oauth2/register', [201, 400, 401, 403, 413, 429, 503], 'registration'],
  ['get /oauth2/register/{client_id}', [200, 401, 503], 'registration'],
  ['put /oauth2/register/{client_id}', [200, 400, 401, 413, 429, 503], 'registration'],
  ['delete /oauth2/register/{client_id}', [204, 401, 503], 'registration'],
  ['post /oauth2/logout', [200, 303, 400, 413, 503], 'session'],
  ['post /oauth2/revoke', [200, 400, 401, 413, 429, 503], 'client'],
  ['post /oauth2/introspect', [200, 400, 401, 413, 429, 503], 'client'],
  ['get /oauth2/revocations', [200, 400, 401, 403, 429, 503], 'client'],
  ['get /.well-known/jwks.json', [200, 503], 'anybody'],
  ['get /.well-known/oauth-authorization-server', [200], 'anybody'],
  ['get /.well-known/openid-configuration', [200], 'anybody'],
  ['get /api/version', [200], 'anybody'],
  ['get /health/live', [200], 'anybody'],
  ['get /health/ready', [200, 503], 'anybody'],
];

describe('the OpenAPI document', () => {
  const server = givenServer();
  let document: Document;

  beforeAll(async () => {
    document = (await call<Document>('GET', `${server.url}/docs-json`)).body;
  });

  const operation = (name: string): Operation => {
    const [method = '', path = ''] = name.split(' ');
    return document.paths[path]?.[method] ?? { responses: {} };
  };

  it('names every route of the contract and no other', () => {
    const named = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(named.sort()).toEqual(OPERATIONS.map(([name]) => name).sort());
  });

  it.each(OPERATIONS)('tells of every answer of %s', (name, statuses) => {
    const { responses, summary, tags } = operation(name);
    expect(Object.keys(responses).map(Number).sort()).toEqual([...statuses].sort());
    expect(summary).toBeTruthy();
    expect(tags).toHaveLength(1);
    for (const [status, { content }] of Object.entries(responses)) {
      const bodiless = ['202', '204', '301', '302', '303', '304'].includes(status);
      const isNoJson = /^(post .oauth2.revoke|get .oauth2.revocations|get .api.account.export)$/.test(name);
      if (bodiless || (status === '200' && isNoJson)) continue;
      const type = Number(status) < 400 || name.includes('/oauth2/') ? 'application/json' : 'application/problem+json';
      expect(Object.keys(content ?? {})).toEqual([type]);
      expect(content?.[type]?.schema).toHaveProperty('$ref');
    }
  });

  it.each(OPERATIONS)('tells who may call %s', (name, _, who) => {
    const schemes = (operation(name).security ?? []).flatMap((it) => Object.keys(it)).sort();
    expect(schemes).toEqual(who === 'session' ? ['cookie', 'session'] : who === 'anybody' ? [] : [who]);
  });

  it('tells what each call takes', () => {
    for (const [name] of OPERATIONS.filter(([name]) => name.includes('{')))
      for (const parameter of name.match(/(?<=\{)\w+/g) ?? [])
        expect(operation(name).parameters).toContainEqual(
          expect.objectContaining({ name: parameter, in: 'path', required: true }),
        );
    const bodyOf = (name: string) => Object.keys(operation(name).requestBody?.content ?? {});
    const FORM = 'application/x-www-form-urlencoded';
    expect(bodyOf('post /oauth2/token')).toEqual([FORM]);
    expect(bodyOf('post /oauth2/access_token')).toEqual([FORM]);
    expect(bodyOf('post /oauth2/authorize')).toEqual([FORM, 'application/json']);
    expect(bodyOf('post /api/applications')).toEqual(['application/json']);

    const headers = Object.values(document.paths).flatMap((path) =>
      Object.values(path).flatMap(({ parameters = [] }) => parameters.filter((it) => it.in === 'header')),
    );
    expect(headers.filter(({ required }) => required)).toEqual([]);

    const queryOf = (name: string) =>
      (operation(name).parameters ?? [])
        .filter((it) => it.in === 'query')
        .map((it) => it.name + (it.required ? '!' : ''));
    expect(queryOf('get /oauth2/authorize').sort()).toEqual(
      [
        'client_id!',
        'redirect_uri',
        'response_type!',
        'scope',
        'state',
        'code_challenge',
        'code_challenge_method',
        'request',
        'request_uri',
        'resource',
        'authorization_details',
        'nonce',
        'prompt',
        'max_age',
        'acr_values',
        'login_hint',
        'id_token_hint',
        'response_mode',
        'dpop_jkt',
      ].sort(),
    );
    expect(queryOf('get /oauth2/access_token').sort()).toEqual(
      [
        'grant_type!',
        'code',
        'client_id',
        'client_secret',
        'redirect_uri',
        'code_verifier',
        'refresh_token',
        'scope',
        'resource',
        'authorization_details',
      ].sort(),
    );
  });

  it('has a schema for whatever it refers to, each with its fields', () => {
    const text = JSON.stringify(document);
    const names = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(20);
    for (const name of new Set(names)) {
      expect(document.components.schemas).toHaveProperty(name!);
      expect(Object.keys(document.components.schemas[name!]!.properties).length).toBeGreaterThan(0);
    }
    expect(document.components.schemas['NewApplicationDto']!.required!.sort()).toEqual(['name', 'redirect_uris']);
    expect(Object.keys(document.components.securitySchemes).sort()).toEqual([
      'access',
      'client',
      'cookie',
      'registration',
      'session',
    ]);
    expect(document.openapi).toMatch(/^3\./);
  });

  it('shows every member of the metadata, and all by which a client may prove itself', async () => {
    const membersOf = (name: string) => Object.keys(document.components.schemas[name]!.properties);
    const { body } = await call('GET', `${server.url}/.well-known/openid-configuration`);
    expect(membersOf('MetadataView')).toEqual(expect.arrayContaining(Object.keys(body)));
    const proofs = ['client_id', 'client_secret', 'client_assertion', 'client_assertion_type'];
    for (const operationOf of ['token', 'par', 'device_authorization', 'revoke', 'introspect']) {
      const { content } = operation(`post /oauth2/${operationOf}`).requestBody!;
      const [{ schema }] = Object.values(content) as [{ schema: { $ref: string } }];
      expect(membersOf(schema.$ref.split('/').at(-1)!)).toEqual(expect.arrayContaining(proofs));
    }
  });

  it('says where the server is', () => {
    expect(document.servers).toEqual([{ url: server.url }]);
  });
});
