import { sessionCookie } from '@consentry/test-support/world/cookies';
import { type ReceivedMail, linkIn } from '@consentry/test-support/world/mailbox';
import { PageVisitor } from '@consentry/test-support/browser/page-visitor';
import { beginDevice, decideDevice, registerTelevision } from '@consentry/test-support/world/devices';
import { givenMailingServer } from '@consentry/test-support/server/given';
import {
  type Account,
  type Application,
  call,
  obtainCode,
  register,
  signIn,
  unique,
} from '@consentry/test-support/world/world';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const NEW_SIGN_IN = 'New sign-in to your account at Consentry';
const NEW_ACCESS = 'An app has new access to your account at Consentry';

describe('mails on what was done in an account', () => {
  const { server, mailbox, signUpByMail } = givenMailingServer();

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    call<{ session_token: string }>('POST', `${server.url}/api/${path}`, { body, headers });

  /** Of an hour ago, with a confirmed email. */
  async function member(): Promise<Account> {
    const { account, token } = await signUpByMail();
    const { body } = await post('accounts/verification', { token }, account.session);
    await server.advance({ minutes: 61 });
    const { session_token: sessionToken } = body;
    return { ...account, sessionToken, session: { authorization: `Bearer ${sessionToken}` } };
  }

  const browser = (headers: Record<string, string> = {}) => new PageVisitor(server, headers);

  async function signInWith(visitor: PageVisitor, { email, password }: Pick<Account, 'email' | 'password'>) {
    const { next } = await visitor.post(await visitor.open('/sign-in'), '/sign-in', { email, password });
    expect(next).toBe('/account/apps');
    return visitor;
  }

  const signedIn = (account: Account) => {
    const visitor = browser();
    visitor.cookies.set(sessionCookie(server), account.sessionToken);
    return visitor;
  };

  /** So many mails and no more: the next one is that which is asked for now. */
  async function mailsTo({ email }: Pick<Account, 'email'>, count: number): Promise<ReceivedMail[]> {
    const mails: ReceivedMail[] = [];
    while (mails.length < count) mails.push(await mailbox.next(email));
    await post('accounts/password-reset', { email });
    expect((await mailbox.next(email)).text).toContain('/password/reset?token=');
    return mails;
  }

  async function expectMails(account: Pick<Account, 'email'>, ...subjects: string[]): Promise<void> {
    const mails = await mailsTo(account, subjects.length);
    expect(mails.map(({ subject }) => subject)).toEqual(subjects);
  }

  const historyOf = async (visitor: PageVisitor) => (await visitor.open('/account/history')).text;

  it('tell of a sign-in in an unknown browser: when, in which, and what to do', async () => {
    const ada = await member();
    await signInWith(browser({ 'user-agent': FIREFOX }), ada);
    const [mail] = await mailsTo(ada, 1);
    expect(mail!.subject).toBe(NEW_SIGN_IN);
    expect(mail!.text).toMatch(/ on \d{1,2} \w{3,4} \d{4}, \d{2}:\d{2} UTC, in Firefox on Linux\./);
    const links = [...mail!.text.matchAll(/^http\S+$/gm)].map(([link]) => link);
    expect(links).toEqual(['/password', '/account/sessions', '/account'].map((page) => server.url + page));
    expect(mail!.html).toContain(`<a href="${server.url}/account/sessions">`);
    expect(mail!.raw).toContain('Content-Type: multipart/alternative');
  });

  it('tell of one by the API too, and in the language of who signs in', async () => {
    const ada = await member();
    const { email, password } = ada;
    await post('session', { email, password }, { 'accept-language': 'de-AT' });
    const [mail] = await mailsTo(ada, 1);
    expect(mail!.subject).toBe('Neue Anmeldung bei Consentry');
    expect(mail!.text).toMatch(/ am \d{1,2}\. \S+ \d{4}, \d{2}:\d{2} UTC in einem unbekannten Browser /);
    expect(mail!.html).toContain('<html lang="de">');
  });

  it('tell of none in a browser that the account has signed in with before, signed out meanwhile or not', async () => {
    const ada = await member();
    const own = await signInWith(browser(), ada);
    await expectMails(ada, NEW_SIGN_IN);
    await server.advance({ days: 2 });
    await signInWith(own, ada);
    await own.submit(await own.open('/sign-out'), '/sign-out');
    await signInWith(own, ada);
    await expectMails(ada);
  });

  it('are spared a browser by its own cookie, which no script reads', async () => {
    const { email, password } = await member();
    const { headers } = await post('session', { email, password });
    const [, known] = headers.getSetCookie();
    expect(known).toMatch(/^consentry_known_[\da-f]{8}=[\w-]{22}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('know the browsers of each account: another one of the same browser is told of its own', async () => {
    const [ada, bob] = [await member(), await member()];
    const shared = await signInWith(browser(), ada);
    await shared.submit(await shared.open('/sign-out'), '/sign-out');
    await signInWith(shared, bob);
    for (const account of [ada, bob]) await expectMails(account, NEW_SIGN_IN);
    await server.advance({ days: 2 });
    await signInWith(shared, ada);
    await expectMails(ada);
  });

  it('take no mark that the server did not make, or made for another account', async () => {
    const [ada, bob] = [await member(), await member()];
    const stranger = await signInWith(browser(), bob);
    const marks = [...stranger.cookies].find(([name]) => name.startsWith('consentry_known'))!;
    for (const mark of ['', 'x'.repeat(22), marks[1], '.'.repeat(4_000)]) {
      const thief = browser();
      thief.cookies.set(marks[0], mark);
      await signInWith(thief, ada);
      await expectMails(ada, NEW_SIGN_IN);
      await server.advance({ days: 1 });
    }
  });

  it('come once a day at most: of many at the same moment one', async () => {
    const ada = await member();
    await Promise.all(Array.from({ length: 8 }, () => signIn(server, ada)));
    await expectMails(ada, NEW_SIGN_IN);
    await server.advance({ minutes: 24 * 60 - 1 });
    await signIn(server, ada);
    await expectMails(ada);
    await server.advance({ minutes: 2 });
    await signIn(server, ada);
    await expectMails(ada, NEW_SIGN_IN);
  });

  it('tell a new account of none of its first browsers', async () => {
    const { account, token } = await signUpByMail();
    await post('accounts/verification', { token }, account.session);
    await signInWith(browser(), account);
    await expectMails(account);
  });

  it('go to no email that nobody has confirmed', async () => {
    const { account } = await signUpByMail();
    await server.advance({ minutes: 61 });
    await signInWith(browser(), account);
    const visitor = signedIn(account);
    expect((await visitor.open('/account')).html).not.toContain('/account/notices');
    await expectMails(account);
  });

  it('tell of a changed password: on the page, by the API and by a mailed link', async () => {
    const change = {
      page: async (account: Account, password: string) => {
        const visitor = signedIn(account);
        const page = await visitor.open('/account/password');
        await visitor.submit(page, '/account/password', { password, current_password: account.password });
      },
      api: ({ session, password: current_password }: Account, password: string) =>
        call('PATCH', `${server.url}/api/account`, { headers: session, body: { password, current_password } }),
      link: async ({ email }: Account, password: string) => {
        await post('accounts/password-reset', { email });
        const visitor = browser();
        const page = await visitor.open(linkIn(await mailbox.next(email)));
        await visitor.submit(page, '/password/reset', { password });
      },
    };
    for (const [way, by] of Object.entries(change)) {
      const ada = await member();
      await by(ada, 'another password of Ada');
      const mails = await mailsTo(ada, 1);
      expect([way, mails.map(({ subject }) => subject)]).toEqual([way, ['Your password at Consentry was changed']]);
      expect(linkIn(mails[0]!)).toBe(`${server.url}/password`);
    }
  });

  it('tell the old email that another one has taken its place, and not of a new name', async () => {
    const ada = await member();
    const visitor = signedIn(ada);
    const email = `${unique()}@example.com`;
    const typed = { name: 'Ada L.', current_password: ada.password };
    await visitor.submit(await visitor.open('/account/name'), '/account/name', typed);
    await visitor.submit(await visitor.open('/account/email'), '/account/email', { ...typed, email });
    expect((await mailbox.next(ada.email)).subject).toBe('Your email at Consentry is about to change');
    const page = await visitor.open(linkIn(await mailbox.next(email)));
    await visitor.submit(page, '/account/email/confirm');
    const mail = await mailbox.next(ada.email);
    expect(mail.subject).toBe('Your email at Consentry was changed');
    expect(mail.text).toContain(`was changed to ${email} on `);
    expect(linkIn(mail)).toBe(`${server.url}/account/email`);
    expect(mail.text).not.toContain('token=');
    await expectMails({ email });
  });

  describe('of access', () => {
    const developer = async () => (await signUpByMail()).account;
    const named = async (name: string) => register(server, await developer(), { name });
    const allow = (account: Account, application: Application, scope: string) =>
      obtainCode(server, account, application, { scope });

    it('tell which application got it, and where to remove it; not what was allowed before', async () => {
      const [printer, album] = [await named('Photo Printer'), await named('Album')];
      const ada = await member();
      await allow(ada, printer, 'notes:read');
      const [mail] = await mailsTo(ada, 1);
      expect(mail!.subject).toBe(NEW_ACCESS);
      expect(mail!.text).toContain('gave “Photo Printer” access to your account at Consentry on ');
      expect(linkIn(mail!)).toBe(`${server.url}/account/apps`);
      await allow(ada, printer, 'notes:read');
      await allow(ada, album, 'notes:read');
      const others = await mailsTo(ada, 1);
      expect(others.map(({ text }) => /“(.*?)”/.exec(text)![1])).toEqual(['Album']);
    });

    it('come once a day for each application: also of more, or after it was removed', async () => {
      const printer = await named('Photo Printer');
      const ada = await member();
      await allow(ada, printer, 'notes:read');
      await allow(ada, printer, 'notes:read notes:write');
      await expectMails(ada, NEW_ACCESS);
      await server.advance({ minutes: 24 * 60 + 1 });
      const again = { ...ada, ...(await signIn(server, ada)) };
      await expectMails(ada, NEW_SIGN_IN);
      await allow(again, printer, 'notes:read notes:write');
      await expectMails(ada);
      const { body } = await call<{ items: { id: string }[] }>('GET', `${server.url}/api/grants`, {
        headers: again.session,
      });
      const [grant] = body.items;
      await call('DELETE', `${server.url}/api/grants/${grant!.id}`, { headers: again.session });
      await allow(again, printer, 'notes:read');
      await expectMails(ada, NEW_ACCESS);
    });

    it('tell of a device too', async () => {
      const television = await registerTelevision(server, await developer());
      const ada = await member();
      const { user_code: code } = await beginDevice(server, television, { scope: 'notes:read' });
      expect((await decideDevice(server, ada, code)).status).toBe(200);
      await expectMails(ada, NEW_ACCESS);
    });
  });

  it('are turned off on the page, but for a changed password, and on again by the API', async () => {
    const ada = await member();
    const visitor = signedIn(ada);
    const page = await visitor.open('/account');
    expect(page.text).toContain('Emails about your account On');
    expect((await visitor.submit(page, '/account/notices')).text).toContain('Emails about your account Off');
    await signInWith(browser(), ada);
    await expectMails(ada);
    const { body } = await call<{ account: Record<string, unknown> }>('GET', `${server.url}/api/account/export`, {
      headers: ada.session,
    });
    expect(body.account['notices_off_at']).toMatch(/^\d{4}-/);
    expect(await historyOf(visitor)).toContain('Emails about sign-ins and apps were turned off');

    const change = { password: 'another password', current_password: ada.password };
    await call('PATCH', `${server.url}/api/account`, { headers: ada.session, body: change });
    await expectMails(ada, 'Your password at Consentry was changed');

    const notices = (method: string, sent?: unknown) =>
      call(method, `${server.url}/api/account/notices`, { headers: ada.session, body: sent });
    expect((await notices('GET')).body).toEqual({ enabled: false });
    expect((await notices('PATCH', { enabled: 'yes' })).status).toBe(400);
    expect((await notices('PATCH', { enabled: true })).body).toEqual({ enabled: true });
    expect((await notices('GET')).body).toEqual({ enabled: true });
    await signIn(server, { ...ada, password: 'another password' });
    await expectMails(ada, NEW_SIGN_IN);
  });

  it('hold no request up where the mail server refuses them, and are tried again', async () => {
    const ada = await member();
    mailbox.refusal = { code: 451, count: 1 };
    await signInWith(browser(), ada);
    await server.logged('"failure":"EENVELOPE, the mail server said 451"');
    await server.advance({ seconds: 6 });
    expect((await mailbox.next(ada.email)).subject).toBe(NEW_SIGN_IN);
  });
});
