import { decodeJwt } from 'jose';
import { freePort } from '@consentry/test-support/server/ports';
import { TestServer } from '@consentry/test-support/server/server';
import { call, decide, exchange, refresh, register, requestConsent, signUp } from '@consentry/test-support/world/world';

describe('an AUTH_URL with a path', () => {
  let server: TestServer;
  let origin: string;

  beforeAll(async () => {
    const port = await freePort();
    origin = `http://localhost:${port}`;
    server = await TestServer.start({ port, env: { AUTH_URL: `${origin}/auth/v1` } });
  });
  afterAll(() => server.stop());

  it('is the prefix of the whole flow', async () => {
    expect(server.url).toBe(`${origin}/auth/v1`);
    const account = await signUp(server);
    const application = await register(server, account);
    const { sessionID } = await requestConsent(server, account, application);
    const location = new URL((await decide(server, account, sessionID)).headers.get('location') ?? '');
    expect(location.searchParams.get('iss')).toBe(server.url);
    const { body } = await exchange(server, application, location.searchParams.get('code') ?? '');
    expect(decodeJwt(body.access_token)).toMatchObject({ iss: server.url });
    expect((await refresh(server, body.refresh_token)).status).toBe(200);
  });

  it('is in the metadata, and what the metadata names is there', async () => {
    const { body } = await call('GET', `${server.url}/.well-known/oauth-authorization-server`);
    expect(body).toMatchObject({
      issuer: server.url,
      authorization_endpoint: `${server.url}/oauth2/authorize`,
      token_endpoint: `${server.url}/oauth2/token`,
      jwks_uri: `${server.url}/.well-known/jwks.json`,
    });
    expect((await call('GET', String(body['jwks_uri']))).status).toBe(200);
    expect((await call('GET', String(body['service_documentation']))).status).toBe(200);
  });

  it('is in the OpenAPI document once', async () => {
    const { body } = await call<{ servers: { url: string }[]; paths: object }>('GET', `${server.url}/docs-json`);
    const [path = ''] = Object.keys(body.paths).filter((it) => it.endsWith('/oauth2/token'));
    expect(body.servers[0]!.url + path).toBe(`${server.url}/oauth2/token`);
  });

  it.each([
    ['POST', '/oauth2/token', 400],
    ['PUT', '/oauth2/token', 405],
    ['GET', '/oauth2/nothing', 404],
    ['GET', '/api/session', 401],
    ['HEAD', '/api/session', 405],
    ['GET', '/health/live', 200],
  ])('answers %s %s below it', async (method, path, status) => {
    const answer = await call(method, server.url + path);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    if (method !== 'HEAD' && path.startsWith('/oauth2'))
      expect(answer.body).toMatchObject({ error: 'invalid_request' });
  });

  it.each(['POST', 'PUT', 'GET', 'HEAD'])('answers %s beside it with 404, whatever the path', async (method) => {
    for (const path of [
      '/oauth2/token',
      '/api/session',
      '/health/live',
      '/docs',
      '/docs-json',
      '/auth',
      '/auth/v1',
      '/auth/v1x/api/session',
      '/auth/v1/auth/v1/api/session',
    ])
      expect((await call(method, origin + path)).status).toBe(404);
  });

  it('is where the cross-site rules and CORS hold too', async () => {
    const from = (from: string) => ({ headers: { origin: from }, body: {} });
    expect((await call('POST', `${server.url}/api/session`, from('https://evil.example'))).status).toBe(403);
    expect((await call('POST', `${server.url}/api/session`, from(origin))).status).toBe(400);
    const tokens = await call('POST', `${server.url}/oauth2/token`);
    expect(tokens.headers.get('access-control-allow-origin')).toBe('*');
  });
});
