import { decodeJwt } from 'jose';
import { PageVisitor, type VisitedPage } from '@consentry/test-support/browser/page-visitor';
import { TestServer } from '@consentry/test-support/server/server';
import { changeStored, storedRows } from '@consentry/test-support/server/stored';
import { sessionCookie } from '@consentry/test-support/world/cookies';
import { OwnLogin, walk } from '@consentry/test-support/world/own-login';
import { expectProblem } from '@consentry/test-support/world/problem';
import {
  type Account,
  type Application,
  authorizeUrl,
  call,
  exchange,
  register,
  unique,
} from '@consentry/test-support/world/world';

const SESSIONS = 'SELECT id FROM sign_in_sessions WHERE account_id = ? AND revoked_at IS NULL';
const USED = 'SELECT last_used_at - created_at AS used FROM sign_in_sessions WHERE account_id = ?';

describe('a team with its own login', () => {
  let app: OwnLogin;
  let server: TestServer;
  let application: Application;

  beforeAll(async () => {
    app = await OwnLogin.start();
    const env = { SIGN_IN_URL: app.url, SUBJECT: 'theirs', SIGN_IN_PROFILE_URL: `${app.origin}/profile` };
    server = await TestServer.start({ env });
    const { visitor } = await arrive();
    application = await register(server, accountOf(visitor), { name: 'Photo Printer' });
  });
  afterAll(() => Promise.all([server.stop(), app.stop()]));
  beforeEach(() => {
    app.person = null;
    app.asked.length = 0;
  });

  const pass = async (seconds: number) => {
    await server.advance({ seconds });
    app.clockOff += seconds * 1000;
  };

  /** A browser in which a new person is signed in. */
  async function arrive(more: Parameters<OwnLogin['signIn']>[0] = {}) {
    const { sub } = app.signIn(more);
    const visitor = new PageVisitor(server);
    const page = await walk(visitor, '/account');
    return { visitor, sub, page };
  }

  const accountOf = ({ cookies }: PageVisitor) =>
    ({
      session: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    }) as unknown as Account;

  const ask = (visitor: PageVisitor, override: Record<string, string | undefined> = {}): Promise<VisitedPage> =>
    walk(visitor, authorizeUrl(server, application, override).slice(server.url.length));

  const allow = async (visitor: PageVisitor, page: VisitedPage): Promise<URL> => {
    const action = page.forms.find((form) => form.fields['session_id'] !== undefined)!.action;
    const answer = await visitor.post(page, action, { is_rejected: 'false', scope: 'notes:read' });
    return new URL(answer.refresh ?? 'none:');
  };

  /** Of a page that leads to the app. */
  const buttonOf = ({ html }: VisitedPage) => /href="(\/sign-in\/app[^"]*)"/.exec(html)![1]!.replaceAll('&amp;', '&');

  const expectForm = (page: VisitedPage) => expect(page.text).toBe('the form of the app');

  it('signs its person in at the first page, under the id that the team knows', async () => {
    const { sub, page } = await arrive({ email: 'grace@example.com', email_verified: true });
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Grace Hopper')]);
    const rows = await storedRows(server, 'SELECT id, issuer, email, email_key FROM accounts WHERE id = ?', sub);
    expect(rows).toEqual([{ id: sub, issuer: app.url, email: 'grace@example.com', email_key: null }]);
  });

  it('waits for a person who is not signed in there, then goes on where the browser was', async () => {
    const visitor = new PageVisitor(server);
    const form = await walk(visitor, '/account/apps');
    expectForm(form);
    app.signIn();
    const page = await walk(visitor, form);
    expect(page.text).toContain('Apps with access');
    expect(visitor.cookies.has(sessionCookie(server))).toBe(true);
  });

  it('gives an application tokens about the person and the sign-in at the app', async () => {
    const { visitor, sub } = await arrive({ acr: 'urn:team:mfa', signedInAt: app.now() - 3_600_000 });
    const back = await allow(visitor, await ask(visitor, { scope: 'openid notes:read' }));
    const { body } = await exchange(server, application, back.searchParams.get('code')!);
    const claims = decodeJwt(body.access_token);
    expect(claims).toMatchObject({ sub, acr: 'urn:team:mfa' });
    const age = app.now() / 1000 - (claims['auth_time'] as number);
    expect(age).toBeGreaterThan(3_598);
    expect(age).toBeLessThan(3_660);
  });

  it('tells the app who asks, and what is wished', async () => {
    const override = { login_hint: 'grace@example.com', max_age: '60', acr_values: 'urn:team:mfa urn:team:pin' };
    expectForm(await ask(new PageVisitor(server), { scope: 'openid notes:read', ...override }));
    const { iss, aud, jti, iat, exp, ...said } = app.asked[0]!;
    expect([iss, aud, jti!.length, exp! - iat!]).toEqual([server.url, app.url, 43, 3_600]);
    expect(said).toEqual({
      ...{ max_age: 60, acr_values: override.acr_values, login_hint: override.login_hint, ui_locales: 'en' },
      application: { client_id: application.client_id, name: 'Photo Printer', registered: true },
    });
  });

  it('asks for a new sign-in with prompt=login, which an old one does not meet', async () => {
    const { visitor, sub } = await arrive();
    const page = await ask(visitor, { prompt: 'login' });
    expect(page.text).toContain('asks you to sign in again');
    // The app answers with the sign-in of before, whatever was asked.
    const button = buttonOf(page);
    const form = await walk(visitor, button);
    expectForm(form);
    expect(app.asked.at(-1)).toMatchObject({ prompt: 'login' });
    const { body } = await app.answer(app.asked.at(-1)!);
    const stale = await walk(visitor, body.redirect_to!.slice(server.url.length));
    expect(stale.text).toContain('asks you to sign in again');
    await pass(5);
    app.signIn({ sub, signedInAt: app.now() });
    const asked = await walk(visitor, await walk(visitor, button));
    expect(asked.text).toContain('Photo Printer');
    expect(asked.forms.some(({ fields }) => 'session_id' in fields)).toBe(true);
  });

  it('lets a person choose another account, and ends the session of the first', async () => {
    const { visitor, sub } = await arrive();
    const choice = await ask(visitor, { prompt: 'select_account' });
    expect(choice.text).toContain('Choose an account');
    const other = app.signIn({ name: 'Ada Lovelace' });
    const page = await walk(visitor, `/sign-in/app?return_to=${encodeURIComponent('/account')}&prompt=select_account`);
    expect(app.asked.at(-1)).toMatchObject({ prompt: 'select_account' });
    expect(page.text).toContain('Ada Lovelace');
    expect(await storedRows(server, SESSIONS, sub)).toEqual([]);
    expect(await storedRows(server, SESSIONS, other.sub)).toHaveLength(1);
  });

  it('looks once whether the person is signed in at the app, where an application asks silently', async () => {
    const silent = { prompt: 'none', scope: 'notes:read' };
    const nobody = await redirected(await ask(new PageVisitor(server), silent));
    expect([nobody.get('error'), app.asked]).toEqual(['login_required', [expect.objectContaining({ prompt: 'none' })]]);
    const { visitor } = await arrive();
    await allow(visitor, await ask(visitor, { scope: 'notes:read' }));
    visitor.cookies.clear();
    expect((await redirected(await ask(visitor, silent))).get('code')).toHaveLength(43);
  });

  const redirected = async ({ next }: VisitedPage) => new URL(next ?? 'none:').searchParams;

  describe('whose session is older than SIGN_IN_CONFIRM', () => {
    it('goes on in the same session where the app still has the person', async () => {
      const { visitor, sub } = await arrive();
      const before = visitor.cookies.get(sessionCookie(server));
      await pass(301);
      app.asked.length = 0;
      const page = await walk(visitor, '/account/history');
      expect(page.text).toContain('History');
      expect(app.asked).toEqual([expect.objectContaining({ prompt: 'none' })]);
      expect(visitor.cookies.get(sessionCookie(server))).toBe(before);
      expect(await storedRows(server, SESSIONS, sub)).toHaveLength(1);
      expect(Number((await storedRows<{ used: number }>(server, USED, sub))[0]!.used)).toBeGreaterThanOrEqual(301_000);
      await walk(visitor, '/account');
      expect(app.asked).toHaveLength(1);
    });

    it('becomes that of another person, or ends', async () => {
      const { visitor, sub } = await arrive();
      await pass(301);
      const other = app.signIn({ name: 'Ada Lovelace' });
      expect((await walk(visitor, '/account')).text).toContain('Ada Lovelace');
      expect(await storedRows(server, SESSIONS, sub)).toEqual([]);
      await pass(301);
      app.person = null;
      expectForm(await walk(visitor, '/account'));
      expect(await storedRows(server, SESSIONS, other.sub)).toEqual([]);
    });

    it('waits at the way to an app that is away, without a circle, and goes on in the same session later', async () => {
      const { visitor, sub } = await arrive();
      const before = visitor.cookies.get(sessionCookie(server));
      await pass(301);
      // Nothing comes back of a browser that the app does not answer.
      for (let visit = 0; visit < 2; visit += 1) {
        const leading = await visitor.open('/account');
        expect([leading.status, leading.refresh]).toEqual([200, expect.stringContaining(`${app.url}?request=`)]);
      }
      const headers = accountOf(visitor).session;
      expect((await call('GET', `${server.url}/api/session`, { headers })).status).toBe(200);
      expect(await storedRows(server, SESSIONS, sub)).toHaveLength(1);
      expect((await walk(visitor, '/account')).text).toContain('Grace Hopper');
      expect(visitor.cookies.get(sessionCookie(server))).toBe(before);
    });

    it('goes on without a question in API calls', async () => {
      const { visitor } = await arrive();
      await pass(301);
      const { status } = await call('GET', `${server.url}/api/session`, { headers: accountOf(visitor).session });
      expect(status).toBe(200);
    });
  });

  it('signs out of the app too, by the button of our page', async () => {
    const { visitor, sub } = await arrive();
    const page = await visitor.open('/sign-out');
    const done = await walk(visitor, await visitor.post(page, '/sign-out'));
    expect([done.text, app.person, app.signedOut]).toEqual([
      expect.stringContaining('You are signed out'),
      null,
      expect.arrayContaining([sub]),
    ]);
    expect(await storedRows(server, SESSIONS, sub)).toEqual([]);
  });

  it('keeps name, email and password where they are, and leads there', async () => {
    const { visitor, page } = await arrive();
    expect(page.html).toContain(`href="${app.origin}/profile"`);
    expect(page.html).not.toMatch(/account\/(name|email|password)/);
    for (const part of ['name', 'email', 'password']) expect((await visitor.get(`/account/${part}`)).status).toBe(404);
    app.signIn({ sub: app.person!.sub, name: 'Rear Admiral Hopper' });
    expect((await walk(visitor, '/sign-in/app?return_to=/account')).text).toContain('Rear Admiral Hopper');
  });

  it('closes an account after a recent sign-in alone', async () => {
    const { visitor, sub } = await arrive({ signedInAt: app.now() - 3_600_000 });
    expectProblem(
      await call('DELETE', `${server.url}/api/account`, { headers: accountOf(visitor).session, body: {} }),
      401,
    );
    const first = await visitor.open('/account/close');
    expect(first.text).toContain('To close your account, first sign in again');
    expect((await visitor.send('POST', '/account/close', undefined, { origin: server.url })).next).toBe(
      '/account/close',
    );
    expectForm(await walk(visitor, buttonOf(first)));
    expect(app.asked.at(-1)).toMatchObject({ prompt: 'login' });
    await pass(5);
    app.signIn({ sub, signedInAt: app.now() });
    const page = await walk(visitor, buttonOf(first));
    const closed = await visitor.post(page, '/account/close');
    expect((await visitor.open(closed.next!)).text).toContain('Your account is closed');
  });

  it('promises no class of sign-in, as passwords are not taken', async () => {
    const { body } = await call('GET', `${server.url}/.well-known/openid-configuration`);
    expect(body).not.toHaveProperty('acr_values_supported');
  });

  it('has no password here: every door of one is shut', async () => {
    const fields = { email: `${unique()}@example.com`, password: 'a long password', name: 'Ada' };
    const { email, password } = fields;
    const doors = { accounts: fields, session: { email, password }, 'accounts/password-reset': { email } };
    for (const [path, body] of Object.entries(doors)) {
      const answer = await call('POST', `${server.url}/api/${path}`, { body });
      expect([path, answer.status, answer.body]).toEqual([
        path,
        403,
        expect.objectContaining({ error: 'no_passwords' }),
      ]);
    }
    for (const path of ['/sign-up', '/password'])
      expect((await new PageVisitor(server).get(path)).next).toMatch(/^\/sign-in/);
  });

  it('has administrators among its people, by their id', async () => {
    const { visitor, sub } = await arrive();
    const headers = { ...accountOf(visitor).session, origin: server.url };
    const list = () => call('GET', `${server.url}/api/admin/accounts`, { headers });
    expect((await list()).status).toBe(404);
    await changeStored(server, 'UPDATE accounts SET admin_since = 1 WHERE id = ?', sub);
    expect((await list()).status).toBe(200);
    const { sub: colleague } = (await arrive({ name: 'Ada Lovelace' })) as { sub: string };
    const given = await call('PUT', `${server.url}/api/admin/accounts/${colleague}/roles`, {
      headers,
      body: { roles: ['admin'] },
    });
    expect(given.status).toBe(200);
  });

  it.each([-20_000, 20_000])('takes a clock that differs by %d ms', async (off) => {
    app.clockOff += off;
    const { sub } = app.signIn();
    expect((await walk(new PageVisitor(server), '/account')).status).toBe(200);
    expect(await storedRows(server, SESSIONS, sub)).toHaveLength(1);
    app.clockOff -= off;
  });
});
