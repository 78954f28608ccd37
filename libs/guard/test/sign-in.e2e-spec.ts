import { createHash } from 'node:crypto';

import { type ExecutionContext, type INestApplication, SetMetadata } from '@nestjs/common';
import { createRemoteJWKSet, jwtVerify } from 'jose';

import { SignInBridgeController } from '../src/sign-in/index.ts';
import { ADAPTERS, SignInApp, START, URL_OF_BRIDGE } from './support/sign-in-app.ts';
import { SignInServer } from './support/sign-in-server.ts';

let server: SignInServer;
beforeAll(async () => void (server = await SignInServer.start()));
afterAll(() => server.stop());
beforeEach(() => server.reset());
afterEach(() => jest.restoreAllMocks());

const SECOND = 1_000;

describe.each(ADAPTERS)('the bridge on %s', (_, newAdapter) => {
  let app: SignInApp;
  beforeAll(async () => void (app = await SignInApp.start(server.issuer, newAdapter())));
  afterAll(() => app.stop());
  beforeEach(() => app.reset());

  /** The claims of the newest answer, verified by the published keys, as the auth server does it. */
  async function answered() {
    const { path, jwt } = server.told.at(-1) ?? { path: 'none', jwt: '' };
    expect(path).toBe('POST /oauth2/sign-in/answers');
    const jwks = createRemoteJWKSet(new URL((await app.fetch('/consentry/jwks.json')).url));
    const expected = { issuer: URL_OF_BRIDGE, audience: server.issuer, typ: 'sign-in+jwt' };
    const { payload } = await jwtVerify(jwt, jwks, { ...expected, currentDate: new Date(app.now) });
    return payload;
  }

  it('answers for a person who is signed in, and leads back by a page', async () => {
    const cookie = app.signIn('ada', {
      ...{ name: 'Ada', email: 'ada@example.com', emailVerified: true, acr: 'mfa' },
      claims: { department: 'engines', sub: 'eve', nonce: 'forged' },
    });
    app.now += 90 * SECOND + 500;
    const seen = await app.open(`/consentry?request=${await server.request(app.now, { jti: 'j' })}`, cookie);
    expect([seen.status, seen.to]).toEqual([200, `${server.issuer}/sign-in/return?ticket=t1`]);
    expect(seen.headers.get('location')).toBeNull();
    expect(await answered()).toEqual({
      iss: URL_OF_BRIDGE,
      aud: server.issuer,
      iat: START / SECOND + 90,
      exp: START / SECOND + 150,
      nonce: 'j',
      sub: 'ada',
      auth_time: START / SECOND,
      name: 'Ada',
      email: 'ada@example.com',
      email_verified: true,
      acr: 'mfa',
      sid: createHash('sha256').update('s1').digest('base64url'),
      department: 'engines',
    });
  });

  it('knows a person by a number, and says nothing that it does not know', async () => {
    const cookie = app.signIn('x', { id: 7n, name: null, session: undefined, signedInAt: new Date(START) });
    await app.open(`/consentry?request=${await server.request(app.now)}`, cookie);
    const claims = await answered();
    expect(Object.keys(claims).sort()).toEqual(['aud', 'auth_time', 'exp', 'iat', 'iss', 'nonce', 'sub']);
    expect(claims.sub).toBe('7');
  });

  it('leads once through itself before it takes somebody for signed out: strict cookies come with the second page', async () => {
    const cookie = app.signIn();
    const request = await server.request(app.now);
    const first = await app.open(`/consentry?request=${request}`);
    expect([first.status, server.told.length]).toEqual([200, 0]);
    expect(first.to).toMatch(/^\/consentry\?request=/);
    expect((await app.open(first.to!, cookie)).to).toBe(`${server.issuer}/sign-in/return?ticket=t1`);
    expect((await answered()).sub).toBe('ada');
  });

  it('shows the login page to somebody who is not signed in, and answers afterwards', async () => {
    const application = { client_id: 'c1', name: 'Notes', registered: true };
    const wish = { login_hint: 'ada@example.com', ui_locales: 'de', acr_values: 'mfa pwd', application };
    const seen = await app.arrive(await server.request(app.now, wish));
    expect([seen.status, seen.to]).toEqual([200, expect.stringContaining('http://localhost:4000/login?return_to=')]);
    expect(app.wishes).toEqual([
      {
        returnTo: app.returnTo(seen),
        prompt: undefined,
        loginHint: 'ada@example.com',
        uiLocales: 'de',
        acrValues: ['mfa', 'pwd'],
        application: { clientId: 'c1', name: 'Notes', isRegistered: true },
      },
    ]);
    expect(app.returnTo(seen)).toMatch(/^\/consentry\?request=/);
    expect(seen.html).toContain('<html lang="de">');
    expect(server.told).toEqual([]);
    app.now += 60 * SECOND;
    expect((await app.open(app.returnTo(seen), app.signIn())).to).toMatch(/ticket=t1$/);
    expect((await answered()).sub).toBe('ada');
  });

  it('asks once for each request: who comes back signed out is told to the auth server', async () => {
    const login = await app.arrive(await server.request(app.now));
    // A login page that led over another site: its cookie comes with the second page.
    const back = await app.open(app.returnTo(login));
    expect([back.to, server.told.length]).toEqual([expect.stringMatching(/^\/consentry\?request=/), 0]);
    expect((await app.open(back.to!)).to).toMatch(/ticket=t1$/);
    expect(await answered()).toMatchObject({ error: 'login_required' });
    expect((await answered()).sub).toBeUndefined();
    expect(app.wishes).toHaveLength(1);
  });

  it('shows nobody a login page for prompt=none', async () => {
    const request = await server.request(app.now, { prompt: 'none' });
    await app.arrive(request);
    expect(await answered()).toMatchObject({ error: 'login_required' });
    await app.arrive(request, app.signIn());
    expect(await answered()).toMatchObject({ sub: 'ada' });
    expect(app.wishes).toEqual([]);
  });

  it('shows the login page for prompt=login, whatever the clock of the auth server says', async () => {
    for (const skew of [-20 * SECOND, 0, 20 * SECOND]) {
      app.reset();
      const cookie = app.signIn();
      app.now += 60 * SECOND;
      const request = await server.request(app.now + skew, { prompt: 'login' });
      const seen = await app.open(`/consentry?request=${request}`, cookie);
      expect(app.wishes[0]?.prompt).toBe('login');
      app.now += 5 * SECOND;
      await app.open(app.returnTo(seen), app.signIn());
      expect(await answered()).toMatchObject({ sub: 'ada', auth_time: START / SECOND + 65 });
    }
  });

  it.each<[string, object, number]>([
    ['prompt=login', { prompt: 'login' }, 60],
    ['max_age', { max_age: 30 }, 31],
    ['max_age=0', { max_age: 0 }, 1],
  ])('%s: a login page that sends people straight back is no way round', async (_name, demand, age) => {
    const cookie = app.signIn();
    app.now += age * SECOND;
    const seen = await app.open(`/consentry?request=${await server.request(app.now, demand)}`, cookie);
    expect(seen.to).toContain('/login?');
    await app.open(app.returnTo(seen), cookie);
    expect(await answered()).toMatchObject({ error: 'login_required' });
    expect(app.wishes).toHaveLength(1);
  });

  it('lets a sign-in that is young enough pass, also of another tab', async () => {
    const cookie = app.signIn();
    app.now += 30 * SECOND;
    await app.open(`/consentry?request=${await server.request(app.now, { max_age: 30 })}`, cookie);
    expect(await answered()).toMatchObject({ sub: 'ada' });
    await app.open(`/consentry?request=${await server.request(START - SECOND, { prompt: 'login' })}`, cookie);
    expect(await answered()).toMatchObject({ sub: 'ada' });
    app.now += SECOND;
    const late = await app.open(`/consentry?request=${await server.request(app.now, { max_age: 30 })}`, cookie);
    expect(late.to).toContain('/login?');
  });

  it('answers for a fresh sign-in with max_age=0', async () => {
    const seen = await app.arrive(await server.request(app.now, { prompt: 'login', max_age: 0 }));
    app.now += 2 * SECOND;
    const cookie = app.signIn();
    app.now += SECOND;
    await app.open(app.returnTo(seen), cookie);
    expect(await answered()).toMatchObject({ sub: 'ada' });
  });

  it.each<[string, object]>([
    ['prompt=select_account', { prompt: 'select_account' }],
    ['another acr', { acr_values: 'mfa' }],
  ])('%s: shows the login page once, and takes what comes', async (_name, demand) => {
    const cookie = app.signIn('ada', { acr: 'pwd' });
    const seen = await app.open(`/consentry?request=${await server.request(app.now, demand)}`, cookie);
    expect(seen.to).toContain('/login?');
    await app.open(app.returnTo(seen), cookie);
    expect(await answered()).toMatchObject({ sub: 'ada', acr: 'pwd' });
  });

  it('wants no acr of an app that has none, nor silently', async () => {
    await app.open(`/consentry?request=${await server.request(app.now, { acr_values: 'mfa' })}`, app.signIn());
    expect(await answered()).toMatchObject({ sub: 'ada' });
    const silent = await server.request(app.now, { acr_values: 'mfa', prompt: 'none' });
    await app.open(`/consentry?request=${silent}`, app.signIn('ada', { acr: 'pwd' }));
    expect(await answered()).toMatchObject({ sub: 'ada', acr: 'pwd' });
    expect(app.wishes).toEqual([]);
  });

  it('sends pages without scripts, which nobody keeps or frames', async () => {
    const request = await server.request(app.now, { ui_locales: undefined });
    const pages = [
      await app.open(`/consentry?request=${request}`, undefined, { headers: { 'accept-language': 'de-AT,en;q=0.5' } }),
      await app.open('/consentry'),
    ];
    for (const { headers, html } of pages) {
      expect(headers.get('content-type')).toMatch(/^text\/html; ?charset=utf-8$/i);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      );
      expect(html).not.toMatch(/<script|<style|style=/);
    }
    expect(pages.map(({ html }) => /lang="(..)"/.exec(html)?.[1])).toEqual(['de', 'en']);
  });

  it('publishes its key, and never the private part', async () => {
    const answer = await app.fetch('/consentry/jwks.json');
    expect(answer.headers.get('content-type')).toMatch(/^application\/jwk-set\+json/);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    const { keys } = (await answer.json()) as { keys: object[] };
    expect(keys).toEqual([
      {
        kty: 'EC',
        crv: 'P-256',
        ...{ x: expect.any(String) as string, y: expect.any(String) as string },
        ...{ kid: expect.stringMatching(/^[\w-]{43}$/) as string, alg: 'ES256', use: 'sig' },
      },
    ]);
  });

  it("is opened by the team's own decorator where its own guard closes everything", async () => {
    const isOpen = (context: ExecutionContext) => Reflect.getMetadata('open', context.getClass()) === true;
    const prepare = (closed: INestApplication) => void closed.useGlobalGuards({ canActivate: isOpen });
    const closed = await SignInApp.start(server.issuer, newAdapter(), { prepare });
    expect((await closed.open('/consentry/jwks.json')).status).toBe(403);
    SetMetadata('open', true)(SignInBridgeController);
    expect((await closed.open('/consentry/jwks.json')).status).toBe(200);
    Reflect.deleteMetadata('open', SignInBridgeController);
    await closed.stop();
  });

  it('is open where a guard closes the rest', async () => {
    expect((await app.fetch('/notes')).status).toBe(401);
    expect((await app.fetch('/consentry/jwks.json')).status).toBe(200);
    expect((await app.fetch('/consentry/other')).status).toBe(404);
  });

  it.each<[string, () => Promise<string>]>([
    ['no request', () => Promise.resolve('')],
    ['no JWT', () => Promise.resolve('<script>')],
    ['an expired one', () => server.request(START - 3_700 * SECOND)],
    ['one for another app', () => server.request(START, { aud: 'https://other.example.com/consentry' })],
    ['one of another issuer', () => server.request(START, { iss: 'https://evil.example' })],
    ['one by an unknown key', () => server.request(START, {}, { kid: 'other' })],
    ['an access token', () => server.request(START, {}, { typ: 'at+jwt' })],
    ['a request to sign out', () => server.signOutRequest(START)],
    ['one without an id', () => server.request(START, { jti: undefined })],
    ['one without an end', () => server.request(START, { exp: undefined })],
    ['a changed one', async () => (await server.request(START)).replace(/\.[\w-]{6}/, '.e30000')],
  ])('refuses %s by a page that leads nowhere by itself', async (_name, newRequest) => {
    const { status, html, to } = await app.open(
      `/consentry?request=${encodeURIComponent(await newRequest())}`,
      app.signIn(),
    );
    expect([status, to, server.told.length]).toEqual([400, undefined, 0]);
    expect(html).toContain(`<a href="${server.issuer}/">Start again</a>`);
    expect(html).not.toContain('<script>');
  });

  it('refuses two requests at once', async () => {
    const request = await server.request(app.now);
    const { status } = await app.open(`/consentry?request=${request}&request=${request}`, app.signIn());
    expect(status).toBe(400);
  });

  const answerWith = async (status: number, body?: object | string) => {
    server.says = [body === undefined ? { status } : { status, body }];
    return app.open(`/consentry?request=${await server.request(app.now)}`, app.signIn());
  };

  it('leads on where the request is over', async () => {
    const over = `${server.issuer}/sign-in/return?request=j`;
    expect((await answerWith(409, { error: 'invalid_request', redirect_to: over })).to).toBe(over);
  });

  it.each<[string, number, object | string | undefined]>([
    ['a redirect', 302, ''],
    ['no JSON', 200, '<html>'],
    ['no redirect_to', 200, {}],
    ['a redirect_to elsewhere', 200, { redirect_to: 'https://evil.example/' }],
    ['a script', 409, { redirect_to: 'javascript:alert(1)' }],
    ['a refusal', 400, { error: 'invalid_request', error_description: 'the JWT is refused' }],
    ['that SIGN_IN_URL is not set', 404, {}],
    ['a failure', 500, 'oops'],
  ])('ends in a page where the auth server answers with %s', async (_name, status, body) => {
    const seen = await answerWith(status, body);
    expect([seen.status, seen.to]).toEqual([502, undefined]);
    expect(seen.html).not.toContain('evil');
  });

  it('is not misled by an address that only begins like the auth server', async () => {
    const seen = await answerWith(200, { redirect_to: `${server.issuer}.evil.example/` });
    expect([seen.status, seen.to]).toEqual([502, undefined]);
  });

  it('offers another try while the auth server has no time', async () => {
    const seen = await answerWith(503, { error: 'temporarily_unavailable' });
    expect([seen.status, seen.to, seen.headers.get('retry-after')]).toEqual([503, undefined, '5']);
    expect(seen.html).toMatch(/<a href="\?request=[^"]+">Try again<\/a>/);
  });

  it('does not wait for ever', async () => {
    const within = AbortSignal.timeout.bind(AbortSignal);
    const asked = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => within(30));
    server.isSlow = true;
    const seen = await app.open(`/consentry?request=${await server.request(app.now)}`, app.signIn());
    expect([seen.status, seen.to]).toEqual([503, undefined]);
    expect(asked).toHaveBeenCalledWith(5_000);
  });

  it.each<[string, object]>([
    ['no signedInAt', { signedInAt: undefined }],
    ['seconds', { signedInAt: START / SECOND }],
    ['no date', { signedInAt: new Date(NaN) }],
    ['no id', { id: '' }],
  ])('shows a fault of the app, not a login page: %s', async (_name, person) => {
    const cookie = app.signIn('ada', person);
    const seen = await app.open(`/consentry?request=${await server.request(app.now)}`, cookie);
    expect([seen.status, seen.to, server.told.length]).toEqual([500, undefined, 0]);
  });

  describe('sign-out', () => {
    const own = new URL(URL_OF_BRIDGE).origin;
    const post = (request: string, origin: string | undefined, cookie = 's1') =>
      app.open(`/consentry/sign-out?request=${request}`, cookie, {
        method: 'POST',
        headers: { 'content-type': 'text/plain', ...(origin !== undefined && { origin }) },
      });

    it('ends nothing by a link, and the session by its button', async () => {
      const cookie = app.signIn();
      const request = await server.signOutRequest(app.now);
      const asked = await app.open(`/consentry/sign-out?request=${request}`, cookie);
      expect([asked.status, asked.to, app.sessions.size]).toEqual([200, undefined, 1]);
      expect(asked.html).toContain(`action="/consentry/sign-out?request=${request}"`);
      // With no-referrer its form would send `Origin: null`.
      expect(asked.headers.get('referrer-policy')).toBe('same-origin');
      app.now += 300 * SECOND;
      const done = await post(request, own);
      expect([done.status, done.to, app.sessions.size]).toEqual([200, `${server.issuer}/sign-out`, 0]);
      expect(done.headers.get('set-cookie')).toBe('session=; Max-Age=0');
    });

    it.each([['https://evil.example'], ['null'], [undefined]])('refuses a form of %s', async (origin) => {
      app.signIn();
      const seen = await post(await server.signOutRequest(app.now), origin);
      expect([seen.status, seen.to, app.sessions.size]).toEqual([403, undefined, 1]);
      expect(seen.html).toContain(`<a href="${server.issuer}/sign-out">`);
    });

    it('ends the session of that person alone', async () => {
      app.signIn('bob');
      expect((await post(await server.signOutRequest(app.now), own)).to).toBe(`${server.issuer}/sign-out`);
      expect(app.sessions.size).toBe(1);
    });

    it('is the same for somebody who has left already', async () => {
      expect((await post(await server.signOutRequest(app.now), own)).to).toBe(`${server.issuer}/sign-out`);
    });

    it('refuses other requests, and late ones', async () => {
      app.signIn();
      const expired = await server.signOutRequest(START - 91 * SECOND);
      expect((await app.open(`/consentry/sign-out?request=${expired}`)).status).toBe(400);
      expect((await post(await server.request(app.now), own)).status).toBe(400);
      expect((await post(await server.signOutRequest(START - 700 * SECOND), own)).status).toBe(400);
      expect(app.sessions.size).toBe(1);
    });
  });
});
