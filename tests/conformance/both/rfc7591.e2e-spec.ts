import * as openid from 'openid-client';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { TestServer } from '@consentry/test-support/server/server';
import { anyText, textLike } from '@consentry/test-support/world/anything';
import { PKCE } from '@consentry/test-support/world/document-client';
import {
  bearer,
  newInitialToken,
  obtainByPkce,
  postRegistration,
  registerItself,
} from '@consentry/test-support/world/registration';
import {
  type Account,
  CALLBACK,
  authorizeUrl,
  call,
  decide,
  requestConsent,
  signUp,
} from '@consentry/test-support/world/world';

const metadataOf = async ({ url }: TestServer) =>
  (await call('GET', `${url}/.well-known/oauth-authorization-server`)).body;

const LIMIT = 12;

/** Dynamic client registration. */
describe('RFC 7591', () => {
  const server = givenServer({
    env: {
      DYNAMIC_REGISTRATION: 'open',
      DYNAMIC_REGISTRATION_LIMIT: String(LIMIT),
      DEVICE_GRANT_CLIENTS: 'all',
      SESSION_TTL: '864000',
    },
  });
  const account = givenAccount(server);
  beforeEach(() => server.advance({ minutes: 61 })); // resets the limits

  it('§2 what a client leaves out has its default', async () => {
    const { body } = await postRegistration(server);
    expect(body).toMatchObject({
      token_endpoint_auth_method: 'client_secret_basic',
      response_types: ['code'],
      application_type: 'web',
    });
    expect(body['grant_types']).toContain('authorization_code');
    expect(body).not.toHaveProperty('scope');
  });

  it('§2 a client of redirect-based flows must register redirect URIs', async () => {
    for (const metadata of [{}, { redirect_uris: [] }, { redirect_uris: null }])
      expect((await postRegistration(server, metadata)).body).toMatchObject({ error: 'invalid_redirect_uri' });
  });

  it('§2 a client of none needs none', async () => {
    const grant_types = ['urn:ietf:params:oauth:grant-type:device_code'];
    const { status, body } = await postRegistration(server, { grant_types, token_endpoint_auth_method: 'none' });
    expect({ status, types: body['response_types'] }).toEqual({ status: 201, types: [] });
    expect(body).not.toHaveProperty('redirect_uris');
  });

  it('§2 jwks and jwks_uri must not stand side by side', async () => {
    const jwks = { keys: [{ kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }] };
    const both = { redirect_uris: [CALLBACK], jwks, jwks_uri: 'https://app.example.com/jwks.json' };
    expect((await postRegistration(server, both)).body).toMatchObject({ error: 'invalid_client_metadata' });
    const { jwks_uri, ...one } = both;
    expect((await postRegistration(server, one)).body).toMatchObject({ jwks });
    expect(jwks_uri).toBeDefined();
  });

  it('§2 metadata that is not understood is ignored', async () => {
    const { status, body } = await postRegistration(server, {
      redirect_uris: [CALLBACK],
      'client_name#de': 'Meine Anwendung',
      favourite_colour: 'blue',
      enabled: false,
    });
    expect(status).toBe(201);
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['favourite_colour']));
  });

  it('§2.3 a software statement is not understood, and so is ignored', async () => {
    const software_statement = 'eyJhbGciOiJub25lIn0.eyJjbGllbnRfbmFtZSI6IlN0YXRlZCJ9.';
    const { status, body } = await postRegistration(server, { redirect_uris: [CALLBACK], software_statement });
    expect({ status, name: body['client_name'] }).toEqual({ status: 201, name: 'app.example.com' });
    expect(body).not.toHaveProperty('software_statement');
  });

  it.each([
    ['a form', 'redirect_uris=x', 'application/x-www-form-urlencoded'],
    ['text', '{}', 'text/plain'],
    ['no JSON', '{', 'application/json'],
    ['a list', '[]', 'application/json'],
    ['nothing', '', 'application/json'],
  ])('§3.1 the request must be a JSON object: %s', async (_, body, type) => {
    const answer = await postRegistration(server, body, { 'content-type': type });
    expect({ status: answer.status, error: answer.body['error'] }).toEqual({ status: 400, error: 'invalid_request' });
  });

  it('§3.2.1 the answer is 201, not stored, with all that is registered', async () => {
    const asked = {
      redirect_uris: [CALLBACK, 'https://app.example.com/other'],
      client_name: 'My Example',
      client_uri: 'https://app.example.com',
      logo_uri: 'https://app.example.com/logo.png',
      tos_uri: 'https://app.example.com/tos',
      policy_uri: 'https://app.example.com/policy',
      contacts: ['ada@example.com'],
      token_endpoint_auth_method: 'client_secret_post',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: 'notes:read openid',
      jwks_uri: 'https://app.example.com/jwks.json',
      software_id: '4NRB1-0XZABZI9E6-5SM3R',
      software_version: '2.2',
      application_type: 'native',
      dpop_bound_access_tokens: true,
      default_max_age: 600,
      require_auth_time: true,
      require_pushed_authorization_requests: true,
      require_signed_request_object: true,
      id_token_signed_response_alg: 'ES256',
      post_logout_redirect_uris: ['https://app.example.com/bye'],
      backchannel_logout_uri: 'https://app.example.com/logout',
      backchannel_logout_session_required: true,
      authorization_details_types: ['payment'],
    };
    const { status, headers, body } = await postRegistration(server, asked);
    expect(status).toBe(201);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(body).toEqual({
      ...asked,
      client_id: textLike(/^[0-9a-f]{32}$/),
      client_secret: textLike(/^csy_secret_/),
      client_secret_expires_at: 0,
      client_id_issued_at: expect.any(Number) as number,
      registration_access_token: textLike(/^csy_registration_[A-Za-z0-9_-]{49}$/),
      registration_client_uri: `${server.url}/oauth2/register/${body.client_id}`,
    });
    expect(Number.isInteger(body.client_id_issued_at)).toBe(true);
  });

  it('§3.2.1 what is not offered is left out, and the answer says what is registered', async () => {
    const body = await registerItself(server, {
      redirect_uris: ['cursor://app/cb', CALLBACK],
      post_logout_redirect_uris: ['http://app.example.com/bye'],
      grant_types: ['authorization_code', 'client_credentials', 'implicit', 'password'],
      response_types: ['code', 'token'],
      scope: 'notes:read admin',
    });
    expect(body).toMatchObject({
      redirect_uris: [CALLBACK],
      redirect_uris_left_out: [{ uri: 'cursor://app/cb', reason: 'must use https, or http on loopback' }],
      post_logout_redirect_uris_left_out: [{ uri: 'http://app.example.com/bye', reason: anyText }],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: 'notes:read',
    });
    expect(body).not.toHaveProperty('post_logout_redirect_uris');
    const left = await call('GET', authorizeUrl(server, body, { redirect_uri: 'cursor://app/cb' }), {
      headers: account.session,
    });
    expect({ status: left.status, body: left.body }).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  it('§3.2.1 a public client has no secret', async () => {
    const body = await registerItself(server, { token_endpoint_auth_method: 'none' });
    expect(body).not.toHaveProperty('client_secret');
    expect(body).not.toHaveProperty('client_secret_expires_at');
  });

  it.each<[string, Record<string, unknown>]>([
    ['invalid_redirect_uri', { redirect_uris: ['http://app.example.com/cb'] }],
    ['invalid_redirect_uri', { redirect_uris: ['https://app.example.com/cb#fragment'] }],
    ['invalid_client_metadata', { client_name: 7 }],
    ['invalid_client_metadata', { token_endpoint_auth_method: 'tls_client_auth' }],
    ['invalid_client_metadata', { response_types: ['token'] }],
    ['invalid_client_metadata', { grant_types: ['client_credentials'] }],
    ['invalid_client_metadata', { client_name: 'a\0b' }],
    ['invalid_client_metadata', { subject_type: 'pairwise' }],
    ['invalid_client_metadata', { default_max_age: 4_000_000_000 }],
  ])('§3.2.2 errors are 400 with a code: %s for %j', async (error, metadata) => {
    const answer = await postRegistration(server, { redirect_uris: [CALLBACK], ...metadata });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ error, error_description: anyText });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('§5 no URL in a registration is fetched', async () => {
    const { createServer } = await import('node:http');
    let called = 0;
    const stranger = createServer((_, response) => {
      called += 1;
      response.end();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => stranger.once('listening', resolve));
    const url = `http://127.0.0.1:${(stranger.address() as { port: number }).port}`;
    const names = ['client_uri', 'logo_uri', 'tos_uri', 'policy_uri', 'jwks_uri', 'backchannel_logout_uri'];
    await registerItself(server, Object.fromEntries(names.map((name) => [name, `${url}/${name}`])));
    stranger.close();
    expect(called).toBe(0);
  });

  it('§5 what registered itself goes through the flow like any other', async () => {
    const confidential = await registerItself(server, { token_endpoint_auth_method: 'client_secret_post' });
    expect((await obtainByPkce(server, account, confidential)).refresh_token).toEqual(anyText);
    const isPublic = await registerItself(server, { token_endpoint_auth_method: 'none' });
    expect((await obtainByPkce(server, account, isPublic)).refresh_token).toEqual(anyText);
  });

  it('§5 the account sees the name and the host, and may refuse', async () => {
    const client = await registerItself(server, { client_name: 'Trust me' });
    const screen = await requestConsent(server, account, client, PKCE);
    expect(screen).toMatchObject({ client: { name: 'Trust me' }, redirect_host: 'app.example.com' });
    const refused = await decide(server, account, screen.sessionID, { is_rejected: true });
    expect(refused.headers.get('location')).toContain('error=access_denied');
  });

  it('belongs to no account: no console shows or changes it', async () => {
    const { client_id } = await registerItself(server);
    const path = `${server.url}/api/applications/${client_id}`;
    expect((await call('GET', path, { headers: account.session })).status).toBe(404);
    expect((await call('DELETE', path, { headers: account.session })).status).toBe(404);
  });

  it('keeps neither secret nor token', async () => {
    const { registration_access_token, client_secret } = await registerItself(server);
    expect(server.output).not.toContain(registration_access_token);
    expect(server.output).not.toContain(client_secret);
  });

  it('is announced, and openid-client registers by it unmodified', async () => {
    expect(await metadataOf(server)).toMatchObject({ registration_endpoint: `${server.url}/oauth2/register` });
    const config = await openid.dynamicClientRegistration(
      new URL(server.url),
      { redirect_uris: [CALLBACK], client_name: 'By itself', token_endpoint_auth_method: 'client_secret_post' },
      undefined,
      { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
    );
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: 'notes:read',
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    const { body } = await call<{ sessionID: string }>('GET', url.href, { headers: account.session });
    const { headers } = await decide(server, account, body.sessionID);
    const answer = new URL(headers.get('location') ?? '');
    const tokens = await openid.authorizationCodeGrant(config, answer, { pkceCodeVerifier });
    expect(tokens.scope).toBe('notes:read');
  });

  it('is open to pages of every origin: the answer depends on no cookie', async () => {
    const headers = { origin: 'https://inspector.example.com' };
    const { status, headers: answered } = await postRegistration(server, undefined, headers);
    expect({ status, origin: answered.get('access-control-allow-origin') }).toEqual({ status: 201, origin: '*' });
  });

  it('from one network is possible as often an hour as DYNAMIC_REGISTRATION_LIMIT says', async () => {
    await Promise.all(Array.from({ length: LIMIT - 1 }, () => registerItself(server)));
    const first = await postRegistration(server);
    expect(first.status).toBe(201);
    const held = await postRegistration(server);
    expect(held.status).toBe(429);
    expect(held.body).toMatchObject({ error: 'temporarily_unavailable', error_description: anyText });
    expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(3_500);
    // An invalid registration does not count, and still gets its error.
    expect((await postRegistration(server, {})).status).toBe(400);
    await server.advance({ minutes: 60 });
    expect((await postRegistration(server)).status).toBe(201);
  });

  it('is not held by what a clock noted that went wrong and was set right', async () => {
    await server.advance({ days: 1 });
    await Promise.all(Array.from({ length: LIMIT }, () => registerItself(server)));
    expect((await postRegistration(server)).status).toBe(429);
    await server.advance({ days: -1 });
    expect((await postRegistration(server)).status).toBe(201);
  });
});

describe('RFC 7591 by initial access tokens', () => {
  const server = givenServer({ env: { DYNAMIC_REGISTRATION: 'token' } });
  const account = givenAccount(server);

  const METADATA = { redirect_uris: [CALLBACK] };
  const register = (token: string) => postRegistration(server, METADATA, bearer(token));
  const tokensOf = async ({ session }: Account) =>
    (await call<{ items: { id: string }[] }>('GET', `${server.url}/api/registration-tokens`, { headers: session })).body
      .items;
  const revoke = (id: string, { session }: Account) =>
    call('DELETE', `${server.url}/api/registration-tokens/${id}`, { headers: session });

  it('§3 a token registers clients until it expires', async () => {
    const { initial_access_token, created_at, expires_at } = await newInitialToken(server, account, {
      expires_in: 3600,
    });
    expect(initial_access_token).toMatch(/^csy_initial_[A-Za-z0-9_-]{49}$/);
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(3_600_000);
    expect((await register(initial_access_token)).status).toBe(201);
    expect((await register(initial_access_token)).status).toBe(201);
    await server.advance({ minutes: 60 });
    expect((await register(initial_access_token)).status).toBe(401);
  });

  it('§3 without one it is 401 with a challenge (RFC 6750 §3)', async () => {
    const none = await postRegistration(server, METADATA);
    expect({ status: none.status, challenge: none.headers.get('www-authenticate') }).toEqual({
      status: 401,
      challenge: 'Bearer realm="consentry"',
    });
    const wrong = await register('csy_initial_wrong');
    expect({ status: wrong.status, challenge: wrong.headers.get('www-authenticate') }).toEqual({
      status: 401,
      challenge: 'Bearer realm="consentry", error="invalid_token"',
    });
    expect(wrong.body).toMatchObject({ error: 'invalid_token' });
    expect((await register(account.sessionToken)).status).toBe(401);
  });

  it('who asks comes before what is asked', async () => {
    expect((await postRegistration(server, '{')).status).toBe(401);
  });

  it('a token is listed without itself, and revoked by its account alone', async () => {
    const { id, initial_access_token } = await newInitialToken(server, account);
    const listed = await tokensOf(account);
    expect(listed).toContainEqual({ id, created_at: anyText, expires_at: anyText });
    expect(JSON.stringify(listed)).not.toContain(initial_access_token);
    const other = await signUp(server);
    expect(await tokensOf(other)).toEqual([]);
    expect((await revoke(id, other)).status).toBe(404);
    expect((await revoke(id, account)).status).toBe(204);
    expect((await revoke(id, account)).status).toBe(404);
    expect((await tokensOf(account)).map((token) => token.id)).not.toContain(id);
    expect((await register(initial_access_token)).status).toBe(401);
  });

  it('a token ends with its account', async () => {
    const leaving = await signUp(server);
    const { initial_access_token } = await newInitialToken(server, leaving);
    await call('DELETE', `${server.url}/api/account`, {
      headers: leaving.session,
      body: { current_password: leaving.password },
    });
    expect((await register(initial_access_token)).status).toBe(401);
  });

  it('an account has at most twenty', async () => {
    const busy = await signUp(server);
    await Promise.all(Array.from({ length: 20 }, () => newInitialToken(server, busy)));
    const more = await call('POST', `${server.url}/api/registration-tokens`, { headers: busy.session, body: {} });
    expect(more.status).toBe(409);
  });

  it.each([59, 7_776_001, 'x', 60.5, null])('expires_in may not be %j', async (expires_in) => {
    const path = `${server.url}/api/registration-tokens`;
    expect((await call('POST', path, { headers: account.session, body: { expires_in } })).status).toBe(400);
  });
});

describe('RFC 7591 where it is off', () => {
  const server = givenServer();

  it('is refused and not announced', async () => {
    const { status, body } = await postRegistration(server);
    expect({ status, error: body['error'] }).toEqual({ status: 403, error: 'access_denied' });
    expect(await metadataOf(server)).not.toHaveProperty('registration_endpoint');
    const { session } = await signUp(server);
    expect((await call('POST', `${server.url}/api/registration-tokens`, { headers: session, body: {} })).status).toBe(
      403,
    );
  });
});
