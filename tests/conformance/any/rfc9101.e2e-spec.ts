import { CompactSign } from 'jose';
import * as openid from 'openid-client';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { ClientKey, KeySetUrl, KeyedClient, changeClient } from '@consentry/test-support/world/keyed-client';
import { type Answer, CALLBACK, call, decide, exchange, query, register } from '@consentry/test-support/world/world';

type Parameters = Record<string, string | undefined>;

/** By value; `request_uri` by reference is not offered. */
describe('RFC 9101: signed authorization requests', () => {
  const server = givenServer();
  const account = givenAccount(server);
  let client: KeyedClient;

  beforeAll(async () => {
    // The keys are for its requests; at the token endpoint it uses its secret.
    client = await KeyedClient.register(server, account, { columns: { token_endpoint_auth_method: null } });
  });

  const visit = (parameters: Parameters) =>
    call<{ sessionID: string; error?: string }>('GET', `${server.url}/oauth2/authorize?${query(parameters)}`, {
      headers: account.session,
    });
  const ask = (request: string, override: Parameters = {}) =>
    visit({ client_id: client.application.client_id, request, ...override });
  const errorOf = ({ status, body }: Answer | Answer<{ error?: string }>) => [status, body.error];
  const REFUSED = [400, 'invalid_request_object'];

  it('§4 a request object carries the whole request, to a code', async () => {
    const { body, status } = await ask(await client.requestObject());
    expect([status, body]).toMatchObject([200, { scopes: [{ name: 'notes:read' }], redirect_uri: CALLBACK }]);
    const arrived = new URL((await decide(server, account, body.sessionID)).headers.get('location')!);
    expect(arrived.searchParams.get('state')).toBe('signed-state');
    expect((await exchange(server, client.application, arrived.searchParams.get('code')!)).status).toBe(200);
  });

  it('§5 parameters beside it do not count, not even those it lacks', async () => {
    const { body } = await ask(await client.requestObject(), {
      scope: 'notes:write',
      redirect_uri: 'https://e.example',
    });
    expect(body).toMatchObject({ scopes: [{ name: 'notes:read' }], redirect_uri: CALLBACK });
    const beside = { redirect_uri: CALLBACK, response_type: 'code', scope: 'notes:read', state: 's' };
    const lacking = await ask(await client.requestObject({ redirect_uri: undefined }), beside);
    expect(errorOf(lacking)).toEqual([400, 'invalid_request']);
  });

  it('§5 client_id stands outside too, and is the same', async () => {
    const request = await client.requestObject();
    expect(errorOf(await visit({ request }))).toEqual([400, 'invalid_request']);
    const { client_id } = await register(server, account);
    expect(errorOf(await visit({ client_id, request }))).toEqual(REFUSED);
    expect(errorOf(await visit({ client_id: 'unknown', request }))).toEqual([400, 'invalid_client']);
  });

  it('§5 request and request_uri exclude each other', async () => {
    const request_uri = 'urn:ietf:params:oauth:request_uri:x';
    expect(errorOf(await ask(await client.requestObject(), { request_uri }))).toEqual([400, 'invalid_request']);
  });

  it('§5.2 a request_uri by reference is not supported, as the metadata says', async () => {
    const { client_id } = client.application;
    const answer = await visit({ client_id, request_uri: 'https://app.example.com/request' });
    expect(errorOf(answer)).toEqual([400, 'request_uri_not_supported']);
  });

  const refused: [string, Record<string, unknown>, Parameters?][] = [
    ['§4 request inside', { request: 'x' }],
    ['§4 request_uri inside', { request_uri: 'https://app.example.com/request' }],
    ['§4 another iss', { iss: 'other' }],
    ['§4 another aud', { aud: 'https://other.example.com' }],
    ['§4 another client_id', { client_id: 'other' }],
    ['§6.2 a key that is not its own', {}, { kid: 'unknown' }],
    ['§6.2 an expired object', { exp: Math.floor(Date.now() / 1000) - 1 }],
    ['§6.2 an object not valid yet', { nbf: Math.floor(Date.now() / 1000) + 600 }],
    ['§10.8 what could be taken for an assertion', {}, { typ: 'client-authentication+jwt' }],
  ];
  it.each(refused)('%s is invalid_request_object, without a redirect', async (_, claims, header = {}) => {
    const answer = await ask(await client.requestObject(claims, header));
    expect([errorOf(answer), answer.headers.get('location')]).toEqual([REFUSED, null]);
    expect(answer.body).not.toHaveProperty('redirect_to');
  });

  it('§10.8 one whose sub is the client is refused', async () => {
    expect(errorOf(await ask(await client.requestObject({ sub: client.application.client_id })))).toEqual(REFUSED);
  });

  it('§4 aud may name other servers beside this one, typ may be JWT, and nbf may have come', async () => {
    const claims = { aud: ['https://other.example.com', server.url], nbf: Math.floor(Date.now() / 1000) };
    expect((await ask(await client.requestObject(claims, { typ: 'JWT' }))).status).toBe(200);
  });

  it('§6.2 an application with a request_object_signing_alg signs by that alone', async () => {
    const { PS256, RS256 } = await ClientKey.makeRsa('PS256', 'RS256');
    const fields = { request_object_signing_alg: 'PS256', jwks: { keys: [PS256.jwk] } };
    const { client_id, redirect_uris } = await register(server, account, fields);
    const parameters = { client_id, redirect_uri: redirect_uris[0], response_type: 'code', scope: 'notes:read' };
    const signedBy = async (key: ClientKey) =>
      visit({ client_id, request: await key.sign({ iss: client_id, aud: server.url, ...parameters, state: 's' }) });
    expect((await signedBy(PS256)).status).toBe(200);
    expect(errorOf(await signedBy(RS256))).toEqual(REFUSED);
    const none = await call('POST', `${server.url}/api/applications`, {
      headers: account.session,
      body: { name: 'None', redirect_uris, request_object_signing_alg: 'none' },
    });
    expect([none.status, JSON.stringify(none.body)]).toEqual([400, expect.stringContaining('it must be one of ES256')]);
  });

  it('§6.1 an encrypted object is not supported', async () => {
    expect(errorOf(await ask('eyJhbGciOiJSU0EtT0FFUCJ9.a.b.c.d'))).toEqual(REFUSED);
  });

  it('§6.2 it must be signed: none, a shared secret and changed bytes are not', async () => {
    const [header, claims, signature] = (await client.requestObject()).split('.') as [string, string, string];
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const shared = await new CompactSign(Buffer.from(claims, 'base64url'))
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(client.application.client_secret.padEnd(32)));
    const text = Buffer.from(claims, 'base64url').toString().replace('notes:read', 'notes:writ');
    const changed = `${header}.${Buffer.from(text).toString('base64url')}.${signature}`;
    for (const request of [`${encode({ alg: 'none' })}.${claims}.`, shared, changed])
      expect(errorOf(await ask(request))).toEqual(REFUSED);
  });

  it('§6.3 the request inside is checked as any other', async () => {
    const unknown = await ask(await client.requestObject({ scope: 'unknown' }));
    expect(errorOf(unknown)).toEqual([400, 'invalid_scope']);
    const elsewhere = await ask(await client.requestObject({ redirect_uri: 'https://evil.example.com' }));
    expect([errorOf(elsewhere), 'redirect_to' in elsewhere.body]).toEqual([[400, 'invalid_request'], false]);
  });

  it('§5.1 in a URL it is as long as one that is pushed', async () => {
    const { client_id, client_secret } = client.application;
    const request = await client.requestObject({ padding: 'x'.repeat(10_000) });
    expect((await ask(request)).status).toBe(200);
    const body = new URLSearchParams({ client_id, client_secret, request });
    const pushed = await call('POST', `${server.url}/oauth2/par`, { body });
    expect(pushed.status).toBe(201);
    expect((await visit({ client_id, request_uri: pushed.body.request_uri as string })).status).toBe(200);
  });

  it('RFC 9126 §3 a pushed object is checked like one in the URL', async () => {
    const { client_id, client_secret } = client.application;
    const push = (request: string) =>
      call('POST', `${server.url}/oauth2/par`, { body: new URLSearchParams({ client_id, client_secret, request }) });
    expect(errorOf(await push(await client.requestObject({ aud: 'https://other.example.com' })))).toEqual(REFUSED);
    expect(errorOf(await push(await client.requestObject({ client_id: 'other' })))).toEqual(REFUSED);
  });

  it('§9 an application that must sign cannot ask otherwise', async () => {
    const columns = { token_endpoint_auth_method: null, require_signed_request_object: 1 };
    const strict = await KeyedClient.register(server, account, { columns });
    const { client_id, client_secret } = strict.application;
    const plain = { client_id, redirect_uri: CALLBACK, response_type: 'code', scope: 'notes:read', state: 's' };
    expect(errorOf(await visit(plain))).toEqual([400, 'invalid_request']);
    const body = new URLSearchParams({ ...plain, client_secret });
    expect(errorOf(await call('POST', `${server.url}/oauth2/par`, { body }))).toEqual([400, 'invalid_request']);
    expect((await visit({ client_id, request: await strict.requestObject() })).status).toBe(200);
  });

  it('§9 the metadata says what is taken', async () => {
    const { body } = await call('GET', `${server.url}/.well-known/oauth-authorization-server`);
    expect(body).toMatchObject({
      request_parameter_supported: true,
      request_uri_parameter_supported: false,
      require_signed_request_object: false,
      request_object_signing_alg_values_supported: expect.arrayContaining(['ES256', 'PS256', 'EdDSA']) as string[],
    });
  });

  it('keys may stand at a jwks_uri', async () => {
    const remote = await KeyedClient.register(server, account);
    const keySet = await KeySetUrl.serve(remote.key.jwk);
    await changeClient(server, remote.application, { jwks: null, jwks_uri: keySet.url });
    const { client_id } = remote.application;
    expect((await visit({ client_id, request: await remote.requestObject() })).status).toBe(200);
    await keySet.stop();
  });

  it('openid-client signs its request', async () => {
    const { application, key } = client;
    const secret = openid.ClientSecretPost(application.client_secret);
    const config = await openid.discovery(new URL(server.url), application.client_id, undefined, secret, {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
    });
    const parameters = { redirect_uri: CALLBACK, scope: 'notes:read', state: 'signed' };
    const url = await openid.buildAuthorizationUrlWithJAR(config, parameters, {
      key: key.privateKey,
      kid: key.jwk.kid!,
    });
    expect([...url.searchParams.keys()].sort()).toEqual(['client_id', 'request']);
    const { body } = await call<{ sessionID: string }>('GET', url.href, { headers: account.session });
    const arrived = new URL((await decide(server, account, body.sessionID)).headers.get('location')!);
    const tokens = await openid.authorizationCodeGrant(config, arrived, { expectedState: 'signed' });
    expect(tokens.scope).toBe('notes:read');
  });
});
