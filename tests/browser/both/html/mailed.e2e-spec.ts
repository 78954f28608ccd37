import { cookieName, sessionCookie } from '@consentry/test-support/world/cookies';
import { linkIn } from '@consentry/test-support/world/mailbox';
import { PageVisitor } from '@consentry/test-support/browser/page-visitor';
import { givenMailingServer } from '@consentry/test-support/server/given';
import { type Account, call, signIn, unique } from '@consentry/test-support/world/world';

describe('the pages that mails lead to', () => {
  const { server, mailbox, signUpByMail } = givenMailingServer();

  const trySignIn = (account: Account, password: string) =>
    call('POST', `${server.url}/api/session`, { body: { email: account.email, password } });
  const isVerified = async ({ session }: Pick<Account, 'session'>) =>
    (await call<{ email_verified: boolean }>('GET', `${server.url}/api/account/email`, { headers: session })).body
      .email_verified;

  async function unverified() {
    return { ...(await signUpByMail()), visitor: new PageVisitor(server) };
  }

  const signedIn = (account: Account) => {
    const visitor = new PageVisitor(server);
    visitor.cookies.set(sessionCookie(server), account.sessionToken);
    return visitor;
  };

  it('take the token out of the address, into a cookie for this page alone; opening changes nothing', async () => {
    const { account, visitor, link, token } = await unverified();
    const answer = await visitor.get(link);
    expect([answer.status, answer.next, answer.html]).toEqual([303, '/verify', '']);
    expect(answer.headers.get('set-cookie')).toMatch(
      /^consentry_mailed_[\da-f]{8}=[\w-]{43}; Max-Age=1800; Path=\/verify; HttpOnly; SameSite=Lax$/,
    );
    const page = await visitor.open('/verify');
    expect(page.status).toBe(200);
    expect(page.text).toContain(`Is ${account.email} yours?`);
    expect(page.html).not.toContain(token);
    expect(await isVerified(account)).toBe(false);
  });

  it('confirm an email by a button, signed in, and go on in a new session', async () => {
    const { account, link } = await unverified();
    const visitor = signedIn(account);
    const page = await visitor.open(link);
    expect(page.text).not.toContain('Account password');
    const done = await visitor.submit(page, '/verify');
    expect([done.status, done.text.includes('Your email is confirmed')]).toEqual([200, true]);
    const token = visitor.cookies.get(sessionCookie(server))!;
    expect(token).not.toBe(account.sessionToken);
    expect(await isVerified({ session: { authorization: `Bearer ${token}` } })).toBe(true);
  });

  it('ask a browser that is not signed in for the password of the account', async () => {
    const { account, visitor, link } = await unverified();
    const page = await visitor.open(link);
    for (const password of ['', 'a wrong one', 'p'.repeat(10_000)]) {
      const wrong = await visitor.submit(page, '/verify', { password });
      expect([wrong.status, wrong.text.includes('This is not the account’s password')]).toEqual([403, true]);
    }
    const done = await visitor.submit(page, '/verify', { password: account.password });
    expect([done.status, done.text.includes('Sign in')]).toEqual([200, false]);
    expect((await visitor.get('/account/apps')).status).toBe(200);
    const again = await visitor.open(link);
    expect([again.status, again.text.includes('This link has already been used')]).toEqual([400, true]);
    await server.advance({ minutes: 30 });
    expect((await visitor.open(link)).text).toContain('This link no longer works');
  });

  it('lead on where the sign-up was going, signed in by the password, in any browser', async () => {
    const [asker, visitor] = [new PageVisitor(server), new PageVisitor(server)];
    const typed = { name: 'Ada', email: `${unique()}@example.com`, password: `password-${unique()}` };
    await asker.submit(await asker.open('/sign-up?return_to=%2Fdevice'), '/sign-up', typed);
    const link = linkIn(await mailbox.next(typed.email));
    const page = await visitor.open(link);
    expect((await visitor.submit(page, '/verify', { password: 'not this one' })).status).toBe(403);
    expect((await visitor.get('/account')).status).toBe(303);
    const { status, next } = await visitor.post(page, '/verify', { password: typed.password });
    expect([status, next]).toEqual([303, '/device']);
    expect((await visitor.get('/device')).status).toBe(200);
    expect((await visitor.open(link)).html).toContain('href="/device"');
    expect((await asker.get('/account')).status).toBe(303);
  });

  it('mail a link for a new password, with one answer for every address, in the language of the page', async () => {
    const { account } = await unverified();
    const visitor = new PageVisitor(server, { 'accept-language': 'de' });
    const page = await visitor.open('/password');
    const answers = [account.email, `${unique()}@example.com`].map((email) =>
      visitor.submit(page, '/password', { email }),
    );
    const [somebody, nobody] = (await Promise.all(answers)).map(({ status, html }) => ({ status, html }));
    expect(nobody).toEqual(somebody);
    expect(somebody!.html).toContain('Wenn es zu dieser E-Mail-Adresse ein Konto gibt');
    const mail = await mailbox.next(account.email);
    expect(mail.subject).toBe('Wählen Sie ein neues Passwort für Consentry');

    const form = await visitor.open(linkIn(mail));
    const short = await visitor.submit(form, '/password/reset', { password: '1234567' });
    expect([short.status, short.text.includes('8 bis 256 Zeichen')]).toEqual([400, true]);
    const done = await visitor.submit(form, '/password/reset', { password: 'a new password' });
    expect([done.status, done.text.includes('Ihr neues Passwort ist festgelegt')]).toEqual([200, true]);
    expect(visitor.cookies.has(cookieName(server, 'consentry_mailed'))).toBe(false);
    expect((await trySignIn(account, 'a new password')).status).toBe(201);
    expect((await trySignIn(account, account.password)).status).toBe(401);
  });

  it.each([
    'no address',
    'a@example.com\r\nBcc: b@example.com',
    '',
    '<b>@example.com',
    `${'a'.repeat(243)}@example.com`,
  ])('do not take %j for an email', async (email) => {
    const visitor = new PageVisitor(server);
    const page = await visitor.submit(await visitor.open('/password'), '/password', { email });
    expect([page.status, page.text.includes('Enter an address like name@example.com')]).toEqual([400, true]);
    expect(page.html).not.toContain('<b>@');
  });

  it.each(['/verify', '/password/reset', '/account/email/confirm'])(
    '%s without a living token says so',
    async (path) => {
      for (const query of ['', '?token=', `?token=${'A'.repeat(43)}`, '?token=%3Cscript%3E', '?token=a;b=c']) {
        const page = await new PageVisitor(server).open(path + query);
        expect([page.status, page.text.includes('This link no longer works')]).toEqual([400, true]);
      }
    },
  );

  it('take forms of our own pages alone', async () => {
    const { account, link } = await unverified();
    const visitor = signedIn(account);
    const page = await visitor.open(link);
    const reset = await visitor.open('/password');
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, {}] as const) {
      expect((await visitor.post(page, '/verify', {}, headers)).status).toBe(403);
      expect((await visitor.post(reset, '/password', { email: account.email }, headers)).status).toBe(403);
    }
    expect(await isVerified({ session: (await signIn(server, account)).session })).toBe(false);
    expect(mailbox.mails.filter(({ to }) => to === account.email)).toEqual([]);
  });
});
