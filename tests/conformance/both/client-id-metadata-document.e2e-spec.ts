import { anyText } from '@consentry/test-support/world/anything';
import { CLAUDE_CODE } from '@consentry/test-support/world/claude-code';
import { EXCHANGE, PKCE, applicationOf } from '@consentry/test-support/world/document-client';
import { DocumentServer } from '@consentry/test-support/world/document-server';
import { givenAccount, givenServer, givenSite } from '@consentry/test-support/server/given';
import { TestServer } from '@consentry/test-support/server/server';
import {
  CALLBACK,
  authorizeUrl,
  call,
  exchange,
  obtainCode,
  refresh,
  requestConsent,
  signUp,
} from '@consentry/test-support/world/world';

/** draft-ietf-oauth-client-id-metadata-document-02. */
describe('Client ID Metadata Document', () => {
  const site = givenSite();
  const server = givenServer({ env: { SESSION_TTL: '8640000' } });
  const account = givenAccount(server);
  let paths = 0;

  /** A path that no earlier test used. */
  const fresh = () => `/client-${(paths += 1)}`;
  const authorize = (client_id: string, override: Record<string, string> = {}) =>
    call('GET', authorizeUrl(server, applicationOf(client_id), { ...PKCE, ...override }), { headers: account.session });
  const expectRefused = async (client_id: string, problem: RegExp) => {
    const { status, headers, body } = await authorize(client_id);
    expect({ status, error: body['error'] }).toEqual({ status: 400, error: 'invalid_client' });
    expect(body['error_description']).toMatch(problem);
    expect(headers.get('location')).toBeNull();
    expect(body).not.toHaveProperty('redirect_to');
  };

  it('§6 is announced', async () => {
    const { body } = await call('GET', `${server.url}/.well-known/oauth-authorization-server`);
    expect(body).toMatchObject({ client_id_metadata_document_supported: true });
  });

  it('§5 a client that nobody registered goes through the flow by its URL', async () => {
    const client = applicationOf(site.serve(fresh()));
    const code = await obtainCode(server, account, client, PKCE);
    const asked = EXCHANGE;
    const { status, body } = await exchange(server, client, code, asked);
    expect(status).toBe(200);
    const claims = JSON.parse(Buffer.from(body.access_token.split('.')[1] ?? '', 'base64url').toString()) as object;
    expect(claims).toMatchObject({ client_id: client.client_id });
    expect((await refresh(server, body.refresh_token)).status).toBe(200);
    expect(site.lastHeaders).toMatchObject({ accept: 'application/json' });
    for (const header of ['cookie', 'authorization']) expect(site.lastHeaders).not.toHaveProperty(header);
  });

  it('§3 comparison is of plain text: another spelling is another client', async () => {
    const path = fresh();
    const client_id = site.serve(path);
    await expectRefused(client_id.replace('localhost', 'LOCALHOST'), /client_id that equals its URL/);
    await expectRefused(`${client_id}?`, /returned 404|equals its URL/);
  });

  it.each([
    ['http', 'http://client.example.com/client'],
    ['no path', 'https://client.example.com'],
    ['a user', 'https://user@client.example.com/client'],
    ['dot segments', 'https://client.example.com/a/../client'],
    ['a fragment', 'https://client.example.com/client#a'],
  ])('§3 is no Client Identifier URL, and never fetched: %s', async (_, client_id) => {
    await expectRefused(client_id, /unknown or disabled/);
  });

  it('§4 the document must hold the client_id that it was fetched by', async () => {
    await expectRefused(site.serve(fresh(), { client_id: 'https://another.example.com/client' }), /equals its URL/);
    await expectRefused(site.serve(fresh(), { client_id: undefined }), /equals its URL/);
  });

  it('§4 the document must be JSON', async () => {
    const page = site.serve(fresh(), {}, { 'content-type': 'text/html' });
    await expectRefused(page, /served as application\/json/);
    const text = site.answer(fresh(), (response) =>
      response.setHeader('content-type', 'application/json').end('not JSON'),
    );
    await expectRefused(text, /not valid JSON/);
  });

  it.each(['client_secret_basic', 'client_secret_post', 'client_secret_jwt'])(
    '§4.1 no method by a shared secret: %s',
    async (token_endpoint_auth_method) => {
      await expectRefused(site.serve(fresh(), { token_endpoint_auth_method }), /token_endpoint_auth_method/);
    },
  );

  it('§4.1 no secret and no private key', async () => {
    await expectRefused(site.serve(fresh(), { client_secret: 'x' }), /must not contain client_secret/);
    await expectRefused(site.serve(fresh(), { client_secret_expires_at: 0 }), /must not contain/);
    const jwks = { keys: [{ kty: 'oct', k: 'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ' }] };
    await expectRefused(site.serve(fresh(), { jwks }), /private or symmetric/);
  });

  it('§4.2 a redirect URI must be one of the document, exactly', async () => {
    const client_id = site.serve(fresh(), { redirect_uris: [CALLBACK] });
    const { status, body } = await authorize(client_id, { redirect_uri: `${CALLBACK}/` });
    expect({ status, error: body['error'] }).toEqual({ status: 400, error: 'invalid_request' });
  });

  it.each([201, 204, 301, 302, 307, 308, 400, 404, 500])('§5 every status but 200 is an error: %i', async (status) => {
    const elsewhere = fresh();
    site.serve(elsewhere);
    const client_id = site.answer(fresh(), (response) =>
      response.writeHead(status, { location: elsewhere, 'content-type': 'application/json' }).end(),
    );
    await expectRefused(client_id, new RegExp(`returned ${status}`));
    // §5: no redirect is followed.
    expect(site.timesFetched(elsewhere)).toBe(0);
  });

  it('§5.1 a document that cannot be fetched aborts the request', async () => {
    const gone = await DocumentServer.start();
    const client_id = gone.serve('/client');
    gone.stop();
    await expectRefused(client_id, /cannot be fetched/);
    await expectRefused(
      site.answer(fresh(), () => undefined),
      /not answered within 2 seconds/,
    );
  });

  it('§5.2 a document is kept as long as its cache headers say', async () => {
    const path = fresh();
    const client_id = site.serve(path, { client_name: 'Before' }, { 'cache-control': 'max-age=600' });
    const name = async () => (await requestConsent(server, account, applicationOf(client_id), PKCE))['client'];
    expect(await name()).toMatchObject({ name: 'Before' });
    site.serve(path, { client_name: 'After', redirect_uris: [CALLBACK, `${CALLBACK}/more`] });
    await server.advance({ seconds: 590 });
    expect(await name()).toMatchObject({ name: 'Before' });
    expect(site.timesFetched(path)).toBe(1);
    await server.advance({ seconds: 10 });
    expect(await name()).toMatchObject({ name: 'After' });
    expect((await authorize(client_id, { redirect_uri: `${CALLBACK}/more` })).status).toBe(200);
    expect(site.timesFetched(path)).toBe(2);
  });

  it('§5.2 no less than a minute and no more than a day', async () => {
    const [short, long] = [fresh(), fresh()];
    const ids = [
      site.serve(short, {}, { 'cache-control': 'no-store' }),
      site.serve(long, {}, { 'cache-control': 'max-age=31536000' }),
    ];
    const authorizeBoth = async () => {
      for (const id of ids) expect((await authorize(id)).status).toBe(200);
      return [site.timesFetched(short), site.timesFetched(long)];
    };
    expect(await authorizeBoth()).toEqual([1, 1]);
    await server.advance({ seconds: 50 });
    expect(await authorizeBoth()).toEqual([1, 1]);
    await server.advance({ seconds: 10 });
    expect(await authorizeBoth()).toEqual([2, 1]);
    await server.advance({ days: 1 });
    expect(await authorizeBoth()).toEqual([3, 2]);
  });

  it('§5.2 neither errors nor documents that are not valid are kept', async () => {
    const path = fresh();
    await expectRefused(site.url + path, /returned 404/);
    site.serve(path, { client_id: 'another' });
    await expectRefused(site.url + path, /equals its URL/);
    expect((await authorize(site.serve(path))).status).toBe(200);
    expect(site.timesFetched(path)).toBe(3);
  });

  it('§5.2 a known client goes on for a day while its site is down, tried again each minute', async () => {
    const path = fresh();
    const client_id = site.serve(path, {}, { 'cache-control': 'max-age=60' });
    expect((await authorize(client_id)).status).toBe(200);
    site.answer(path, (response) => response.writeHead(503).end());
    await server.advance({ seconds: 60 });
    for (let n = 0; n < 3; n += 1) expect((await authorize(client_id)).status).toBe(200);
    expect(site.timesFetched(path)).toBe(2);
    await server.advance({ days: 1 });
    await expectRefused(client_id, /returned 503/);
    expect((await authorize(site.serve(path))).status).toBe(200);
  });

  it('a refresh by the token alone waits for no document', async () => {
    const path = fresh();
    const client = applicationOf(site.serve(path, {}, { 'cache-control': 'max-age=60' }));
    const code = await obtainCode(server, account, client, PKCE);
    const { body } = await exchange(server, client, code, EXCHANGE);
    await server.advance({ minutes: 5 });
    site.answer(path, () => undefined);
    expect((await refresh(server, body.refresh_token)).status).toBe(200);
    expect(site.timesFetched(path)).toBe(1);
  });

  it('those who ask at the same moment share one fetch', async () => {
    const path = fresh();
    // Whoever comes too late for the fetch, as on a busy machine, takes what it brought.
    const client_id = site.serve(path, {}, { 'cache-control': 'max-age=60' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => authorize(client_id)));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
    expect(site.timesFetched(path)).toBe(1);
  });

  it('§8.2 a client with keys is not let in without them', async () => {
    const { publicKey } = await import('node:crypto').then(({ generateKeyPairSync }) =>
      generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    );
    const keyed = {
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: { keys: [publicKey.export({ format: 'jwk' })] },
    };
    const client = applicationOf(site.serve(fresh(), keyed));
    const code = await obtainCode(server, account, client, PKCE);
    const { status, body } = await exchange(server, client, code, {
      client_secret: undefined,
      code_verifier: EXCHANGE.code_verifier,
    });
    expect({ status, error: body.error }).toEqual({ status: 401, error: 'invalid_client' });
  });

  it('§8.5 the consent screen names the host of the client_id', async () => {
    const client_id = site.serve(fresh(), { client_name: 'Your Bank' });
    expect(await requestConsent(server, account, applicationOf(client_id), PKCE)).toMatchObject({
      client: { client_id, name: 'Your Bank' },
      client_host: new URL(site.url).host,
      redirect_host: 'app.example.com',
      redirect_is_loopback: false,
    });
  });

  it.each(['https://10.0.0.1/client', 'https://169.254.169.254/client', 'https://[fd00::1]/client'])(
    '§8.6 a special-use address is not called: %s',
    async (client_id) => {
      await expectRefused(client_id, /cannot be fetched/);
    },
  );

  it('§8.7 no more than 5 kilobytes are read', async () => {
    const path = fresh();
    const padded = (length: number) => {
      const { length: rest } = JSON.stringify({
        client_id: site.url + path,
        client_name: 'Documented',
        redirect_uris: [CALLBACK],
        padding: '',
      });
      return site.serve(path, { padding: 'x'.repeat(length - rest) });
    };
    await expectRefused(padded(5121), /larger than 5120 bytes/);
    expect((await authorize(padded(5120))).status).toBe(200);
  });

  it('RFC 9700 §2.1.1 a public client must use PKCE', async () => {
    const { status, body } = await call('GET', authorizeUrl(server, applicationOf(site.serve(fresh()))), {
      headers: account.session,
    });
    expect({ status, error: body['error'] }).toEqual({ status: 400, error: 'invalid_request' });
  });

  it.each(['http://localhost:51234/callback', 'http://127.0.0.1:51234/callback'])(
    "Claude Code's document lets it in, answered at %s",
    async (redirect_uri) => {
      const client = { ...applicationOf(site.serve(fresh(), CLAUDE_CODE)), redirect_uris: [redirect_uri] };
      const asked = { ...PKCE, resource: 'http://localhost:3001/', scope: undefined, redirect_uri };
      const code = await obtainCode(server, account, client, asked);
      expect((await exchange(server, client, code, EXCHANGE)).status).toBe(200);
    },
  );

  it.each(['http://localhost:51234/other', 'http://localhost.example.com:51234/callback'])(
    "Claude Code's document lets nobody answer at %s",
    async (redirect_uri) => {
      const { status, body, headers } = await authorize(site.serve(fresh(), CLAUDE_CODE), { redirect_uri });
      expect([status, body['error'], headers.get('location')]).toEqual([400, 'invalid_request', null]);
    },
  );

  it('RFC 8252 §7.3 a native client may answer on any port of a loopback IP literal', async () => {
    const client_id = site.serve(fresh(), { redirect_uris: ['http://127.0.0.1/callback'], application_type: 'native' });
    expect((await authorize(client_id, { redirect_uri: 'http://127.0.0.1:53219/callback' })).status).toBe(200);
  });

  it('belongs to no account, and is no account’s to change', async () => {
    const client_id = site.serve(fresh());
    expect((await authorize(client_id)).status).toBe(200);
    const path = `${server.url}/api/applications/${encodeURIComponent(client_id)}`;
    expect((await call('DELETE', path, { headers: account.session })).status).toBe(404);
    expect((await call('GET', path, { headers: account.session })).body).toMatchObject({ detail: anyText });
  });
});

describe('Client ID Metadata Document where', () => {
  it('it is off: is not announced, and nothing is fetched', async () => {
    const site = await DocumentServer.start();
    const server = await TestServer.start({ env: { CLIENT_ID_METADATA_DOCUMENTS: 'off' } });
    const { body } = await call('GET', `${server.url}/.well-known/oauth-authorization-server`);
    expect(body).not.toHaveProperty('client_id_metadata_document_supported');
    const refused = await call('GET', authorizeUrl(server, applicationOf(site.serve('/client')), PKCE));
    expect(refused.body).toMatchObject({ error: 'invalid_client' });
    expect(site.fetched).toEqual([]);
    site.stop();
    await server.stop();
  });

  it('it is turned off again: who was known by a document is unknown', async () => {
    const site = await DocumentServer.start();
    const server = await TestServer.start();
    const account = await signUp(server);
    const client = applicationOf(site.serve('/client'));
    const code = await obtainCode(server, account, client, PKCE);
    const asked = EXCHANGE;
    const { body } = await exchange(server, client, code, asked);
    await server.stop();
    const off = await TestServer.start({
      env: { CLIENT_ID_METADATA_DOCUMENTS: 'off' },
      dataDir: server.dataDir,
      port: server.port,
    });
    const refused = await call('GET', authorizeUrl(off, client, PKCE), { headers: account.session });
    expect(refused.body).toMatchObject({ error: 'invalid_client' });
    expect((await refresh(off, body.refresh_token)).status).toBe(400);
    site.stop();
    await off.stop();
  });

  it('§8.6 AUTH_URL is public: this machine is not called', async () => {
    const site = await DocumentServer.start();
    const server = await TestServer.start({ env: { AUTH_URL: 'https://auth.example.com' } });
    const at = { url: `http://127.0.0.1:${server.port}` };
    for (const client_id of [site.serve('/client'), site.serve('/client').replace('http:', 'https:')]) {
      const { status, body } = await call('GET', authorizeUrl(at, applicationOf(client_id), PKCE));
      expect({ status, error: body['error'] }).toEqual({ status: 400, error: 'invalid_client' });
    }
    expect(site.fetched).toEqual([]);
    site.stop();
    await server.stop();
  });
});
