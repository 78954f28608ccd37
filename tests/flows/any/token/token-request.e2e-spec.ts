import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { rawRequest } from '@consentry/test-support/server/raw';
import {
  call,
  exchange,
  obtainCode,
  obtainTokens,
  query,
  refresh,
  register,
} from '@consentry/test-support/world/world';

const POST_PATHS = ['/oauth2/access_token', '/oauth2/token'];

describe('the token endpoints: request and answer', () => {
  const server = givenServer();
  const account = givenAccount(server);
  const application = givenApplication(server, account);

  const exchangeOf = (code: string) => ({
    grant_type: 'authorization_code',
    code,
    client_id: application.client_id,
    client_secret: application.client_secret,
    redirect_uri: application.redirect_uris[0],
  });
  const get = (search: string, headers: Record<string, string> = {}) =>
    call('GET', `${server.url}/oauth2/access_token?${search}`, { headers });
  const post = (path: string, form: string | Record<string, string | undefined>, search = '') =>
    call('POST', `${server.url}${path}${search}`, {
      body: new URLSearchParams(typeof form === 'string' ? form : query(form)),
    });
  /** An unspent code can be exchanged. */
  const expectUnspent = async (code: string) => expect((await exchange(server, application, code)).status).toBe(200);

  describe('a token response', () => {
    const expectTokens = (answer: Awaited<ReturnType<typeof call>>, scope: string) => {
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) as string,
        token_type: 'Bearer',
        expires_in: 1_209_600,
        refresh_token: expect.stringMatching(/^csy_refresh_[\w-]+$/) as string,
        scope,
      });
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('pragma')).toBe('no-cache');
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      expect(answer.headers.get('etag')).toBeNull();
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    };

    it('by GET', async () => {
      const code = await obtainCode(server, account, application);
      expectTokens(await get(query(exchangeOf(code))), 'notes:read notes:write');
    });

    it.each(POST_PATHS)('by POST %s', async (path) => {
      const code = await obtainCode(server, account, application, { scope: 'notes:read' });
      expectTokens(await post(path, exchangeOf(code)), 'notes:read');
    });

    it('of a refresh, by either name of the token', async () => {
      const { refresh_token: first } = await obtainTokens(server, account, application);
      const second = await get(query({ grant_type: 'refresh_token', code: first }));
      expectTokens(second, 'notes:read notes:write');
      const third = await get(
        query({ grant_type: 'refresh_token', refresh_token: second.body.refresh_token as string }),
      );
      expectTokens(third, 'notes:read notes:write');
      const { client_id, client_secret } = application;
      for (const name of ['code', 'refresh_token']) {
        const tokens = await obtainTokens(server, account, application);
        const form = { grant_type: 'refresh_token', [name]: tokens.refresh_token, client_id, client_secret };
        expectTokens(await post('/oauth2/token', form), 'notes:read notes:write');
      }
    });

    it('of a refresh is all new', async () => {
      const first = await obtainTokens(server, account, application);
      const { body: second } = await refresh(server, first.refresh_token);
      expect(second.access_token).not.toBe(first.access_token);
      expect(second.refresh_token).not.toBe(first.refresh_token);
    });

    it('a refusal is no-store JSON of two members', async () => {
      const { status, headers, body } = await get('grant_type=refresh_token&code=x');
      expect(status).toBe(400);
      expect(Object.keys(body)).toEqual(['error', 'error_description']);
      expect(headers.get('cache-control')).toBe('no-store');
    });
  });

  describe('the order of the checks', () => {
    // From the last check to the first: each added fault answers before the ones after it.
    it('each earlier fault answers in place of the later ones', async () => {
      const other = await register(server, account, { redirect_uris: ['https://other.example.com/'] });
      const { body: secondSecret } = await call<{ client_secret: string }>(
        'POST',
        `${server.url}/api/applications/${application.client_id}/secrets`,
        { headers: account.session, body: {} },
      );
      expect(secondSecret.client_secret).toBeDefined();
      const faults: [Record<string, string | undefined>, number, string][] = [
        [{ code: 'unknown' }, 400, 'invalid_grant'],
        [{ redirect_uri: undefined }, 400, 'invalid_request'],
        [{ client_secret: other.client_secret }, 401, 'invalid_client'],
        [{ client_id: undefined }, 400, 'invalid_request'],
        [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
        [{ grant_type: undefined }, 400, 'invalid_request'],
        [{ scope: 'x'.repeat(2049) }, 400, 'invalid_request'],
      ];
      let request: Record<string, string | undefined> = exchangeOf('x');
      for (const [fault, status, error] of faults) {
        request = { ...request, ...fault };
        for (const answer of [await get(query(request)), await post('/oauth2/token', request)])
          expect([fault, answer.status, answer.body.error]).toEqual([fault, status, error]);
      }
    });

    it.each(['password', 'client_credentials', 'Refresh_token', 'authorization_code ', 'implicit', '__proto__'])(
      'grant type %j is unsupported, whoever asks',
      async (grant_type) => {
        const { status, body } = await get(query({ grant_type }));
        expect([status, body.error]).toEqual([400, 'unsupported_grant_type']);
      },
    );

    it.each(['grant_type', 'code', 'redirect_uri', 'client_id'])(
      'authorization_code without %s, or with an empty one, is invalid_request and spends nothing',
      async (name) => {
        const code = await obtainCode(server, account, application);
        for (const value of [undefined, '']) {
          const { status, body } = await get(query({ ...exchangeOf(code), [name]: value }));
          expect([status, body.error]).toEqual([400, 'invalid_request']);
        }
        await expectUnspent(code);
      },
    );

    it('authorization_code reads code alone, never refresh_token', async () => {
      const code = await obtainCode(server, account, application);
      const { body } = await get(query({ ...exchangeOf(code), code: undefined, refresh_token: code }));
      expect(body.error).toBe('invalid_request');
      await expectUnspent(code);
    });

    it('refresh_token without a token is invalid_request, with both names too', async () => {
      const { refresh_token: token } = await obtainTokens(server, account, application);
      for (const more of ['', '&code=', '&refresh_token=&code=', `&code=${token}&refresh_token=${token}`]) {
        const { status, body } = await get(`grant_type=refresh_token${more}`);
        expect([status, body.error]).toEqual([400, 'invalid_request']);
      }
      expect((await refresh(server, token)).status).toBe(200);
    });

    it('an empty second name is an absent one', async () => {
      const { refresh_token: token } = await obtainTokens(server, account, application);
      expect((await get(`grant_type=refresh_token&code=&refresh_token=${token}`)).status).toBe(200);
    });
  });

  describe('the form of the request', () => {
    const known = [
      'grant_type',
      'code',
      'client_id',
      'client_secret',
      'redirect_uri',
      'code_verifier',
      'refresh_token',
      'scope',
    ];

    it.each(known)('%s twice is 400 and spends nothing', async (name) => {
      const code = await obtainCode(server, account, application);
      const given = exchangeOf(code) as Record<string, string | undefined>;
      const value = given[name] ?? 'x';
      const twice = `${query({ ...given, [name]: value })}&${query({ [name]: value })}`;
      for (const answer of [await get(twice), await post('/oauth2/token', twice)])
        expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
      await expectUnspent(code);
    });

    it('unknown parameters and brackets are ignored', async () => {
      const more = '&code[]=x&grant_type[a]=x&x=1&x=2&y=https%3A%2F%2Fa.example.com';
      expect((await get(query(exchangeOf(await obtainCode(server, account, application))) + more)).status).toBe(200);
      const code = await obtainCode(server, account, application);
      expect((await post('/oauth2/token', query(exchangeOf(code)) + more)).status).toBe(200);
    });

    it.each(['%', '%zz', '%ff', '%ed%a0%80'])(
      'malformed encoding %s anywhere is 400 and spends nothing',
      async (bad) => {
        const code = await obtainCode(server, account, application);
        const text = `${query(exchangeOf(code))}&unknown=${bad}`;
        const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: text };
        const answers = [await get(text), await call('POST', `${server.url}/oauth2/token`, form)];
        for (const { status, body } of answers) expect([status, body.error]).toEqual([400, 'invalid_request']);
        await expectUnspent(code);
      },
    );

    it('a value over 2,048 bytes is 400', async () => {
      for (const code of ['x'.repeat(2049), 'é'.repeat(1025)])
        for (const answer of [await get(query(exchangeOf(code))), await post('/oauth2/token', exchangeOf(code))])
          expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
      expect((await get(query(exchangeOf('x'.repeat(2048))))).body.error).toBe('invalid_grant');
    });

    it.each(POST_PATHS)('%s takes a form alone', async (path) => {
      const code = await obtainCode(server, account, application);
      const form = query(exchangeOf(code));
      const bodies: [string | undefined, string][] = [
        ['application/json', JSON.stringify(exchangeOf(code))],
        ['text/plain', form],
        ['multipart/form-data; boundary=x', form],
      ];
      for (const [type, body] of bodies) {
        const answer = await call('POST', `${server.url}${path}`, { headers: { 'content-type': type ?? '' }, body });
        expect([type, answer.status, answer.body.error]).toEqual([type, 400, 'invalid_request']);
      }
      await expectUnspent(code);
    });

    it('a body over 100 KB is 413', async () => {
      const { status, body } = await post('/oauth2/token', `x=${'x'.repeat(100 * 1024)}`);
      expect([status, body.error]).toEqual([413, 'invalid_request']);
    });

    it('an empty body is 400', async () => {
      const { status, body } = await post('/oauth2/token', '');
      expect([status, body.error]).toEqual([400, 'invalid_request']);
    });
  });

  describe('GET reads the query alone, POST the body alone', () => {
    it.each(POST_PATHS)('%s ignores what else stands in the query', async (path) => {
      const code = await obtainCode(server, account, application);
      expect((await post(path, {}, `?${query({ grant_type: 'refresh_token' })}`)).body.error_description).toBe(
        'grant_type is missing',
      );
      const { client_id, ...rest } = exchangeOf(code);
      expect((await post(path, rest, `?client_id=${client_id}`)).body.error).toBe('invalid_request');
      expect((await post(path, exchangeOf(code), '?grant_type=refresh_token&client_id=other')).status).toBe(200);
    });

    it.each(['code', 'refresh_token', 'client_secret'])(
      'a POST with %s in its query is 400 and spends nothing',
      async (name) => {
        const code = await obtainCode(server, account, application);
        const value = (exchangeOf(code) as Record<string, string | undefined>)[name] ?? 'x';
        for (const path of POST_PATHS) {
          const { status, body } = await post(path, exchangeOf(code), `?${query({ [name]: value })}`);
          expect([status, body.error]).toEqual([400, 'invalid_request']);
        }
        await expectUnspent(code);
      },
    );

    it('malformed encoding in the query of a POST is 400', async () => {
      expect((await post('/oauth2/token', exchangeOf('x'), '?%zz')).body.error).toBe('invalid_request');
    });

    it('a GET with a body reads none of it', async () => {
      const code = await obtainCode(server, account, application);
      const sent = await rawRequest(server, {
        target: '/oauth2/access_token?grant_type=authorization_code',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: Buffer.from(query(exchangeOf(code))),
      });
      expect(sent.status).toBe(400);
      expect(JSON.parse(sent.body)).toMatchObject({
        error: 'invalid_request',
        error_description: 'client_id is missing',
      });
      await expectUnspent(code);
    });
  });

  describe('other methods', () => {
    it('HEAD is 405 and spends nothing', async () => {
      const code = await obtainCode(server, account, application);
      const url = `${server.url}/oauth2/access_token?${query(exchangeOf(code))}`;
      const { status, headers } = await call('HEAD', url);
      expect([status, headers.get('allow')]).toEqual([405, 'GET, POST']);
      await expectUnspent(code);
    });

    it('GET /oauth2/token is 405 and spends nothing', async () => {
      const code = await obtainCode(server, account, application);
      const { status, headers, body } = await call('GET', `${server.url}/oauth2/token?${query(exchangeOf(code))}`);
      expect([status, headers.get('allow'), body.error]).toEqual([405, 'POST', 'invalid_request']);
      await expectUnspent(code);
    });

    it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s is 405', async (method) => {
      expect((await call(method, `${server.url}/oauth2/access_token`)).status).toBe(405);
    });
  });

  describe('a browser that looks ahead', () => {
    it.each([
      ['sec-purpose', 'prefetch'],
      ['sec-purpose', 'prefetch;prerender'],
      ['sec-purpose', 'Prefetch; anonymous-client-ip'],
      ['purpose', 'prefetch'],
      ['purpose', 'Prefetch'],
    ])('%s: %s is 403 access_denied and spends nothing', async (name, value) => {
      const code = await obtainCode(server, account, application);
      const { status, body } = await get(query(exchangeOf(code)), { [name]: value });
      expect([status, body.error]).toEqual([403, 'access_denied']);
      const { refresh_token: token } = (await exchange(server, application, code)).body;
      const ahead = await get(query({ grant_type: 'refresh_token', code: token }), { [name]: value });
      expect(ahead.status).toBe(403);
      expect((await refresh(server, token)).status).toBe(200);
    });
  });

  it('an Authorization of another scheme than Basic is ignored', async () => {
    for (const authorization of [
      'Bearer nonsense',
      `Bearer ${account.sessionToken}`,
      'DPoP x',
      'Basics x',
      'nonsense',
    ]) {
      const code = await obtainCode(server, account, application);
      expect((await get(query(exchangeOf(code)), { authorization })).status).toBe(200);
    }
  });
});
