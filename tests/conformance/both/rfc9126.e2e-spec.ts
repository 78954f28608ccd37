import * as openid from 'openid-client';
import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { KeyedClient, changeClient } from '@consentry/test-support/world/keyed-client';
import { storedRows } from '@consentry/test-support/server/stored';
import {
  type Answer,
  type Application,
  CALLBACK,
  call,
  decide,
  exchange,
  pkce,
  query,
  register,
} from '@consentry/test-support/world/world';

type Parameters = Record<string, string | undefined>;

describe('RFC 9126: pushed authorization requests', () => {
  const server = givenServer();
  const account = givenAccount(server);
  const application = givenApplication(server, account);

  const REQUEST = { redirect_uri: CALLBACK, response_type: 'code', scope: 'notes:read', state: 'pushed-state' };
  const push = (parameters: Parameters, headers: Record<string, string> = {}) =>
    call('POST', `${server.url}/oauth2/par`, { headers, body: new URLSearchParams(query(parameters)) });
  const credentialsOf = ({ client_id, client_secret }: Application) => ({ client_id, client_secret });
  const pushGood = async (override: Parameters = {}, of = application) => {
    const { body, status, text } = await push({ ...REQUEST, ...credentialsOf(of), ...override });
    if (status !== 201) throw new Error(text);
    return body.request_uri as string;
  };
  const visit = (parameters: Parameters, by = account) =>
    call<{ sessionID: string; error?: string }>('GET', `${server.url}/oauth2/authorize?${query(parameters)}`, {
      headers: by.session,
    });
  const begin = (request_uri: string, override: Parameters = {}) =>
    visit({ client_id: application.client_id, request_uri, ...override });
  const errorOf = ({ status, body }: Answer | Answer<{ error?: string }>) => [status, body.error];
  const REFUSED = [400, 'invalid_request'];
  const OVER = [400, 'invalid_request_uri'];

  it('§2 the endpoint takes a form by POST alone', async () => {
    expect((await call('GET', `${server.url}/oauth2/par`)).status).toBe(405);
    const json = await call('POST', `${server.url}/oauth2/par`, {
      body: { ...REQUEST, ...credentialsOf(application) },
    });
    expect(errorOf(json)).toEqual(REFUSED);
  });

  it('§2 the client authenticates as at the token endpoint', async () => {
    const { client_id, client_secret } = application;
    const basic = { authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}` };
    expect((await push(REQUEST, basic)).status).toBe(201);
    expect((await push({ ...REQUEST, client_id, client_secret })).status).toBe(201);
    const keyed = await KeyedClient.register(server, account);
    expect((await push({ ...REQUEST, ...(await keyed.credentials()) })).status).toBe(201);
    expect(errorOf(await push({ ...REQUEST, client_id }))).toEqual([401, 'invalid_client']);
    expect(errorOf(await push({ ...REQUEST, client_id, client_secret: 'wrong' }))).toEqual([401, 'invalid_client']);
    expect(errorOf(await push(REQUEST))).toEqual(REFUSED);
  });

  it('§2 a public client names itself, and must use PKCE as ever', async () => {
    const { client_id } = await register(server, account, { client_type: 'public' });
    expect(errorOf(await push({ ...REQUEST, client_id }))).toEqual(REFUSED);
    const proof = { code_challenge: pkce().challenge, code_challenge_method: 'S256' };
    expect((await push({ ...REQUEST, client_id, ...proof })).status).toBe(201);
  });

  it('§2.1 request_uri must not be pushed', async () => {
    const request_uri = await pushGood();
    expect(errorOf(await push({ ...REQUEST, ...credentialsOf(application), request_uri }))).toEqual(REFUSED);
  });

  const wrong: [string, Parameters, string][] = [
    ['an unregistered redirect URI', { redirect_uri: 'https://evil.example.com' }, 'invalid_request'],
    ['no redirect URI', { redirect_uri: undefined }, 'invalid_request'],
    ['an unknown scope', { scope: 'unknown' }, 'invalid_scope'],
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['half of PKCE', { code_challenge_method: 'S256' }, 'invalid_request'],
    ['no state', { state: undefined }, 'invalid_request'],
    ['an unknown resource', { resource: 'https://other.example.com' }, 'invalid_target'],
    ['an unknown response mode', { response_mode: 'web_message' }, 'invalid_request'],
  ];
  it.each(wrong)('§2.1 the request is checked as at the authorization endpoint: %s', async (_, override, error) => {
    const answer = await push({ ...REQUEST, ...credentialsOf(application), ...override });
    expect([errorOf(answer), answer.body.redirect_to]).toEqual([[400, error], undefined]);
  });

  it('§2.2 the answer: 201, a request_uri that cannot be guessed, expires_in, and no cache', async () => {
    const answer = await push({ ...REQUEST, ...credentialsOf(application) });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toEqual({
      request_uri: expect.stringMatching(/^urn:ietf:params:oauth:request_uri:[\w-]{43}$/) as string,
      expires_in: 90,
    });
    const stored = JSON.stringify(await storedRows(server, 'SELECT hash FROM pushed_requests'));
    expect(stored).not.toContain(String(answer.body.request_uri).split(':').at(-1));
  });

  it('§2.3 errors as at the token endpoint, 405 and 413 too', async () => {
    expect((await push({ ...REQUEST, scope: 'x'.repeat(102_401) })).status).toBe(413);
  });

  it('§4 the authorization request: client_id and request_uri, to a code', async () => {
    const { body } = await begin(await pushGood());
    expect(body).toMatchObject({ scopes: [{ name: 'notes:read' }], redirect_uri: CALLBACK });
    const arrived = new URL((await decide(server, account, body.sessionID)).headers.get('location')!);
    expect(arrived.searchParams.get('state')).toBe('pushed-state');
    const answer = await exchange(server, application, arrived.searchParams.get('code')!);
    expect([answer.status, answer.body.scope]).toEqual([200, 'notes:read']);
  });

  it('§4 what stands beside request_uri does not count', async () => {
    const { body } = await begin(await pushGood(), { scope: 'notes:write', redirect_uri: 'https://evil.example.com' });
    expect(body).toMatchObject({ scopes: [{ name: 'notes:read' }], redirect_uri: CALLBACK });
  });

  it('§4 request_uri is bound to its client', async () => {
    const { client_id } = await register(server, account);
    expect(errorOf(await visit({ client_id, request_uri: await pushGood() }))).toEqual(OVER);
    expect(errorOf(await visit({ request_uri: await pushGood() }))).toEqual(REFUSED);
    expect(errorOf(await begin(await pushGood(), { client_id: 'unknown' }))).toEqual([400, 'invalid_client']);
  });

  it('§4 an expired or unknown request_uri is refused, never by a redirect', async () => {
    const request_uri = await pushGood();
    await server.advance({ seconds: 89 });
    expect((await begin(request_uri)).status).toBe(200);
    await server.advance({ seconds: 1 });
    const answer = await begin(request_uri, REQUEST);
    expect([errorOf(answer), answer.headers.get('location')]).toEqual([OVER, null]);
    expect(answer.body).not.toHaveProperty('redirect_to');
    expect(errorOf(await begin('urn:ietf:params:oauth:request_uri:unknown'))).toEqual(OVER);
    await server.advance({ seconds: -90 });
  });

  describe.each([false, true])('§4 one use, is_rejected %s', (is_rejected) => {
    it('the page may be loaded again until the decision, not after it', async () => {
      const request_uri = await pushGood();
      await begin(request_uri);
      const { body } = await begin(request_uri);
      expect((await decide(server, account, body.sessionID, { is_rejected })).status).toBe(301);
      expect(errorOf(await begin(request_uri))).toEqual(OVER);
    });

    it('of two pages at the same moment one decides', async () => {
      const request_uri = await pushGood();
      const pages = await Promise.all([1, 2, 3, 4].map(() => begin(request_uri)));
      const answers = await Promise.all(
        pages.map(({ body }) => decide(server, account, body.sessionID, { is_rejected })),
      );
      const errors = answers.map(({ headers }) => new URL(headers.get('location')!).searchParams.get('error'));
      expect(errors.filter((error) => error === 'invalid_request')).toHaveLength(3);
    });

    it('a decision counts though the request_uri expired while the account thought', async () => {
      const { body } = await begin(await pushGood());
      await server.advance({ seconds: 290 });
      const arrived = new URL(
        (await decide(server, account, body.sessionID, { is_rejected })).headers.get('location')!,
      );
      expect(arrived.searchParams.get('error')).toBe(is_rejected ? 'access_denied' : null);
      await server.advance({ seconds: -290 });
    });
  });

  describe('a browser that brought the request in time', () => {
    /** What it sends with the next request. */
    const bring = async (request_uri: string, cookie?: string) => {
      const url = `${server.url}/oauth2/authorize?${query({ client_id: application.client_id, request_uri })}`;
      const headers = { accept: 'text/html', ...(cookie !== undefined && { cookie }) };
      const answer = await call('GET', url, { headers });
      expect([answer.status, answer.headers.get('location')]).toEqual([
        302,
        url.replace('/oauth2/authorize', '/consent'),
      ]);
      return answer.headers.get('set-cookie');
    };
    const held = async (request_uri: string) => (await bring(request_uri))!.split(';')[0]!;
    const ask = (request_uri: string, cookie: string) =>
      call<{ sessionID: string; error?: string }>(
        'GET',
        `${server.url}/oauth2/authorize?${query({ client_id: application.client_id, request_uri })}`,
        { headers: { ...account.session, cookie } },
      );
    const at = async (seconds: number, act: () => Promise<void>) => {
      await server.advance({ seconds });
      await act().finally(() => server.advance({ seconds: -seconds }));
    };

    it('holds it for an hour, as people need their time (WCAG 2.2.1), and once decided no more', async () => {
      const request_uri = await pushGood();
      const cookie = await held(request_uri);
      await at(3_599, async () => {
        expect(errorOf(await begin(request_uri))).toEqual(OVER);
        const { body } = await ask(request_uri, cookie);
        await server.advance({ seconds: 299 });
        const answer = await decide(server, account, body.sessionID);
        await server.advance({ seconds: -299 });
        expect(new URL(answer.headers.get('location')!).searchParams.get('state')).toBe('pushed-state');
        expect(new URL(answer.headers.get('location')!).searchParams.get('code')).not.toBeNull();
        expect(errorOf(await ask(request_uri, cookie))).toEqual(OVER);
      });
    });

    it('holds no other request, and not for longer', async () => {
      const [request_uri, other] = [await pushGood(), await pushGood()];
      const [cookie, ofOther] = [await held(request_uri), await held(other)];
      await at(90, async () => expect(errorOf(await ask(request_uri, ofOther))).toEqual(OVER));
      await at(3_600, async () => expect(errorOf(await ask(request_uri, cookie))).toEqual(OVER));
    });

    it('holds several, and is told of each once', async () => {
      const [request_uri, other] = [await pushGood(), await pushGood()];
      const first = await held(request_uri);
      expect(await bring(request_uri, first)).toBeNull();
      const both = (await bring(other, first))!;
      expect(both).toMatch(/^consentry_held_[\da-f]{8}=[\w.-]+; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/);
      await at(200, async () => {
        for (const uri of [request_uri, other]) expect((await ask(uri, both.split(';')[0]!)).status).toBe(200);
      });
    });

    it('does not hold what it brought too late', async () => {
      const request_uri = await pushGood();
      await at(90, async () => expect(await bring(request_uri)).toBeNull());
    });
  });

  it('§4 prompt=none spends the request with its code', async () => {
    const first = await begin(await pushGood());
    await decide(server, account, first.body.sessionID);
    const request_uri = await pushGood({ prompt: 'none' });
    const answered = await begin(request_uri);
    expect(new URL(answered.headers.get('location')!).searchParams.get('code')).not.toBeNull();
    expect(errorOf(await begin(request_uri))).toEqual(OVER);
  });

  it('§5 the metadata names the endpoint, and that not everybody must use it', async () => {
    const { body } = await call('GET', `${server.url}/.well-known/oauth-authorization-server`);
    expect(body).toMatchObject({
      pushed_authorization_request_endpoint: `${server.url}/oauth2/par`,
      require_pushed_authorization_requests: false,
    });
  });

  it('§6 an application that must push cannot ask otherwise', async () => {
    const strict = await register(server, account);
    await changeClient(server, strict, { require_pushed_authorization_requests: 1 });
    const { client_id } = strict;
    expect(errorOf(await visit({ ...REQUEST, client_id }))).toEqual(REFUSED);
    expect((await visit({ client_id, request_uri: await pushGood({}, strict) })).status).toBe(200);
  });

  it('§7.2 a request_uri by reference is nowhere fetched', async () => {
    expect(errorOf(await begin('https://app.example.com/request'))).toEqual([400, 'request_uri_not_supported']);
  });

  it('openid-client pushes its request', async () => {
    const { client_id, client_secret } = application;
    const config = await openid.discovery(
      new URL(server.url),
      client_id,
      undefined,
      openid.ClientSecretPost(client_secret),
      {
        algorithm: 'oauth2',
        execute: [openid.allowInsecureRequests],
      },
    );
    const [pkceCodeVerifier, expectedState] = [openid.randomPKCECodeVerifier(), openid.randomState()];
    const url = await openid.buildAuthorizationUrlWithPAR(config, {
      redirect_uri: CALLBACK,
      scope: 'notes:read',
      state: expectedState,
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    expect([...url.searchParams.keys()].sort()).toEqual(['client_id', 'request_uri']);
    const { body } = await call<{ sessionID: string }>('GET', url.href, { headers: account.session });
    const arrived = new URL((await decide(server, account, body.sessionID)).headers.get('location')!);
    const tokens = await openid.authorizationCodeGrant(config, arrived, { pkceCodeVerifier, expectedState });
    expect(tokens.scope).toBe('notes:read');
  });
});
