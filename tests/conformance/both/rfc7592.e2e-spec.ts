import { anyText, textLike } from '@consentry/test-support/world/anything';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { PKCE } from '@consentry/test-support/world/document-client';
import { type Information, bearer, obtainByPkce, registerItself } from '@consentry/test-support/world/registration';
import { CALLBACK, authorizeUrl, call, refresh, register } from '@consentry/test-support/world/world';

const POST = { token_endpoint_auth_method: 'client_secret_post' };
const OTHER = 'https://app.example.com/other';

/** Management of registered clients. */
describe('RFC 7592', () => {
  const server = givenServer({ env: { DYNAMIC_REGISTRATION: 'open', SESSION_TTL: '864000' } });
  const account = givenAccount(server);
  beforeEach(() => server.advance({ minutes: 61 })); // resets the limits

  const manage = (method: string, client: Information, body?: object, token = client.registration_access_token) =>
    call<Information>(method, client.registration_client_uri, {
      headers: bearer(token),
      ...(body !== undefined && { body }),
    });
  const put = (client: Information, metadata: object) =>
    manage('PUT', client, { client_id: client.client_id, redirect_uris: [CALLBACK], ...metadata });

  it('§2 the endpoint is protected: 401 with a challenge without the token', async () => {
    const client = await registerItself(server);
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const none = await call(method, client.registration_client_uri, { ...(method === 'PUT' && { body: {} }) });
      expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="consentry"']);
      const wrong = await manage(method, client, method === 'PUT' ? {} : undefined, 'csy_registration_wrong');
      expect([wrong.status, wrong.body['error']]).toEqual([401, 'invalid_token']);
    }
    expect((await manage('GET', client)).status).toBe(200);
  });

  it("§2 a token is good for its own client alone, and no other client's", async () => {
    const [one, other] = [await registerItself(server), await registerItself(server)];
    expect((await manage('GET', one, undefined, other.registration_access_token)).status).toBe(401);
    const { client_id } = await register(server, account);
    const uri = `${server.url}/oauth2/register/${client_id}`;
    expect((await call('GET', uri, { headers: bearer(one.registration_access_token) })).status).toBe(401);
  });

  it('§2.1 a read tells the metadata as registered, and no secret', async () => {
    const { client_secret, client_secret_expires_at, ...registered } = await registerItself(server, {
      client_name: 'Readable',
      scope: 'notes:read',
    });
    expect(client_secret_expires_at).toBe(0);
    const { status, headers, body, text } = await manage('GET', registered as Information);
    expect({ status, body }).toEqual({ status: 200, body: registered });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).not.toContain(client_secret);
  });

  it('§2.1 a client that is not there is 401', async () => {
    const client = await registerItself(server);
    const uri = `${server.url}/oauth2/register/${'0'.repeat(32)}`;
    expect((await call('GET', uri, { headers: bearer(client.registration_access_token) })).status).toBe(401);
  });

  it('§2.2 an update replaces all; what is left out is taken back', async () => {
    const client = await registerItself(server, {
      client_name: 'Before',
      scope: 'notes:read',
      contacts: ['a@b.example'],
    });
    const leftOut = 'https://app.example.com/#fragment';
    const { status, body: answer } = await put(client, { redirect_uris: [leftOut, OTHER], client_name: 'After' });
    expect(status).toBe(200);
    const { redirect_uris_left_out, ...body } = answer;
    expect(redirect_uris_left_out).toEqual([{ uri: leftOut, reason: 'must not have a fragment' }]);
    expect(body).toMatchObject({
      client_id: client.client_id,
      client_name: 'After',
      redirect_uris: [OTHER],
      registration_access_token: client.registration_access_token,
      registration_client_uri: client.registration_client_uri,
      client_id_issued_at: client.client_id_issued_at,
    });
    for (const gone of ['scope', 'contacts', 'client_secret']) expect(body).not.toHaveProperty(gone);
    expect((await manage('GET', client)).body).toEqual(body);
    const authorize = (redirect_uri: string) =>
      call('GET', authorizeUrl(server, client, { redirect_uri, ...PKCE }), { headers: account.session });
    expect((await authorize(OTHER)).status).toBe(200);
    expect((await authorize(CALLBACK)).status).toBe(400);
  });

  it('§2.2 an update must carry the client_id, and it must match', async () => {
    const client = await registerItself(server);
    for (const client_id of [undefined, 'another', null]) expect((await put(client, { client_id })).status).toBe(400);
  });

  it.each(['registration_access_token', 'registration_client_uri', 'client_secret_expires_at', 'client_id_issued_at'])(
    '§2.2 an update must not carry %s',
    async (name) => {
      const client = await registerItself(server);
      const { status, body } = await put(client, { [name]: client[name] });
      expect({ status, body }).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    },
  );

  it('§2.2 a client cannot choose its own secret', async () => {
    const client = await registerItself(server, POST);
    expect((await put(client, { client_secret: 'csy_secret_of_my_own' })).status).toBe(400);
    expect((await put(client, { client_secret: 7 })).status).toBe(400);
    expect((await put(client, { ...POST, client_secret: client.client_secret })).status).toBe(200);
    expect((await obtainByPkce(server, account, client)).access_token).toEqual(anyText);
  });

  it('§2.2 metadata that is not valid changes nothing', async () => {
    const client = await registerItself(server, { client_name: 'Stays' });
    expect((await put(client, { redirect_uris: ['http://app.example.com'] })).body).toMatchObject({
      error: 'invalid_redirect_uri',
    });
    expect((await put(client, { client_name: 7 })).body).toMatchObject({ error: 'invalid_client_metadata' });
    expect((await manage('GET', client)).body).toMatchObject({ client_name: 'Stays', redirect_uris: [CALLBACK] });
  });

  it('§2.2 a client stays public or confidential, and is given a secret when it comes to need one', async () => {
    const isPublic = await registerItself(server, { token_endpoint_auth_method: 'none' });
    expect((await put(isPublic, {})).body).toMatchObject({ error: 'invalid_client_metadata' });
    const jwks = { keys: [{ kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }] };
    const keyed = await registerItself(server, { token_endpoint_auth_method: 'private_key_jwt', jwks });
    expect(keyed).not.toHaveProperty('client_secret');
    const { body } = await put(keyed, POST);
    expect(body).toMatchObject({ client_secret: textLike(/^csy_secret_/), client_secret_expires_at: 0 });
    expect((await obtainByPkce(server, account, body)).access_token).toEqual(anyText);
  });

  it('§2.3 a deletion ends the client, its tokens and the right to manage it', async () => {
    const client = await registerItself(server, POST);
    const tokens = await obtainByPkce(server, account, client);
    const { status, text } = await manage('DELETE', client);
    expect({ status, text }).toEqual({ status: 204, text: '' });
    expect((await manage('GET', client)).status).toBe(401);
    expect((await manage('DELETE', client)).status).toBe(401);
    expect((await refresh(server, tokens.refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
    const authorize = await call('GET', authorizeUrl(server, client), { headers: account.session });
    expect(authorize.body).toMatchObject({ error: 'invalid_client' });
  });

  it('other methods are 405 with Allow', async () => {
    const client = await registerItself(server);
    const { status, headers } = await manage('PATCH', client, {});
    expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow: 'GET, PUT, DELETE' });
  });
});
