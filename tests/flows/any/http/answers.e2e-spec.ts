import { textLike } from '@consentry/test-support/world/anything';
import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { expectProblem } from '@consentry/test-support/world/problem';
import { type RawAnswer, head, sendHalfOpen, sendRaw } from '@consentry/test-support/server/raw';
import { TestServer } from '@consentry/test-support/server/server';
import {
  authorizeUrl,
  call,
  obtainCode,
  obtainTokens,
  exchange,
  refresh,
  register,
  requestConsent,
  signUp,
} from '@consentry/test-support/world/world';

/** Every path, with its methods. */
const ROUTES = [
  ['/oauth2/authorize', ['GET', 'POST']],
  ['/oauth2/access_token', ['GET', 'POST']],
  ['/oauth2/token', ['POST']],
  ['/.well-known/jwks.json', ['GET', 'HEAD']],
  ['/.well-known/oauth-authorization-server', ['GET', 'HEAD']],
  ['/api/accounts', ['POST']],
  ['/api/account', ['DELETE', 'PATCH']],
  ['/api/session', ['DELETE', 'GET', 'POST']],
  ['/api/applications', ['GET', 'POST']],
  ['/api/applications/x', ['DELETE', 'GET', 'PATCH']],
  ['/api/applications/x/secrets', ['POST']],
  ['/api/applications/x/secrets/y', ['DELETE']],
  ['/api/applications/x/test-token', ['POST']],
  ['/api/grants', ['GET']],
  ['/api/grants/x', ['DELETE', 'PATCH']],
  ['/api/grants/x/connections/x', ['DELETE']],
  ['/health/live', ['GET', 'HEAD']],
  ['/health/ready', ['GET', 'HEAD']],
  ['/docs-json', ['GET']],
] as const;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
const UNKNOWN = [
  '/nothing',
  '/oauth2',
  '/oauth2/',
  '/oauth2/authorize/',
  '/oauth2/Token',
  '/OAUTH2/token',
  '/api/',
  '/Api/session',
  '/api/session/',
  '//api/session',
  '/api//session',
  '/%61pi/session',
  '/api/%73ession',
  '/oauth2/token%2f',
  '/health',
  '/docs/../api/session',
  '/docs/..%2fpackage.json',
  '/docs/nothing.js',
];
const CACHEABLE = ['/.well-known/jwks.json', '/.well-known/oauth-authorization-server', '/docs', '/docs-json'];

const isOAuth = (path: string) => path.startsWith('/oauth2/');

function expectSafe({ headers }: RawAnswer, path: string): void {
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'content-security-policy': textLike(/frame-ancestors 'none'/),
    'referrer-policy': path === '/docs' ? 'same-origin' : 'no-referrer',
  });
  expect(headers).not.toHaveProperty('x-powered-by');
  expect(headers).not.toHaveProperty('server');
  if (CACHEABLE.includes(path)) return;
  expect(headers['cache-control']).toBe('no-store');
  expect(headers).not.toHaveProperty('etag');
  expect(headers).not.toHaveProperty('last-modified');
}

describe('every answer', () => {
  const server = givenServer();
  const account = givenAccount(server);
  const spare = givenAccount(server);
  // some calls sign out
  const application = givenApplication(server, account);

  const send = (line: string, headers: Record<string, string> = {}, body = '') =>
    sendRaw(server, head(line, { ...(body && { 'Content-Length': String(body.length) }), ...headers }) + body);

  describe.each(ROUTES)('%s', (path, known) => {
    it.each(METHODS.filter((method) => !(known as readonly string[]).includes(method)))(
      'does not know %s, and says what it knows',
      async (method) => {
        const answer = await send(`${method} ${path}`, { Authorization: account.session['authorization']! });
        expect(answer.status).toBe(405);
        expect(answer.headers['allow']?.split(', ').sort()).toEqual(known);
        expectSafe(answer, path);
        if (method === 'HEAD') expect(answer.body).toBe('');
        else expect(JSON.parse(answer.body)).toMatchObject({ error: 'invalid_request' });
        if (isOAuth(path) && method !== 'HEAD')
          expect(Object.keys(JSON.parse(answer.body) as object)).toEqual(['error', 'error_description']);
      },
    );

    it.each(known)('has safe headers for %s', async (method) => {
      expectSafe(await send(`${method} ${path}`), path);
      expectSafe(await send(`${method} ${path}`, { Authorization: spare.session['authorization']! }), path);
    });
  });

  it('lets keys and metadata be cached', async () => {
    for (const path of CACHEABLE.slice(0, 2)) {
      const { status, headers } = await send(`GET ${path}`);
      expect({ status, cache: headers['cache-control'] }).toEqual({ status: 200, cache: 'public, max-age=300' });
    }
  });

  it('names what it depends on', async () => {
    expect((await send('GET /oauth2/authorize')).headers['vary']).toBe('Accept, Prefer, Origin');
    expect((await send('POST /oauth2/authorize')).headers['vary']).toBe('Prefer, Origin');
    expect((await send('GET /api/session')).headers['vary']).toBe('Origin');
  });

  it('is not cached either when it is a redirect or holds tokens', async () => {
    const { sessionID: session_id } = await requestConsent(server, account, application);
    const decision = await call('POST', `${server.url}/oauth2/authorize`, {
      headers: account.session,
      body: { session_id, is_rejected: false },
    });
    expect({ status: decision.status, cache: decision.headers.get('cache-control') }).toEqual({
      status: 301,
      cache: 'no-store',
    });
    const code = new URL(decision.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const { headers } = await exchange(server, application, code);
    expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
  });

  it('to HEAD spends no code and no refresh token', async () => {
    const { client_id, client_secret } = application;
    const code = await obtainCode(server, account, application);
    const { refresh_token } = await obtainTokens(server, account, application);
    const path = '/oauth2/access_token?grant_type=';
    await send(
      `HEAD ${path}authorization_code&code=${code}&client_id=${client_id}&client_secret=${client_secret}&redirect_uri=${encodeURIComponent(application.redirect_uris[0]!)}`,
    );
    await send(`HEAD ${path}refresh_token&code=${refresh_token}`);
    expect((await exchange(server, application, code)).status).toBe(200);
    expect((await refresh(server, refresh_token)).status).toBe(200);
  });

  it.each(UNKNOWN)('for %s is 404', async (path) => {
    for (const method of ['GET', 'HEAD', 'POST']) {
      const answer = await send(`${method} ${path}`, { Authorization: account.session['authorization']! });
      expect(answer.status).toBe(404);
      expectSafe(answer, path);
      if (method === 'HEAD') continue;
      if (isOAuth(path)) expect(JSON.parse(answer.body)).toMatchObject({ error: 'invalid_request' });
      else expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    }
  });

  it.each(['/api/applications/%zz', '/api/grants/%E0%A4%A', '/api/applications/%00/secrets'])(
    'for the malformed path %s is a problem of the caller',
    async (path) => {
      const answer = await send(
        `${path.endsWith('secrets') ? 'POST' : path.includes('grants') ? 'DELETE' : 'GET'} ${path}`,
        {
          Authorization: account.session['authorization']!,
        },
      );
      expect([400, 404]).toContain(answer.status);
      expectSafe(answer, path);
    },
  );

  it('reads a whole URL as the path in it, and its host not at all', async () => {
    const { status, body } = await send('GET http://evil.example/.well-known/oauth-authorization-server');
    expect(status).toBe(200);
    expect(body).not.toContain('evil');
    expect(JSON.parse(body)).toMatchObject({ issuer: server.url });
    const refused = await send('HEAD http://evil.example/api/session', {
      Authorization: account.session['authorization']!,
    });
    expect(refused.status).toBe(405);
    expect((await send('GET http://evil.example?x')).status).toBe(404);
  });

  it.each(['/docs', '/docs-json'])('sends nobody to a host in the target of %s', async (path) => {
    const { status, headers } = await send(`GET http://evil.example${path}`);
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('location');
    const below = await send(`GET http://evil.example${path}/..`);
    expect(below.headers['location'] ?? '').not.toContain('evil');
  });

  it('never takes its name from Host', async () => {
    const request = `GET /.well-known/oauth-authorization-server HTTP/1.1\nHost: evil.example\nConnection: close\n\n`;
    expect((await sendRaw(server, request)).body).not.toContain('evil');
    const docs = await sendRaw(server, request.replace('/.well-known/oauth-authorization-server', '/docs-json'));
    expect(docs.body).not.toContain('evil');
  });

  it('bears an id of the request, which the log has too', async () => {
    const { headers } = await send('GET /health/live');
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    await server.logged(`"requestId":"${headers['x-request-id']}"`);
  });

  describe('to headers', () => {
    it('of up to 32 KB: three parameters of 2,048 bytes, all of them encoded', async () => {
      const long = '%C3%A9'.repeat(1024);
      const line = `GET /oauth2/authorize?client_id=${long}&redirect_uri=${long}&state=${long}`;
      const answer = await send(line, { Authorization: account.session['authorization']!, 'X-More': 'm'.repeat(8000) });
      expect({ status: answer.status, body: JSON.parse(answer.body) as unknown }).toMatchObject({
        status: 400,
        body: { error: 'invalid_client' },
      });
    });

    it('that are larger is 431', async () => {
      const answer = await send('GET /health/live', { 'X-Large': 'x'.repeat(40_000) });
      expect(answer.status).toBe(431);
      expectSafe(answer, '/health/live');
      expect(answer.headers['access-control-allow-origin']).toBe('*');
    });

    it.each([
      ['an unreadable request line', 'nonsense\n\n'],
      ['an unreadable header', 'GET /health/live HTTP/1.1\nHost: x\nno colon\n\n'],
      ['raw bytes beyond ASCII in the query', head('GET /oauth2/authorize?client_id=x&state=\xc3\xa9')],
      ['two lengths', head('POST /oauth2/token', { 'Content-Length': '1', 'content-length': '2' })],
      ['a length and chunks', head('POST /oauth2/token', { 'Content-Length': '1', 'Transfer-Encoding': 'chunked' })],
    ])('with %s is 400', async (_, request) => {
      const answer = await sendRaw(server, request);
      expect(answer.status).toBe(400);
      expectSafe(answer, '/');
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      expect(JSON.parse(answer.body)).toMatchObject({ error: 'invalid_request' });
    });

    it('that are no HTTP at all is 400, and keeps no socket that the other side leaves half open', async () => {
      const { answer, socket } = await sendHalfOpen(server, '\x16\x03\x01 no HTTP\r\n\r\n');
      expect(answer.status).toBe(400);
      expectSafe(answer, '/');
      expect(JSON.parse(answer.body)).toMatchObject({ error: 'invalid_request' });
      // The first write meets a closed half, the second gets the reset; the answers in between show that the server was
      // scheduled.
      const write = () => new Promise<unknown>((resolve) => socket.write('more', resolve));
      await send('GET /health/live');
      await write();
      await send('GET /health/live');
      expect(await write()).toMatchObject({ code: textLike(/^(EPIPE|ECONNRESET)$/) });
    });

    it('that lack Host are read all the same: nothing here goes by it', async () => {
      const answer = await sendRaw(server, 'GET /health/live HTTP/1.1\nConnection: close\n\n');
      expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    });

    it('that expect something unheard of ignores it', async () => {
      const answer = await send('GET /health/live', { Expect: 'miracles' });
      expect(answer.status).toBe(200);
      expectSafe(answer, '/health/live');
    });
  });

  describe('to a body for /api', () => {
    const post = (type: string | null, body: string, more: Record<string, string> = {}) =>
      send('POST /api/session', { ...(type !== null && { 'Content-Type': type }), ...more }, body);
    const credentials = () => JSON.stringify({ email: account.email, password: account.password });

    it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
      'of %s is good',
      async (type) => {
        expect((await post(type, credentials())).status).toBe(201);
      },
    );

    it.each([
      null,
      '',
      'text/plain',
      'text/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/problem+json',
      'application/json, text/plain',
    ])('of type %j is 415', async (type) => {
      const answer = await post(type, credentials());
      expect({ status: answer.status, type: answer.headers['content-type'] }).toEqual({
        status: 415,
        type: 'application/problem+json; charset=utf-8',
      });
      expect(answer.headers).not.toHaveProperty('set-cookie');
    });

    it('that is compressed is 415', async () => {
      expect((await post('application/json', credentials(), { 'Content-Encoding': 'gzip' })).status).toBe(415);
      expect((await post('application/json', credentials(), { 'Content-Encoding': 'Identity' })).status).toBe(201);
    });

    it.each(['{', 'null', '[]', '"text"', '7', '{"email":"\xff\xfe"}', "{'email':1}", '\xef\xbb\xbf{}', 'undefined'])(
      '%j, which is no JSON object, is 400',
      async (body) => {
        const answer = await post('application/json', body);
        expect({ status: answer.status, type: answer.headers['content-type'] }).toEqual({
          status: 400,
          type: 'application/problem+json; charset=utf-8',
        });
      },
    );

    it('of 100 KB is read, and more of it is 413', async () => {
      const padded = (bytes: number) => credentials() + ' '.repeat(bytes - credentials().length);
      expect((await post('application/json', padded(100 * 1024))).status).toBe(201);
      const tooLarge = await post('application/json', padded(100 * 1024 + 1));
      expect({ status: tooLarge.status, type: tooLarge.headers['content-type'] }).toEqual({
        status: 413,
        type: 'application/problem+json; charset=utf-8',
      });
    });

    it('in chunks is read, and too many of them are 413', async () => {
      const chunked = (body: string) =>
        sendRaw(
          server,
          `${head('POST /api/session', { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' })}${body.length.toString(16)}\n${body}\n0\n\n`,
        );
      expect((await chunked(credentials())).status).toBe(201);
      expect((await chunked(credentials() + ' '.repeat(100 * 1024))).status).toBe(413);
    });

    it('of thousands of unknown members is 400, and the answer does not name each', async () => {
      const members = Array.from({ length: 12_000 }, (_, n) => `"${n.toString(36)}":0`);
      const answer = await post('application/json', `{${members.join()}}`);
      expect(answer.status).toBe(400);
      expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
      expect(answer.body.length).toBeLessThan(1024);
    });

    it('of more scopes than an application may name is 400 for their number alone', async () => {
      const scopes = Array.from({ length: 101 }, (_, n) => `scope:${n}`);
      const body = { name: 'Many', redirect_uris: ['https://app.example.com/'], scopes };
      const answer = await call('POST', `${server.url}/api/applications`, { headers: account.session, body });
      expectProblem(answer, 400, 'scopes');
      expect(answer.body).toMatchObject({ errors: [{ detail: textLike(/\b100\b/) }] });
    });

    it.each(['[', '{"a":'])('that nests as deep as %s can is 400', async (open) => {
      const depth = Math.floor(90_000 / (open.length + 1));
      const deep = open.repeat(depth) + (open === '[' ? '' : '1') + (open === '[' ? ']' : '}').repeat(depth);
      for (const body of [`{"email":${deep}}`, `{"unknown":${deep}}`])
        expect((await post('application/json', body)).status).toBe(400);
    });
  });

  describe('to a body for /oauth2', () => {
    const expectInvalid = (answer: RawAnswer, status: number) => {
      expect({ status: answer.status, type: answer.headers['content-type'] }).toEqual({
        status,
        type: 'application/json; charset=utf-8',
      });
      expect(JSON.parse(answer.body)).toEqual({
        error: 'invalid_request',
        error_description: textLike(/^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/),
      });
    };
    const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

    it.each(['/oauth2/token', '/oauth2/access_token', '/oauth2/authorize'])('%s: over 100 KB is 413', async (path) => {
      const headers = { ...FORM, Authorization: account.session['authorization']! };
      expectInvalid(await send(`POST ${path}`, headers, 'a'.repeat(100 * 1024 + 1)), 413);
    });

    it.each([
      ['/oauth2/token', 'text/plain'],
      ['/oauth2/token', 'application/json'],
      ['/oauth2/access_token', 'application/json'],
      ['/oauth2/access_token', 'multipart/form-data; boundary=x'],
      ['/oauth2/authorize', 'text/plain'],
      ['/oauth2/authorize', 'multipart/form-data; boundary=x'],
    ])('%s: of type %s is 400', async (path, type) => {
      const headers = { 'Content-Type': type, Authorization: account.session['authorization']! };
      expectInvalid(await send(`POST ${path}`, headers, 'grant_type=refresh_token'), 400);
    });

    it.each([
      'grant_type=%zz',
      'grant_type=%',
      '%=x',
      'x=%c3%28',
      'unknown=%ff',
      'grant_type=\xff',
      'grant_type=%ed%a0%80',
    ])('a form that holds %j is 400', async (body) => expectInvalid(await send('POST /oauth2/token', FORM, body), 400));

    it.each(['grant_type=%zz', 'x=%E0%A4%A', 'a%=b'])('and a query that holds %j is too', async (query) => {
      expectInvalid(await send(`GET /oauth2/access_token?${query}`), 400);
      expectInvalid(await send(`GET /oauth2/authorize?${query}`), 400);
    });

    it.each(['{', '[]', 'null', '{"session_id":["x"]}', '{"session_id":{"a":"b"}}', '{"session_id":7}', '\xff'])(
      'JSON that reads %j is 400',
      async (body) => {
        const headers = { 'Content-Type': 'application/json', Authorization: account.session['authorization']! };
        expectInvalid(await send('POST /oauth2/authorize', headers, body), 400);
      },
    );
  });

  describe('to parameters of /oauth2', () => {
    const ask = (change: (url: string) => string) =>
      call('GET', change(authorizeUrl(server, application)), { headers: account.session });

    it('ignores unknown ones, brackets and repetitions of them', async () => {
      const more = '&x=1&x=2&state[]=z&client_id[a]=b&__proto__=c&constructor=d&state%5B%5D=e&&=f&';
      expect((await ask((url) => url + more)).status).toBe(200);
    });

    it.each(['client_id', 'state', 'scope', 'redirect_uri', 'response_type', 'code_challenge'])(
      'refuses a repeated %s, also an empty one',
      async (name) => {
        for (const more of [`&${name}=x&${name}=`, `&${name}=&${name}=`])
          expect(await ask((url) => url + more)).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
      },
    );

    it('takes an empty value for an absent one', async () => {
      const answer = await ask((url) => url.replace(/state=[^&]*/, 'state='));
      expect(answer).toMatchObject({
        status: 400,
        body: { error: 'invalid_request', error_description: expect.stringMatching(/^state is missing/) as string },
      });
      expect((await ask((url) => `${url}&code_challenge=`)).status).toBe(200);
    });

    it('takes 2,048 bytes of UTF-8, not characters', async () => {
      const withState = (state: string) =>
        ask((url) => url.replace(/state=[^&]*/, `state=${encodeURIComponent(state)}`));
      expect((await withState('é'.repeat(1024))).status).toBe(200);
      expect((await withState('é'.repeat(1024) + 'x')).body).toMatchObject({ error: 'invalid_request' });
      expect((await withState('s'.repeat(2048))).status).toBe(200);
      expect((await withState('s'.repeat(2049))).body).toMatchObject({ error: 'invalid_request' });
    });
  });

  it('tells nothing of what went wrong inside', async () => {
    for (const { body } of [
      await send('GET /api/nothing'),
      await send('POST /api/session', { 'Content-Type': 'application/json' }, '{"email":'),
      await send('GET /oauth2/access_token?grant_type=%zz'),
    ])
      expect(body).not.toMatch(/node_modules|\bat \w+ \(|SELECT|Error:|SyntaxError|JSON at position/);
  });

  it('for a missing id is a problem', async () => {
    expectProblem(await call('GET', `${server.url}/api/applications/x`, { headers: account.session }), 404);
  });
});

describe('what works without a JWT', () => {
  it('is sign-up, sign-in, tokens, metadata, keys, health and the documentation', async () => {
    const server = await TestServer.start();
    try {
      const account = await signUp(server);
      const application = await register(server, account);
      const { refresh_token } = await obtainTokens(server, account, application);
      const ignored = { authorization: 'Bearer of nothing that is known here' };
      const { client_id, client_secret } = application;
      const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token, client_id, client_secret });
      expect((await call('POST', `${server.url}/oauth2/token`, { headers: ignored, body })).status).toBe(200);
      for (const path of [
        '/.well-known/jwks.json',
        '/.well-known/oauth-authorization-server',
        '/health/live',
        '/health/ready',
        '/docs',
        '/docs-json',
      ])
        expect((await call('GET', server.url + path, { headers: ignored })).status).toBe(200);
    } finally {
      await server.stop();
    }
  });
});
