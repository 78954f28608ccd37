import { sessionCookie } from '@consentry/test-support/world/cookies';
import { givenAccount, givenApplication, givenMailingServer, givenServer } from '@consentry/test-support/server/given';
import { PageVisitor } from '@consentry/test-support/browser/page-visitor';
import { TestServer } from '@consentry/test-support/server/server';
import { authorizeUrl, call, unique } from '@consentry/test-support/world/world';

describe('the page of the sign-up', () => {
  const server = givenServer();
  const account = givenAccount(server);
  const application = givenApplication(server, account, { name: 'Photo Printer' });

  const given = (headers: Record<string, string> = {}) => new PageVisitor(server, headers);

  const newcomer = () => ({ name: 'Ben', email: `${unique()}@example.com`, password: `password-${unique()}` });

  const consentPath = () => `/consent?${authorizeUrl(server, application).split('?')[1]}`;

  it('makes the account, signs in and leads on', async () => {
    const visitor = given();
    const signIn = await visitor.get(`/sign-in?return_to=${encodeURIComponent(consentPath())}`);
    const link = /href="(\/sign-up\?[^"]+)"/.exec(signIn.html)![1]!.replaceAll('&amp;', '&');
    const page = await visitor.get(link);
    expect(page.text).toContain('to continue to Photo Printer');
    const { email, name, password } = newcomer();
    const answer = await visitor.post(page, '/sign-up', { email, name, password });
    expect([answer.status, answer.next]).toEqual([303, `${consentPath()}&account_chosen=yes`]);
    const headers = { authorization: `Bearer ${visitor.cookies.get(sessionCookie(server))}` };
    const { body } = await call('GET', `${server.url}/api/session`, { headers });
    expect(body['account']).toMatchObject({ email, name });
  });

  it('ends the session that the browser had', async () => {
    const visitor = given();
    await visitor.post(await visitor.get('/sign-up'), '/sign-up', newcomer());
    const before = visitor.cookies.get(sessionCookie(server))!;
    await visitor.post(await visitor.get('/sign-up'), '/sign-up', newcomer());
    const headers = { authorization: `Bearer ${before}` };
    expect((await call('GET', `${server.url}/api/session`, { headers })).status).toBe(401);
  });

  it('tells beside each field what is wrong, and keeps what was typed but the password', async () => {
    const visitor = given();
    const page = await visitor.get('/sign-up?return_to=%2Fdevice');
    const typed = { name: '\u202egnp', email: 'not an email', password: 'short-1' };
    const { status, html, forms, text } = await visitor.submit(page, '/sign-up', typed);
    expect(status).toBe(400);
    for (const field of ['name', 'email', 'password']) expect(html).toContain(`id="${field}-error"`);
    expect(text).toContain('Use 8 to 256 characters, and not a common password');
    expect(forms[0]!.fields).toEqual({ ...typed, return_to: '/device', password: '' });
    expect(html).not.toContain('short-1');
    const german = await given({ 'accept-language': 'de' }).submit(page, '/sign-up', {
      ...typed,
      name: 'x',
      email: 'a@b.c',
    });
    expect(german.text).toContain('Verwenden Sie 8 bis 256 Zeichen, aber kein häufiges Passwort');
  });

  it('tells of an email that is taken', async () => {
    const visitor = given();
    const page = await visitor.get('/sign-up');
    const { status, text } = await visitor.submit(page, '/sign-up', { ...newcomer(), email: account.email });
    expect([status, [...visitor.cookies]]).toEqual([409, []]);
    expect(text).toContain('There is already an account with this email. Sign in , or choose a new password .');
  });

  it('sent twice signs in by the password of the new account, within 30 seconds', async () => {
    const typed = newcomer();
    const send = async (more: Record<string, string> = {}) => {
      const visitor = given();
      const page = await visitor.submit(await visitor.get('/sign-up'), '/sign-up', { ...typed, ...more });
      return [page.status, visitor.cookies.has(sessionCookie(server))];
    };
    expect(await Promise.all([send(), send()])).toEqual([0, 1].map(() => [200, true]));
    expect(await send({ password: 'another password' })).toEqual([409, false]);
    await server.advance({ seconds: 31 });
    expect(await send()).toEqual([409, false]);
  });

  describe('where mail is set', () => {
    const { server: mailing, mailbox } = givenMailingServer();

    it('tells nobody but the mailbox that an email is taken', async () => {
      const [known, unknown] = [newcomer(), newcomer()];
      const shown = async (email: string) => {
        const visitor = new PageVisitor(mailing);
        const page = await visitor.get('/sign-up?return_to=%2Fdevice');
        const { status, next, headers } = await visitor.post(page, '/sign-up', { ...newcomer(), email });
        const cookie = headers.get('set-cookie')!.replace(/=[\w-]{43};/, '=;');
        return [status, next, cookie, (await visitor.get(next!)).html.replaceAll(email, '')];
      };
      const first = await shown(known.email);
      const next = '/sign-up/code?return_to=%2Fdevice';
      expect(first).toEqual([303, next, expect.any(String), expect.stringContaining('Check your email')]);
      expect([await shown(known.email), await shown(unknown.email)]).toEqual([first, first]);
      expect((await mailbox.next(unknown.email)).subject).toContain('Confirm your email');
    });
  });

  it('shows hostile names as text', async () => {
    const visitor = given();
    const name = '"><script>alert(1)</script>'.repeat(500);
    const { status, html } = await visitor.submit(await visitor.get('/sign-up'), '/sign-up', { ...newcomer(), name });
    expect(status).toBe(400);
    expect(html).not.toContain('<script>alert');
  });

  it('says that it is closed, where it is', async () => {
    const closed = await TestServer.start({ env: { SIGN_UP: 'closed' } });
    const visitor = new PageVisitor(closed);
    const page = await visitor.get('/sign-up');
    expect([page.status, page.text.includes('Sign-up is closed')]).toEqual([403, true]);
    const { status, text } = await visitor.send('POST', '/sign-up', new URLSearchParams(newcomer()), {
      origin: closed.url,
    });
    expect([status, text.includes('Sign-up is closed')]).toEqual([403, true]);
    await closed.stop();
  });

  it.each([[{ origin: 'https://evil.example' }], [{ origin: 'null' }], [{}], [{ 'sec-fetch-site': 'cross-site' }]])(
    'is not sent by %j',
    async (headers) => {
      const visitor = given();
      const typed = newcomer();
      const answer = await visitor.post(await visitor.get('/sign-up'), '/sign-up', typed, headers);
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null]);
      const { status } = await call('POST', `${server.url}/api/session`, {
        body: { email: typed.email, password: typed.password },
      });
      expect(status).toBe(401);
    },
  );

  it.each(['//evil.example', 'https://evil.example/', '/\\evil.example'])('never leads to %s', async (evil) => {
    const visitor = given();
    const page = await visitor.get(`/sign-up?return_to=${encodeURIComponent(evil)}`);
    expect(page.forms[0]!.fields['return_to']).toBeUndefined();
    expect((await visitor.post(page, '/sign-up', { ...newcomer(), return_to: evil })).next).toBe('/account/apps');
  });
});
