import { cookieOf } from '@consentry/test-support/world/cookies';
import { givenServer } from '@consentry/test-support/server/given';
import { registerItself } from '@consentry/test-support/world/registration';
import { TestServer } from '@consentry/test-support/server/server';
import {
  type Account,
  type Answer,
  type Application,
  call,
  obtainTokens,
  query,
  register,
  signIn,
  signUp,
} from '@consentry/test-support/world/world';

const BYE = 'https://app.example.com/bye';
const CLEARED = /^consentry_session_[\da-f]{8}=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/;

type Parameters = Record<string, string | undefined>;

/** OpenID Connect RP-Initiated Logout 1.0. */
describe('OpenID Connect RP-Initiated Logout', () => {
  const server = givenServer({ env: { DYNAMIC_REGISTRATION: 'open' } });
  let account: Account;
  let application: Application;
  let hint: string;
  beforeEach(async () => {
    account = await signUp(server);
    const post_logout_redirect_uris = [BYE, 'https://app.example.com/?a=b'];
    application = await register(server, account, { post_logout_redirect_uris });
    hint = await hintOf(account, application);
  });

  const hintOf = async (by: Account, to: Application, at: { url: string } = server) =>
    ((await obtainTokens(at, by, to, { scope: 'openid', nonce: 'a-nonce' })) as unknown as { id_token: string })
      .id_token;

  const get = (parameters: Parameters, by: { sessionToken: string } | null = account): Promise<Answer> =>
    call('GET', `${server.url}/oauth2/logout?${query(parameters)}`, {
      headers: by === null ? {} : cookieOf(server, by),
    });

  const post = (parameters: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> =>
    call('POST', `${server.url}/oauth2/logout`, {
      headers: { ...cookieOf(server, account), ...headers },
      body: new URLSearchParams(parameters),
    });

  const isSignedIn = async (by: { session: Record<string, string> } = account) =>
    (await call('GET', `${server.url}/api/session`, { headers: by.session })).status === 200;

  describe('by GET', () => {
    it('§2 ends the session that the hint tells of, clears the cookie and redirects with state', async () => {
      const { status, headers } = await get({ id_token_hint: hint, post_logout_redirect_uri: BYE, state: 'a b&c' });
      expect([status, headers.get('location')]).toEqual([302, `${BYE}?state=a%20b%26c`]);
      expect(headers.get('set-cookie')).toMatch(CLEARED);
      expect(await isSignedIn()).toBe(false);
    });

    it('§2 stays where no redirect is asked for', async () => {
      const { status, body } = await get({ id_token_hint: hint });
      expect([status, body]).toEqual([200, { confirmation_required: false }]);
      expect(await isSignedIn()).toBe(false);
    });

    it('not for a browser that only looks ahead', async () => {
      const url = `${server.url}/oauth2/logout?${query({ id_token_hint: hint })}`;
      for (const ahead of [{ 'sec-purpose': 'prefetch;prerender' }, { purpose: 'prefetch' }]) {
        const { status, body } = await call('GET', url, { headers: { ...cookieOf(server, account), ...ahead } });
        expect([status, body.error]).toEqual([403, 'access_denied']);
      }
      expect(await isSignedIn()).toBe(true);
    });

    it('§2 takes a hint that has expired', async () => {
      await server.advance({ seconds: 3601 });
      expect((await get({ id_token_hint: hint })).body).toEqual({ confirmation_required: false });
      expect(await isSignedIn()).toBe(false);
    });

    it('§2 a client_id beside the hint must be the hint’s', async () => {
      expect((await get({ id_token_hint: hint, client_id: application.client_id })).status).toBe(200);
      const other = await register(server, { ...account, ...(await signIn(server, account)) });
      const { status, body } = await get({ id_token_hint: hint, client_id: other.client_id });
      expect([status, body['error']]).toEqual([400, 'invalid_request']);
    });

    it('§2 logout_hint and ui_locales change nothing, unknown parameters neither', async () => {
      const more = { logout_hint: 'somebody', ui_locales: 'de fr', foo: 'bar' };
      expect((await get({ id_token_hint: hint, ...more })).body).toEqual({ confirmation_required: false });
    });

    it.each<[string, () => Promise<Parameters> | Parameters]>([
      ['nothing', () => ({})],
      ['a client alone', () => ({ client_id: application.client_id, post_logout_redirect_uri: BYE })],
      [
        'the hint of another session',
        async () => ({ id_token_hint: await hintOf({ ...account, ...(await signIn(server, account)) }, application) }),
      ],
      ['the hint of another account', async () => ({ id_token_hint: await hintOf(await signUp(server), application) })],
    ])('§2 asks the account where %s proves that the application may speak for it', async (_, parameters) => {
      const { status, body, headers } = await get(await parameters());
      expect(status).toBe(200);
      expect(body).toMatchObject({ confirmation_required: true, account: { id: account.id } });
      expect(headers.get('set-cookie')).toBeNull();
      expect(await isSignedIn()).toBe(true);
    });

    it('§2 tells the account which application asks', async () => {
      const { body } = await get({ client_id: application.client_id });
      expect(body['client']).toMatchObject({ client_id: application.client_id, name: 'Test app' });
      expect((await get({})).body['client']).toBeNull();
    });

    it('§3 redirects who is signed out already, by a hint', async () => {
      const redirect = { post_logout_redirect_uri: BYE, state: 's' };
      const { status, headers } = await get({ id_token_hint: hint, ...redirect }, null);
      expect([status, headers.get('location')]).toEqual([302, `${BYE}?state=s`]);
      expect(await isSignedIn()).toBe(true);
    });
  });

  describe('redirects', () => {
    const ASKED = { confirmation_required: false, redirect_to: `${BYE}?state=s` };

    it('§3 jump nowhere for a signed-out browser without a hint, whoever registered the client', async () => {
      const parameters = { client_id: application.client_id, post_logout_redirect_uri: BYE, state: 's' };
      const ended = await signIn(server, account);
      await call('DELETE', `${server.url}/api/session`, { headers: ended.session });
      for (const by of [null, ended]) {
        const { status, body, headers } = await get(parameters, by);
        expect([status, body, headers.get('location')]).toEqual([200, ASKED, null]);
      }
      const fromElsewhere = await call('POST', `${server.url}/oauth2/logout`, {
        headers: { origin: 'https://evil.example' },
        body: new URLSearchParams(parameters),
      });
      const followed = await call('GET', fromElsewhere.headers.get('location') ?? '');
      expect([fromElsewhere.status, followed.status, followed.body]).toEqual([303, 200, ASKED]);
    });

    it('§3 follow the answer to the question: a POST of our own origin', async () => {
      const { status, headers } = await call('POST', `${server.url}/oauth2/logout`, {
        headers: { origin: server.url },
        body: new URLSearchParams({ client_id: application.client_id, post_logout_redirect_uri: BYE, state: 's' }),
      });
      expect([status, headers.get('location')]).toEqual([303, ASKED.redirect_to]);
    });

    it('of what registered itself jump nowhere where nobody is signed in: a stranger is offered them', async () => {
      const metadata = { redirect_uris: [BYE], post_logout_redirect_uris: [BYE] };
      const own = await registerItself(server, metadata);
      const theirs = await hintOf(await signUp(server), own);
      const redirect = { post_logout_redirect_uri: BYE, state: 's' };
      for (const parameters of [{ client_id: own.client_id }, { id_token_hint: theirs }]) {
        const { status, body, headers } = await get({ ...parameters, ...redirect }, null);
        expect([status, body, headers.get('location')]).toEqual([200, ASKED, null]);
      }
      const proven = await get({ id_token_hint: await hintOf(account, own), ...redirect });
      expect([proven.status, proven.headers.get('location')]).toEqual([302, `${BYE}?state=s`]);
    });

    it.each([
      ['all', { status: 200, location: null }],
      ['invited', { status: 302, location: `${BYE}?state=s` }],
    ])('by a hint for a signed-out browser behind a public URL, DEVELOPERS=%s', async (DEVELOPERS, expected) => {
      const env = { AUTH_URL: 'https://auth.example.com', SIGN_UP: 'open' };
      const open = await TestServer.start({ env: { ...env, DEVELOPERS: 'all' } });
      const { dataDir } = open;
      const at = ({ port }: TestServer) => ({ url: `http://127.0.0.1:${port}` });
      const stranger = await signUp(at(open));
      const theirs = await register(at(open), stranger, { post_logout_redirect_uris: [BYE] });
      const id_token_hint = await hintOf(stranger, theirs, at(open));
      await open.stop();

      const later = await TestServer.start({ dataDir, env: { ...env, DEVELOPERS } });
      const parameters = query({ id_token_hint, post_logout_redirect_uri: BYE, state: 's' });
      const { status, headers, text } = await call('GET', `${at(later).url}/oauth2/logout?${parameters}`);
      expect({ status, location: headers.get('location') }).toEqual(expected);
      if (status === 200) expect(JSON.parse(text)).toEqual(ASKED);
      await later.stop();
    });

    it('§3 nowhere but to what is registered, byte for byte; then nothing ends', async () => {
      for (const uri of [`${BYE}/`, `${BYE}?`, 'https://evil.example/', application.redirect_uris[0]!]) {
        const { status, body, headers } = await get({ id_token_hint: hint, post_logout_redirect_uri: uri });
        expect([status, body['error'], headers.get('location')]).toEqual([400, 'invalid_request', null]);
      }
      expect(await isSignedIn()).toBe(true);
    });

    it('§3 nowhere where no application is named, or it is gone', async () => {
      expect((await get({ post_logout_redirect_uri: BYE }, null)).status).toBe(400);
      const gone = { client_id: 'unknown', post_logout_redirect_uri: BYE };
      expect((await get(gone, null)).status).toBe(400);
    });

    it('§3 keep the query of the registered URI', async () => {
      const { headers } = await get({
        id_token_hint: hint,
        post_logout_redirect_uri: 'https://app.example.com/?a=b',
        state: 's',
      });
      expect(headers.get('location')).toBe('https://app.example.com/?a=b&state=s');
    });

    it('§4 not on a hint that is none', async () => {
      const forged = `${hint.slice(0, -9)}AAAAAAAAA`;
      for (const id_token_hint of ['nonsense', forged, account.sessionToken]) {
        const { status, body } = await get({
          id_token_hint,
          client_id: application.client_id,
          post_logout_redirect_uri: BYE,
        });
        expect([status, body['error']]).toEqual([400, 'invalid_request']);
      }
      expect(await isSignedIn()).toBe(true);
    });
  });

  describe('by POST', () => {
    it('§2 is the account’s own word, and needs no hint', async () => {
      const { status, headers } = await post({ client_id: application.client_id, post_logout_redirect_uri: BYE });
      expect([status, headers.get('location')]).toEqual([303, BYE]);
      expect(headers.get('set-cookie')).toMatch(CLEARED);
      expect(await isSignedIn()).toBe(false);
    });

    it('§2 takes JSON too, and tells a page of the redirect that asks for it', async () => {
      const { status, body, headers } = await call('POST', `${server.url}/oauth2/logout`, {
        headers: { ...account.session, origin: server.url, prefer: 'return=representation' },
        body: { client_id: application.client_id, post_logout_redirect_uri: BYE },
      });
      expect([status, body]).toEqual([200, { confirmation_required: false, redirect_to: BYE }]);
      expect(headers.get('vary')).toBe('Prefer, Origin');
      expect(await isSignedIn()).toBe(false);
    });

    it('§2 from another site is passed on to the GET, which decides by the hint', async () => {
      for (const origin of ['https://app.example.com', 'null']) {
        const parameters = { id_token_hint: hint, post_logout_redirect_uri: BYE, state: 'a b' };
        const { status, headers } = await post(parameters, { origin });
        const location = headers.get('location') ?? '';
        expect([status, headers.get('set-cookie')]).toEqual([303, null]);
        expect(location).toBe(`${server.url}/oauth2/logout?${query(parameters)}`);
        expect(await isSignedIn()).toBe(true);
      }
      const parameters = { id_token_hint: hint, post_logout_redirect_uri: BYE };
      const { headers } = await post(parameters, { origin: 'https://app.example.com' });
      const followed = await call('GET', headers.get('location') ?? '', { headers: cookieOf(server, account) });
      expect([followed.status, followed.headers.get('location')]).toEqual([302, BYE]);
      expect(await isSignedIn()).toBe(false);
    });

    it('from another site, without a hint, signs nobody out', async () => {
      const { headers } = await post({}, { origin: 'https://evil.example' });
      const { body } = await call('GET', headers.get('location') ?? '', { headers: cookieOf(server, account) });
      expect(body['confirmation_required']).toBe(true);
      expect(await isSignedIn()).toBe(true);
    });

    it('ends no session but the own one', async () => {
      const other = await signIn(server, account);
      await post({});
      expect([await isSignedIn(), await isSignedIn(other)]).toEqual([false, true]);
    });
  });
});
