import { cookieOf } from '@consentry/test-support/world/cookies';
import { decodeJwt } from 'jose';
import { beginDevice, registerTelevision } from '@consentry/test-support/world/devices';
import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { expectProblem } from '@consentry/test-support/world/problem';
import { head, sendRaw } from '@consentry/test-support/server/raw';
import { TestServer } from '@consentry/test-support/server/server';
import {
  type Account,
  type Application,
  call,
  register,
  requestConsent,
  signUp,
  unique,
} from '@consentry/test-support/world/world';

const FRIEND = 'https://console.example.com';
const EVIL = 'https://evil.example';

type Headers = Record<string, string>;

describe('calls from other sites', () => {
  const server = givenServer({
    env: { CORS_ORIGINS: `${FRIEND},http://localhost:5173`, CONSENT_UI_URL: 'https://consent.example.com/page?x=1' },
  });
  const account = givenAccount(server);
  const application = givenApplication(server, account);
  let television: Application;

  beforeAll(async () => {
    television = await registerTelevision(server, account);
  });

  const cookie = ({ sessionToken }: Account) => cookieOf(server, { sessionToken });

  const refused: Headers[] = [
    { origin: EVIL },
    { origin: 'http://console.example.com' },
    { origin: `${FRIEND}:8443` },
    { origin: `${FRIEND}.evil.example` },
    { origin: `${FRIEND}/` },
    { origin: FRIEND.toUpperCase() },
    { origin: 'https://sub.console.example.com' },
    { origin: 'http://127.0.0.1:3000' },
    { origin: '' },
    { origin: `${FRIEND}, ${EVIL}` },
    { origin: EVIL, 'sec-fetch-site': 'same-origin' },
    { origin: 'null' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    { origin: 'null', 'sec-fetch-site': 'same-site' },
    { origin: 'null', 'sec-fetch-site': 'none' },
  ];
  const passed: Headers[] = [
    {},
    { 'sec-fetch-site': 'cross-site' },
    { origin: FRIEND },
    { origin: 'http://localhost:5173' },
    { origin: 'https://consent.example.com' },
    { origin: 'null', 'sec-fetch-site': 'same-origin' },
  ];

  /** Every call that writes, valid but for its origin. */
  const calls: Record<string, (headers: Headers) => Promise<{ status: number; expected: number; body: unknown }>> = {
    'POST /api/accounts': (headers) =>
      made(201, 'POST', '/api/accounts', headers, {
        email: `${unique()}@example.com`,
        password: 'a password of M',
        name: 'M',
      }),
    'POST /api/session': (headers) =>
      made(201, 'POST', '/api/session', headers, { email: account.email, password: account.password }),
    'POST /api/applications': (headers) =>
      made(
        201,
        'POST',
        '/api/applications',
        { ...cookie(account), ...headers },
        { name: 'M', redirect_uris: ['https://a.example'] },
      ),
    'DELETE /api/session': async (headers) => {
      const other = await signUp(server);
      return made(204, 'DELETE', '/api/session', { ...cookie(other), ...headers });
    },
    'POST /oauth2/authorize': async (headers) => {
      const { sessionID: session_id } = await requestConsent(server, account, application);
      return made(
        301,
        'POST',
        '/oauth2/authorize',
        { ...cookie(account), ...headers },
        { session_id, is_rejected: false },
      );
    },
    'POST /oauth2/device': async (headers) => {
      const { user_code } = await beginDevice(server, television);
      return made(200, 'POST', '/oauth2/device', { ...cookie(account), ...headers }, { user_code, is_rejected: false });
    },
  };
  /** Those that our own pages alone may make. */
  const own: typeof calls = {
    'PATCH /api/account': (headers) =>
      made(200, 'PATCH', '/api/account', { ...cookie(account), ...headers }, { current_password: account.password }),
    'DELETE /api/sessions': async (headers) => {
      const other = await signUp(server);
      return made(204, 'DELETE', '/api/sessions', { ...cookie(other), ...headers });
    },
    'DELETE /api/sessions/{id}': async (headers) => {
      const other = await signUp(server);
      const { jti } = decodeJwt(other.sessionToken);
      return made(204, 'DELETE', `/api/sessions/${jti}`, { ...cookie(other), ...headers });
    },
    'POST /api/applications/{client_id}/secrets': async (headers) => {
      const { client_id } = await register(server, account);
      const path = `/api/applications/${client_id}/secrets`;
      return made(201, 'POST', path, { ...cookie(account), ...headers });
    },
  };
  const made = async (expected: number, method: string, path: string, headers: Headers, body?: unknown) => {
    const answer = await call(method, server.url + path, { headers, body });
    if (answer.status === 403 && path.startsWith('/api')) expectProblem(answer, 403);
    return { expected, status: answer.status, body: answer.body };
  };

  describe.each(Object.keys(calls))('%s', (name) => {
    it.each([...refused.map((headers) => [headers])])('is refused from %j', async (headers) => {
      const { status, body } = await calls[name]!(headers);
      expect({ status, body }).toMatchObject({ status: 403, body: { error: 'access_denied' } });
      // A developer whose page is refused reads there what the operator sets.
      expect(JSON.stringify(body)).toContain('CORS_ORIGINS');
    });

    it.each([...passed.map((headers) => [headers])])('passes from %j', async (headers) => {
      const { status, expected } = await calls[name]!(headers);
      expect(status).toBe(expected);
    });

    it('passes from our own origin', async () => {
      const { status, expected } = await calls[name]!({ origin: new URL(server.url).origin });
      expect(status).toBe(expected);
    });
  });

  describe.each(Object.keys(own))('%s', (name) => {
    const friends = passed.filter(({ origin = 'null' }) => origin !== 'null');

    it.each([...refused, ...friends].map((headers) => [headers]))('is refused from %j', async (headers) => {
      const { status, body } = await own[name]!(headers);
      expect({ status, body }).toMatchObject({ status: 403, body: { error: 'access_denied' } });
    });

    it.each(passed.filter((headers) => !friends.includes(headers)).map((headers) => [headers]))(
      'passes from %j',
      async (headers) => {
        const { status, expected } = await own[name]!(headers);
        expect(status).toBe(expected);
      },
    );

    it('passes from our own origin', async () => {
      const { status, expected } = await own[name]!({ origin: new URL(server.url).origin });
      expect(status).toBe(expected);
    });
  });

  it.each(['PATCH', 'DELETE'])('are refused by Bearer as by cookie: %s', async (method) => {
    const headers = { ...account.session, origin: EVIL };
    expectProblem(await call(method, `${server.url}/api/applications/${application.client_id}`, { headers }), 403);
    const decision = await call('POST', `${server.url}/oauth2/authorize`, { headers, body: {} });
    expect(decision).toMatchObject({ status: 403, body: { error: 'access_denied' } });
  });

  it('are refused before anybody asks who is calling', async () => {
    const headers = { origin: EVIL };
    expect((await call('POST', `${server.url}/oauth2/authorize`, { headers, body: 'x' })).status).toBe(403);
    expect((await call('DELETE', `${server.url}/api/session`, { headers })).status).toBe(403);
    expect((await call('POST', `${server.url}/api/session`, { headers, body: {} })).status).toBe(403);
  });

  it('may read what they may not change, as far as the browser lets them', async () => {
    const headers = { ...cookie(account), origin: EVIL };
    const answer = await call('GET', `${server.url}/api/session`, { headers });
    expect(answer.status).toBe(200);
    expect(answer.headers.has('access-control-allow-origin')).toBe(false);
  });

  it('may use the token endpoint, which reads no cookie', async () => {
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x', client_id: 'x' });
    const answer = await call('POST', `${server.url}/oauth2/token`, { headers: { origin: EVIL }, body });
    expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  });

  // The router takes such a target as a path; the origin must be checked all the same.
  it.each([
    ['a whole URL', (path: string) => `http://localhost${path}`],
    ['a whole URL of another scheme', (path: string) => `ftp://x${path}`],
    ['a fragment', (path: string) => `${path}#x`],
    ['a query', (path: string) => `${path}?x=y`],
  ])('are refused where the request target is written with %s', async (_, targetOf) => {
    for (const [method, path] of [
      ['DELETE', '/api/session'],
      ['POST', '/oauth2/authorize'],
    ] as const) {
      const headers = { Origin: EVIL, Cookie: cookie(account).cookie, 'Content-Length': '0' };
      const { status } = await sendRaw(server, head(`${method} ${targetOf(path)}`, headers));
      expect(status).toBe(403);
    }
    expect((await call('GET', `${server.url}/api/session`, { headers: account.session })).status).toBe(200);
  });
});

describe('calls from other sites, where no origin is named in the settings', () => {
  it('pass from our own origin alone', async () => {
    const server = await TestServer.start();
    try {
      const { email, password } = await signUp(server);
      const from = async (origin: string) =>
        (await call('POST', `${server.url}/api/session`, { headers: { origin }, body: { email, password } })).status;
      expect([await from(server.url), await from(FRIEND), await from(`http://127.0.0.1:${server.port}`)]).toEqual([
        201, 403, 403,
      ]);
    } finally {
      await server.stop();
    }
  });
});
