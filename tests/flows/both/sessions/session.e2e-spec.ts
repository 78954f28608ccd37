import { cookieOf, sessionCookie } from '@consentry/test-support/world/cookies';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, errors, jwtVerify, SignJWT, UnsecuredJWT } from 'jose';
import { textLike } from '@consentry/test-support/world/anything';
import { givenServer } from '@consentry/test-support/server/given';
import { expectProblem } from '@consentry/test-support/world/problem';
import {
  type Answer,
  authorizeUrl,
  call,
  obtainTokens,
  register,
  signIn,
  signUp,
} from '@consentry/test-support/world/world';

const setCookieOf = ({ headers }: Answer) => headers.get('set-cookie') ?? '';
const pairOf = (cookie: string) => cookie.slice(0, cookie.indexOf(';'));

describe('the sign-in session', () => {
  const server = givenServer();

  const postSession = (body: unknown, headers = {}) => call('POST', `${server.url}/api/session`, { headers, body });
  const showSession = (headers: Record<string, string>) => call('GET', `${server.url}/api/session`, { headers });
  const signOut = (headers: Record<string, string>) => call('DELETE', `${server.url}/api/session`, { headers });

  it('answers a sign-in with a token, the account, and a cookie', async () => {
    const { id, email, password } = await signUp(server);
    const answer = await postSession({ email, password });
    expect(answer.status).toBe(201);
    const { session_token: token } = answer.body as { session_token: string };
    expect(answer.body).toEqual({
      session_token: token,
      token_type: 'Bearer',
      expires_in: 43_200,
      account: { id, email, name: 'Ada' },
    });
    expect(setCookieOf(answer)).toBe(
      `${sessionCookie(server)}=${token}; Max-Age=43200; Path=/; HttpOnly; SameSite=Lax`,
    );
  });

  it('shows whose it is and when it ends, 12 hours after it began', async () => {
    const { id, email, session, sessionToken } = await signUp(server);
    const { status, body } = await showSession(session);
    const { exp, iat } = decodeJwt(sessionToken) as { exp: number; iat: number };
    expect(status).toBe(200);
    expect(body).toEqual({ account: { id, email, name: 'Ada' }, expires_at: textLike(/Z$/) });
    expect(exp - iat).toBe(43_200);
    expect(Math.floor(Date.parse(String(body['expires_at'])) / 1000)).toBe(exp);
  });

  it.each([
    ['no body', undefined, ['email', 'password']],
    ['no password', { email: 'a@example.com' }, ['password']],
    ['an unknown field', { email: 'a@example.com', password: 'x', remember: true }, ['remember']],
    ['an object as email', { email: { like: '%' }, password: 'x' }, ['email']],
  ])('refuses a sign-in with %s', async (_, body, fields) => {
    expectProblem(await postSession(body), 400, ...fields);
  });

  it('is carried by the header or by the cookie', async () => {
    const { id, sessionToken, session } = await signUp(server);
    for (const headers of [
      session,
      { authorization: `bearer ${sessionToken}` },
      cookieOf(server, { sessionToken }),
      { cookie: `theme=dark; ${sessionCookie(server)}=${sessionToken}; x="y"` },
    ])
      expect((await showSession(headers)).body).toMatchObject({ account: { id } });
  });

  it('lets the header win over the cookie', async () => {
    const [one, other] = await Promise.all([signUp(server), signUp(server)]);
    const cookie = `${sessionCookie(server)}=${other.sessionToken}`;
    expect((await showSession({ ...one.session, cookie })).body).toMatchObject({ account: { id: one.id } });
    for (const authorization of [
      'Bearer nonsense',
      'Bearer',
      '',
      'Basic YTpi',
      `Basic ${other.sessionToken}`,
      `${other.sessionToken}`,
      `Bearer ${other.sessionToken}, Bearer ${other.sessionToken}`,
      `Bearer ${other.sessionToken.slice(0, -3)}`,
    ])
      expectProblem(await showSession({ authorization, cookie }), 401);
  });

  it.each(['NAME=', 'NAME=%E0%A4%A', 'NAME=a.b.c', 'NAME', ';;;=', '__proto__=x'])(
    'takes the cookie %j for no session',
    async (cookie) => {
      expectProblem(await showSession({ cookie: cookie.replace('NAME', sessionCookie(server)) }), 401);
    },
  );

  it('is a JWT that nobody can verify with the published keys', async () => {
    const { id, sessionToken } = await signUp(server);
    expect(decodeProtectedHeader(sessionToken)).toMatchObject({ typ: 'session+jwt' });
    expect(decodeJwt(sessionToken)).toMatchObject({ aud: server.url, iss: server.url, sub: id });
    const jwks = (await call<{ keys: [] }>('GET', `${server.url}/.well-known/jwks.json`)).body;
    await expect(jwtVerify(sessionToken, createLocalJWKSet(jwks))).rejects.toThrow(errors.JOSEError);
  });

  it('is not replaced by an access token, nor by a refresh token', async () => {
    const account = await signUp(server);
    const application = await register(server, account);
    const { access_token, refresh_token } = await obtainTokens(server, account, application);
    for (const token of [access_token, refresh_token]) {
      const headers = { authorization: `Bearer ${token}` };
      expectProblem(await showSession(headers), 401);
      expectProblem(await showSession({ cookie: `${sessionCookie(server)}=${token}` }), 401);
      const consent = await call('GET', authorizeUrl(server, application), { headers });
      expect({ status: consent.status, error: consent.body['error'] }).toEqual({
        status: 401,
        error: 'login_required',
      });
    }
  });

  it('is not forged without the key', async () => {
    const { sessionToken } = await signUp(server);
    const claims = decodeJwt(sessionToken);
    const [head = '', body = '', signature = ''] = sessionToken.split('.');
    const otherKey = new TextEncoder().encode('0'.repeat(32));
    const header = { alg: 'HS256', typ: 'session+jwt' };
    const jwks = (await call('GET', `${server.url}/.well-known/jwks.json`)).text;
    for (const token of [
      new UnsecuredJWT(claims).encode(),
      `${head}.${body}.`,
      `${head}.${body}.${signature.split('').reverse().join('')}`,
      `${head}.${Buffer.from(JSON.stringify({ ...claims, sub: 'other' })).toString('base64url')}.${signature}`,
      await new SignJWT(claims).setProtectedHeader(header).sign(otherKey),
      await new SignJWT(claims).setProtectedHeader(header).sign(new TextEncoder().encode(jwks)),
    ])
      expectProblem(await showSession({ authorization: `Bearer ${token}` }), 401);
  });

  it('ends at once when the account signs out, and only that one', async () => {
    const account = await signUp(server);
    const other = await signIn(server, account);

    const answer = await signOut(account.session);
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 204, text: '' });
    expect(setCookieOf(answer)).toBe(`${sessionCookie(server)}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`);

    expectProblem(await showSession(account.session), 401);
    expectProblem(await signOut(account.session), 401);
    expect((await showSession(cookieOf(server, account))).status).toBe(401);
    expect((await showSession(other.session)).status).toBe(200);
  });

  it('ends by its cookie too', async () => {
    const { sessionToken, session } = await signUp(server);
    expect((await signOut(cookieOf(server, { sessionToken }))).status).toBe(204);
    expect((await showSession(session)).status).toBe(401);
  });

  it.each([
    ['GET', '/api/session'],
    ['DELETE', '/api/session'],
    ['PATCH', '/api/account'],
    ['DELETE', '/api/account'],
    ['GET', '/api/applications'],
    ['POST', '/api/applications'],
    ['GET', '/api/applications/x'],
    ['PATCH', '/api/applications/x'],
    ['DELETE', '/api/applications/x'],
    ['POST', '/api/applications/x/secrets'],
    ['DELETE', '/api/applications/x/secrets/y'],
    ['POST', '/api/applications/x/test-token'],
    ['GET', '/api/grants'],
    ['DELETE', '/api/grants/x'],
    ['DELETE', '/api/grants/x/connections/x'],
  ])('%s %s without one is 401 with a challenge, whatever is sent', async (method, path) => {
    for (const body of method === 'GET' ? [undefined] : [undefined, { nonsense: 1 }]) {
      const answer = await call(method, server.url + path, { body });
      expectProblem(answer, 401);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer( |$)/);
    }
  });

  it.each(['GET', 'POST'])('%s /oauth2/authorize without one is 401 with a challenge', async (method) => {
    const application = await register(server, await signUp(server));
    const url = method === 'GET' ? authorizeUrl(server, application) : `${server.url}/oauth2/authorize`;
    const { status, headers, body } = await call(method, url);
    expect({ status, error: body['error'] }).toEqual({ status: 401, error: 'login_required' });
    expect(headers.get('www-authenticate')).toMatch(/^Bearer( |$)/);
    expect(body).not.toHaveProperty('redirect_to');
  });

  describe('a call without a living session is told why', () => {
    const NONE = /^sign in first/;
    const ENDED = /has expired or was ended/;
    const FOREIGN = /not a valid session token/;
    const asked = async (headers: Record<string, string>) => {
      const application = await register(server, await signUp(server));
      const json = (await showSession(headers)).body['detail'];
      const authorize = await call('GET', authorizeUrl(server, application), { headers });
      const decision = await call('POST', `${server.url}/oauth2/authorize`, { headers, body: {} });
      const device = await call('GET', `${server.url}/oauth2/device?user_code=BCDF-GHJK`, { headers });
      for (const { status, body } of [authorize, decision, device])
        expect([status, body['error']]).toEqual([401, 'login_required']);
      const texts = [json, ...[authorize, decision, device].map(({ body }) => body['error_description'])];
      expect(new Set(texts).size).toBe(1);
      return texts[0];
    };

    it('no token', async () => {
      expect(await asked({})).toMatch(NONE);
    });

    it.each<[string, Record<string, string>]>([
      ['nonsense', { authorization: 'Bearer nonsense' }],
      ['another scheme', { authorization: 'Basic YTpi' }],
    ])('not a session token: %s', async (_, headers) => {
      expect(await asked(headers)).toMatch(FOREIGN);
    });

    it('not a session token: a cookie that is none', async () => {
      expect(await asked(cookieOf(server, { sessionToken: 'nonsense' }))).toMatch(FOREIGN);
    });

    it('not a session token: an access token', async () => {
      const account = await signUp(server);
      const tokens = await obtainTokens(server, account, await register(server, account));
      expect(await asked({ authorization: `Bearer ${tokens.access_token}` })).toMatch(FOREIGN);
    });

    it('a session that was ended, or has expired', async () => {
      const { session, sessionToken } = await signUp(server);
      await call('DELETE', `${server.url}/api/session`, { headers: session });
      expect(await asked(session)).toMatch(ENDED);
      expect(await asked(cookieOf(server, { sessionToken }))).toMatch(ENDED);
      const other = await signUp(server);
      await server.advance({ minutes: 12 * 60 });
      expect(await asked(other.session)).toMatch(ENDED);
    });
  });

  it('lives for 12 hours, used or not', async () => {
    const { session, sessionToken } = await signUp(server);
    await server.advance({ minutes: 6 * 60 });
    expect((await showSession(session)).status).toBe(200);
    await server.advance({ minutes: 6 * 60, seconds: -20 });
    expect((await showSession(session)).status).toBe(200);
    await server.advance({ seconds: 20 });
    expectProblem(await showSession(session), 401);
    expectProblem(await showSession(cookieOf(server, { sessionToken })), 401);
  });
});

describe('the sign-in session under https', () => {
  const server = givenServer({
    env: { AUTH_URL: 'https://auth.example.com', SIGN_UP: 'open', SESSION_TTL: '60' },
  });
  let reached: { url: string };

  beforeAll(async () => {
    reached = { url: `http://127.0.0.1:${server.port}` };
  });

  it('has a cookie that no other host and no plain http can set', async () => {
    const { email, password } = await signUp(reached);
    const answer = await call('POST', `${reached.url}/api/session`, { body: { email, password } });
    const cookie = setCookieOf(answer);
    const { session_token: token } = answer.body as { session_token: string };
    expect(cookie).toBe(`__Host-consentry_session=${token}; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax`);

    const show = (headers: Record<string, string>) => call('GET', `${reached.url}/api/session`, { headers });
    expect((await show({ cookie: pairOf(cookie) })).status).toBe(200);
    expect((await show({ cookie: `consentry_session=${token}` })).status).toBe(401);
    const signedOut = await call('DELETE', `${reached.url}/api/session`, { headers: { cookie: pairOf(cookie) } });
    expect(setCookieOf(signedOut)).toBe('__Host-consentry_session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax');
  });

  it('lives as long as SESSION_TTL says', async () => {
    const { session } = await signUp(reached);
    await server.advance({ seconds: 60 });
    expect((await call('GET', `${reached.url}/api/session`, { headers: session })).status).toBe(401);
  });
});
