import type { JSONWebKeySet } from 'jose';
import { givenServer } from '@consentry/test-support/server/given';
import { freePort } from '@consentry/test-support/server/ports';
import { TestServer } from '@consentry/test-support/server/server';
import { authorizeUrl, call, register, signUp } from '@consentry/test-support/world/world';

type Metadata = Record<string, unknown>;

const DOCUMENTS = ['openid-configuration', 'oauth-authorization-server'];

/** OpenID Connect Discovery 1.0, and the path of RFC 8414 §3.1. */
describe('OpenID Connect Discovery', () => {
  const server = givenServer();
  let metadata: Metadata;

  const algsOf = async ({ url }: { url: string }) =>
    (await call<JSONWebKeySet>('GET', `${url}/.well-known/jwks.json`)).body.keys.map(({ alg }) => alg);

  it('a server that nobody asks for OpenID Connect has no key for it; who reads the configuration finds it', async () => {
    expect(await algsOf(server)).toEqual(['ES256']);
    const { status, body, headers } = await call<Metadata>('GET', `${server.url}/.well-known/openid-configuration`);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    metadata = body;
    expect(await algsOf(server)).toEqual(['ES256', 'RS256']);
  });

  it('an authorization request with openid makes the key too', async () => {
    const fresh = await TestServer.start();
    const account = await signUp(fresh);
    const application = await register(fresh, account);
    await call('GET', authorizeUrl(fresh, application, { scope: 'notes:read' }), { headers: account.session });
    expect(await algsOf(fresh)).toEqual(['ES256']);
    await call('GET', authorizeUrl(fresh, application, { scope: 'openid' }), { headers: account.session });
    await fresh.logged('"alg":"RS256"');
    expect(await algsOf(fresh)).toEqual(['ES256', 'RS256']);
    await fresh.stop();
  });

  it('§3 has every required member', () => {
    expect(metadata).toMatchObject({
      issuer: server.url,
      authorization_endpoint: `${server.url}/oauth2/authorize`,
      token_endpoint: `${server.url}/oauth2/token`,
      jwks_uri: `${server.url}/.well-known/jwks.json`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'ES256'],
    });
  });

  it('§3 has the recommended and optional members that say what works', () => {
    expect(metadata).toMatchObject({
      userinfo_endpoint: `${server.url}/oauth2/userinfo`,
      end_session_endpoint: `${server.url}/oauth2/logout`,
      scopes_supported: ['notes:read', 'notes:write', 'openid', 'profile', 'email', 'offline_access'],
      claims_supported: expect.arrayContaining(['sub', 'iss', 'auth_time', 'acr', 'sid', 'name', 'email']) as string[],
      claims_parameter_supported: false,
      acr_values_supported: ['urn:consentry:acr:password'],
      prompt_values_supported: ['none', 'login', 'consent', 'select_account', 'create'],
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
    });
  });

  it('§3 says of request objects whether they are read: the default of request_uri would be a lie', () => {
    for (const member of ['request_parameter_supported', 'request_uri_parameter_supported'])
      expect(typeof metadata[member]).toBe('boolean');
  });

  it('§3 names endpoints that are there', async () => {
    const endpoints = Object.entries(metadata).filter(([name]) => /_endpoint$|^jwks_uri$/.test(name));
    expect(endpoints.length).toBeGreaterThan(4);
    for (const [name, url] of endpoints)
      expect([name, (await call('GET', String(url))).status]).not.toEqual([name, 404]);
  });

  it('§3 names signing algorithms by which ID tokens are signed: RS256 and that of access tokens, each once', async () => {
    const other = await TestServer.start({ env: { ACCESS_TOKEN_ALG: 'RS256' } });
    const { body } = await call<Metadata>('GET', `${other.url}/.well-known/openid-configuration`);
    expect(body['id_token_signing_alg_values_supported']).toEqual(['RS256']);
    await other.stop();
  });

  it('§4.2 is the same document as RFC 8414’s', async () => {
    const { body } = await call<Metadata>('GET', `${server.url}/.well-known/oauth-authorization-server`);
    expect(body).toEqual(metadata);
  });

  it('is for everyone, and may be kept for a while', async () => {
    const { headers } = await call('GET', `${server.url}/.well-known/openid-configuration`);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cache-control')).toBe('public, max-age=300');
  });

  describe('of an issuer with a path', () => {
    let origin: string;
    let issuer: string;
    let nested: TestServer;

    beforeAll(async () => {
      const port = await freePort();
      origin = `http://localhost:${port}`;
      issuer = `${origin}/auth/v1`;
      nested = await TestServer.start({ port, env: { AUTH_URL: issuer } });
    });
    afterAll(() => nested.stop());

    it.each(DOCUMENTS)('§4.1 %s stands behind the path', async (name) => {
      const { status, body } = await call('GET', `${issuer}/.well-known/${name}`);
      expect([status, body['issuer']]).toEqual([200, issuer]);
    });

    it.each(DOCUMENTS)('RFC 8414 §3.1 %s stands before the path', async (name) => {
      const { status, body, headers } = await call('GET', `${origin}/.well-known/${name}/auth/v1?a=b`);
      expect([status, body['issuer']]).toEqual([200, issuer]);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('cache-control')).toBe('public, max-age=300');
      const refused = await call('POST', `${origin}/.well-known/${name}/auth/v1`);
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    });

    it.each(DOCUMENTS)('%s answers with a slash at its end, as some clients write the issuer', async (name) => {
      for (const address of [`${origin}/.well-known/${name}/auth/v1/`, `${issuer}/.well-known/${name}/`])
        expect((await call('GET', address)).body['issuer']).toBe(issuer);
    });

    it('nothing else does', async () => {
      for (const path of [
        'openid-configuration',
        'openid-configuration/auth',
        'jwks.json/auth/v1',
        'oauth-authorization-server/auth/v1//',
      ])
        expect([path, (await call('GET', `${origin}/.well-known/${path}`)).status]).toEqual([path, 404]);
    });
  });
});
