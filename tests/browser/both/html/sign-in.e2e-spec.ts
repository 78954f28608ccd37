import { sessionCookie } from '@consentry/test-support/world/cookies';
import { PKCE } from '@consentry/test-support/world/document-client';
import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { PageVisitor } from '@consentry/test-support/browser/page-visitor';
import { registerItself } from '@consentry/test-support/world/registration';
import { TestServer } from '@consentry/test-support/server/server';
import { type Account, authorizeUrl, call, register, signUp, unique } from '@consentry/test-support/world/world';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';

describe('the page of the sign-in', () => {
  const server = givenServer({ env: { DYNAMIC_REGISTRATION: 'open' } });
  const account = givenAccount(server, { name: 'Ada' });
  const application = givenApplication(server, account, { name: 'Photo Printer' });

  const given = (headers: Record<string, string> = {}) => new PageVisitor(server, headers);

  const consentPath = (override: Record<string, string | undefined> = {}, of = application) =>
    `/consent?${authorizeUrl(server, of, override).split('?')[1]}`;

  const signInPath = (returnTo: string) => `/sign-in?return_to=${encodeURIComponent(returnTo)}`;

  const signInAt = async (visitor: PageVisitor, path = '/sign-in', { email, password }: Partial<Account> = account) =>
    visitor.post(await visitor.get(path), '/sign-in', { email: email!, password: password! });

  const sessionOf = (visitor: PageVisitor) => visitor.cookies.get(sessionCookie(server))!;

  const isActive = async (token: string) =>
    (await call('GET', `${server.url}/api/session`, { headers: { authorization: `Bearer ${token}` } })).status === 200;

  it('signs in and leads on; who is signed in is led on at once', async () => {
    const visitor = given({ 'user-agent': FIREFOX });
    const answer = await signInAt(visitor, signInPath('/account/apps'));
    expect([answer.status, answer.next]).toEqual([303, '/account/apps']);
    expect(answer.headers.get('set-cookie')).toMatch(
      /^consentry_session_[\da-f]{8}=[^;]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(await isActive(sessionOf(visitor))).toBe(true);
    expect((await visitor.get('/sign-in')).next).toBe('/account/apps');
  });

  it('under https it sets the cookie that other hosts cannot', async () => {
    const [email, password] = [`${unique()}@example.com`, 'a password'];
    const published = await TestServer.start({ env: { AUTH_URL: 'https://auth.example.com', SIGN_UP: 'open' } });
    const url = `http://127.0.0.1:${published.port}`;
    await call('POST', `${url}/api/accounts`, { body: { email, password, name: 'Ada' } });
    const headers = { origin: 'https://auth.example.com' };
    const answer = await call('POST', `${url}/sign-in`, { headers, body: new URLSearchParams({ email, password }) });
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-consentry_session=[^;]+; .*HttpOnly; Secure; SameSite=Lax$/,
    );
    await published.stop();
  });

  describe('tells what for', () => {
    it('the application', async () => {
      const { text } = await given().get(signInPath(consentPath()));
      expect(text).toContain('to continue to Photo Printer');
    });

    it('only what a client calls itself, where no developer registered it', async () => {
      const other = await registerItself(server, { client_name: 'Consentry' });
      const { text } = await given().get(signInPath(consentPath(PKCE, other)));
      expect(text).toContain('to continue to an app that calls itself “Consentry”');
    });

    it('nothing, where the request would be refused, or is none', async () => {
      for (const path of [
        consentPath({ client_id: 'nobody' }),
        consentPath({ scope: 'x' }),
        '/consent?%zz',
        '/device',
      ]) {
        const { status, text } = await given().get(signInPath(path));
        expect([status, text.includes('to continue')]).toEqual([200, false]);
      }
    });

    it('never as HTML', async () => {
      const name = '<img src=x>"\'&amp;';
      const hostile = await register(server, account, { name });
      const hint = '"><script>alert(1)</script>@x';
      const { html, text } = await given().get(signInPath(consentPath({ login_hint: hint }, hostile)));
      expect(html).not.toMatch(/<img|<script>/);
      expect(text).toContain(`to continue to ${name}`);
    });
  });

  describe('the account', () => {
    it('that the application names is filled in, if it can be an email', async () => {
      const hinted = async (login_hint: string) =>
        (await given().get(signInPath(consentPath({ login_hint })))).forms[0]!.fields['email'];
      expect(await hinted('bob@example.com')).toBe('bob@example.com');
      for (const hint of ['bob', '\u202ebob@example.com', `${'x'.repeat(300)}@example.com`, 'a b@c', 'tel:+1'])
        expect(await hinted(hint)).toBe('');
    });

    it.each([
      [{ prompt: 'login' }, 'Photo Printer asks you to sign in again.'],
      [{ max_age: '0' }, 'Photo Printer asks you to sign in again.'],
    ])('is asked again, with the reason: %j', async (request, reason) => {
      const visitor = given();
      await signInAt(visitor);
      await server.advance({ seconds: 1 });
      const state = unique();
      const page = await visitor.get(signInPath(consentPath({ ...request, state })));
      expect(page.text).toContain(reason);
      expect(page.forms[0]!.fields['email']).toBe(account.email);
      await server.advance({ seconds: 1 });
      await visitor.post(page, '/sign-in', { password: account.password });
      const again = await visitor.get(signInPath(consentPath({ ...request, state })));
      expect(again.text).not.toContain(reason);
    });

    it('is asked again where its sign-in is too old', async () => {
      const visitor = given();
      await signInAt(visitor);
      await server.advance({ minutes: 2 });
      const { text } = await visitor.get(signInPath(consentPath({ max_age: '60' })));
      expect(text).toContain('You signed in too long ago for Photo Printer. Sign in again.');
    });

    it('that is signed in is offered beside another one', async () => {
      const visitor = given();
      await signInAt(visitor);
      const path = consentPath({ prompt: 'select_account' });
      const { text, html } = await visitor.get(signInPath(path));
      expect(text).toMatch(/Choose an account .* Ada .* Continue with this account or Use another account/);
      expect(html).toContain(`href="${`${path}&account_chosen=yes`.replaceAll('&', '&amp;')}"`);
    });

    it('is offered beside another one where the application expects that, by its email', async () => {
      const visitor = given();
      await signInAt(visitor);
      const path = consentPath({ login_hint: 'Grace@example.com' });
      expect((await visitor.get(path)).next).toBe(signInPath(path));
      const { text, html } = await visitor.open(path);
      expect(text).toContain('Choose an account');
      expect(html).toContain('value="Grace@example.com"');
      const chosen = await visitor.get(`${path}&account_chosen=yes`);
      expect(chosen.text).toContain('Photo Printer wants access');
      for (const hint of [account.email.toUpperCase(), 'ada', '+44 20 7946 0000'])
        expect((await visitor.get(consentPath({ login_hint: hint }))).text).toContain('Photo Printer wants access');
    });

    it('is made anew with prompt=create, signed in or not, and asked then', async () => {
      const path = consentPath({ prompt: 'create' });
      const visitor = given();
      const signUpPath = signInPath(path).replace('/sign-in', '/sign-up');
      expect((await visitor.get(path)).next).toBe(signUpPath);
      await signInAt(visitor);
      expect((await visitor.get(path)).next).toBe(signUpPath);
      const [email, password] = [`${unique()}@example.com`, `a password ${unique()}`];
      const page = await visitor.get(signUpPath);
      const made = await visitor.submit(page, '/sign-up', { name: 'Grace', email, password });
      expect(made.text).toMatch(/Photo Printer wants access.*Grace/);
    });

    it('once chosen is not to be chosen again', async () => {
      const path = consentPath({ prompt: 'select_account' });
      expect((await signInAt(given(), signInPath(path))).next).toBe(`${path}&account_chosen=yes`);
      expect((await signInAt(given(), signInPath(`${path}&account_chosen=yes`))).next).toBe(
        `${path}&account_chosen=yes`,
      );
    });
  });

  it('speaks the language that the application names, unless the person has chosen one', async () => {
    const path = consentPath({ ui_locales: 'fr de-AT' });
    for (const at of [signInPath(path), path]) {
      const page = await given({ 'accept-language': 'en' }).open(at);
      expect(page.html).toContain('<html lang="de"');
    }
    const english = given({ 'accept-language': 'de' });
    english.cookies.set('consentry_language', 'en');
    expect((await english.open(signInPath(path))).html).toContain('<html lang="en"');
  });

  it('takes an email that was pasted with white space', async () => {
    const visitor = given();
    expect((await signInAt(visitor, '/sign-in', { ...account, email: ` ${account.email}\t` })).status).toBe(303);
  });

  describe('a sign-in', () => {
    it('takes a new session and ends the one that the browser had', async () => {
      const visitor = given();
      await signInAt(visitor);
      const planted = sessionOf(visitor);
      await signInAt(visitor, signInPath('/account'));
      expect(sessionOf(visitor)).not.toBe(planted);
      expect([await isActive(planted), await isActive(sessionOf(visitor))]).toEqual([false, true]);
    });

    it('of another account ends the one before, as a sign-out does; a failed one does not', async () => {
      const visitor = given();
      const other = await signUp(server);
      await signInAt(visitor, '/sign-in', other);
      const before = sessionOf(visitor);
      const choice = await visitor.get(signInPath('/account'));
      await visitor.post(choice, '/sign-in', { email: account.email, password: 'wrong password' });
      expect([sessionOf(visitor), await isActive(before)]).toEqual([before, true]);
      await visitor.post(choice, '/sign-in', { email: account.email, password: account.password });
      expect(await isActive(before)).toBe(false);
      // Its sessions elsewhere stay.
      expect(await isActive(other.sessionToken)).toBe(true);
    });

    it('by a made-up or foreign session cookie is a sign-in like any other', async () => {
      for (const planted of ['nonsense', 'a.b.c', '']) {
        const visitor = given();
        visitor.cookies.set(sessionCookie(server), planted);
        expect((await signInAt(visitor)).status).toBe(303);
        expect(sessionOf(visitor)).not.toBe(planted);
      }
    });
  });

  it('says the same of an unknown email and of a wrong password', async () => {
    const failed = async (email: string) => {
      const visitor = given({ 'x-forwarded-for': unique() });
      const page = await visitor.get(signInPath(consentPath()));
      const { status, html } = await visitor.submit(page, '/sign-in', { email, password: 'not the password' });
      return [status, html.replaceAll(email, '')];
    };
    const { email } = await signUp(server);
    const [known, unknown] = [await failed(email), await failed(`${unique()}@example.com`)];
    expect(unknown).toEqual(known);
    expect(known[0]).toBe(401);
  });

  it('keeps the email, never the password, and tells what is wrong beside the field', async () => {
    const visitor = given();
    const page = await visitor.get(signInPath('/account/apps'));
    const { status, html, forms } = await visitor.submit(page, '/sign-in', {
      email: 'X@example.com',
      password: 'secret-1',
    });
    expect(status).toBe(401);
    expect(forms[0]!.fields).toEqual({ return_to: '/account/apps', email: 'X@example.com', password: '' });
    expect(html).not.toContain('secret-1');
    expect(html).toMatch(/aria-invalid="true" aria-describedby="password-error"/);
    // The language is changed on this page, not on the way back's.
    expect(forms.at(-1)!.fields['return_to']).toBe('/sign-in?return_to=%2Faccount%2Fapps');
  });

  it('tells until when to wait after too many tries, before any hash, in the language of the reader', async () => {
    const [email, visitor] = [`${unique()}@example.com`, given({ 'accept-language': 'de' })];
    const page = await visitor.get('/sign-in');
    let answer = page;
    for (let tries = 0; tries < 11; tries += 1)
      answer = await visitor.submit(page, '/sign-in', { email, password: 'wrong password' });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.text).toMatch(/Zu viele Versuche\. Warten Sie bis \d\d:\d\d UTC/);
    expect(answer.html).toMatch(/<time data-as="clock" datetime="[^"]+Z">/i);
  });

  it('never looks up what is too long', async () => {
    const visitor = given();
    const page = await visitor.get('/sign-in');
    const { status } = await visitor.submit(page, '/sign-in', { email: `${'x'.repeat(10_000)}@e.com`, password: 'x' });
    expect(status).toBe(401);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    '/%2f%2fevil.example',
    '/account/..//evil.example',
    '/account@evil.example',
    'javascript:alert(1)',
    '/oauth2/authorize?x',
    '/api/session',
    '/unknown',
    '',
    '/',
  ])('never leads to %s', async (evil) => {
    const page = await given().get(signInPath(evil));
    expect(page.forms[0]!.fields['return_to']).toBeUndefined();
    const visitor = given();
    const typed = { email: account.email, password: account.password, return_to: evil };
    const answer = await visitor.post(page, '/sign-in', typed);
    expect([answer.status, answer.next]).toEqual([303, '/account/apps']);
  });

  it.each([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
    [{ origin: 'null' }],
    [{ origin: 'null', 'sec-fetch-site': 'cross-site' }],
    [{}],
    [{ 'sec-fetch-site': 'same-site' }],
  ])('is not sent by %j', async (headers) => {
    const visitor = given();
    const page = await visitor.get('/sign-in');
    const answer = await visitor.post(page, '/sign-in', { email: account.email, password: account.password }, headers);
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null]);
    expect(answer.text).toContain('This request was blocked');
  });

  it.each([[{ origin: 'null', 'sec-fetch-site': 'same-origin' }], [{ 'sec-fetch-site': 'same-origin' }]])(
    'is sent by %j',
    async (headers) => {
      const visitor = given();
      const page = await visitor.get('/sign-in');
      const typed = { email: account.email, password: account.password };
      expect((await visitor.post(page, '/sign-in', typed, headers)).status).toBe(303);
    },
  );
});
