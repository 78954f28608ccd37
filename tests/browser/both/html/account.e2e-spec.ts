import { cookieOf, sessionCookie } from '@consentry/test-support/world/cookies';
import { tokenIn } from '@consentry/test-support/world/mailbox';
import { PageVisitor } from '@consentry/test-support/browser/page-visitor';
import { givenMailingServer } from '@consentry/test-support/server/given';
import { type Account, call, signIn, unique } from '@consentry/test-support/world/world';

describe('the page of the account', () => {
  const { server, mailbox, signUpByMail } = givenMailingServer();
  let account: Account;
  let visitor: PageVisitor;

  beforeEach(async () => {
    ({ account } = await signUpByMail({ name: 'Ada <b>Lovelace' }));
    visitor = new PageVisitor(server);
    visitor.cookies.set(sessionCookie(server), account.sessionToken);
  });

  const session = ({ session: headers }: Pick<Account, 'session'>) =>
    call('GET', `${server.url}/api/session`, { headers });
  const change = async (part: string, typed: Record<string, string>) =>
    visitor.submit(await visitor.open(`/account/${part}`), `/account/${part}`, typed);

  it('shows who one is, and asks a stranger to sign in first', async () => {
    const page = await visitor.open('/account');
    expect(page.html).toContain('Ada &lt;b>Lovelace');
    expect(page.text).toContain(`${account.email} Not confirmed`);
    for (const path of [
      '/account',
      '/account/name',
      '/account/email',
      '/account/password',
      '/account/close',
      '/account/export',
    ])
      expect((await new PageVisitor(server).get(path)).next).toMatch(/^\/sign-in\?return_to=%2Faccount/);
  });

  it('changes the name', async () => {
    const current_password = account.password;
    expect((await change('name', { name: '', current_password })).text).toContain('Use 1 to 200 characters');
    expect((await change('name', { name: 'a\u202eb', current_password })).status).toBe(400);
    expect((await change('name', { name: 'Countess', current_password: 'a wrong one' })).status).toBe(403);
    const done = await change('name', { name: 'Countess', current_password });
    expect(done.text).toContain('Your name was changed.');
    expect((await session(account)).body).toMatchObject({ account: { name: 'Countess' } });
  });

  it('changes the password, which signs out everywhere else', async () => {
    const other = await signIn(server, account);
    const typed = { password: 'a new password', current_password: account.password };
    expect((await change('password', { ...typed, password: 'short' })).status).toBe(400);
    const done = await change('password', typed);
    expect(done.text).toContain('Your password was changed.');
    expect([(await session(account)).status, (await session(other)).status]).toEqual([200, 401]);
  });

  it('mails a link that confirms the email, and one that changes it', async () => {
    await visitor.submit(await visitor.open('/account'), '/account/email/verification');
    const link = `/verify?token=${tokenIn(await mailbox.next(account.email))}`;
    await visitor.submit(await visitor.open(link), '/verify');
    expect((await visitor.open('/account')).text).toContain(`${account.email} Confirmed`);

    const email = `${unique()}@example.com`;
    const asked = await change('email', { email, current_password: account.password });
    expect(asked.text).toContain('An email is on its way.');
    expect((await mailbox.next(account.email)).text).toContain(email);
    const page = await visitor.open(`/account/email/confirm?token=${tokenIn(await mailbox.next(email))}`);
    expect((await visitor.open('/account')).text).toContain(account.email);
    await visitor.submit(page, '/account/email/confirm');
    expect((await visitor.open('/account')).text).toContain(`${email} Confirmed`);
  });

  it('tells a password that is sent twice as changed, and only then takes the new one for the current', async () => {
    const page = await visitor.open('/account/password');
    const typed = { password: 'a new password', current_password: account.password };
    const send = (more: Record<string, string> = {}) =>
      visitor.submit(page, '/account/password', { ...typed, ...more });
    for (const { text } of await Promise.all([send(), send(), send()]))
      expect(text).toContain('Your password was changed.');
    expect((await send({ password: 'another password' })).status).toBe(403);
    await server.advance({ seconds: 31 });
    expect((await send()).status).toBe(403);
  });

  it('gives what is kept as a file', async () => {
    const answer = await visitor.get('/account/export');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="account.json"');
    expect(JSON.parse(answer.html)).toMatchObject({ account: { id: account.id } });
  });

  it('closes the account, and says so', async () => {
    expect((await change('close', { current_password: 'a wrong one' })).status).toBe(403);
    const done = await change('close', { current_password: account.password });
    expect([done.status, done.text.includes('Your account is closed')]).toEqual([200, true]);
    expect(visitor.cookies.has(sessionCookie(server))).toBe(false);
    expect((await session(account)).status).toBe(401);
  });

  it('tells an account that is closed twice as closed, also at the same moment', async () => {
    const page = await visitor.open('/account/close');
    const headers = { ...cookieOf(server, account), origin: server.url };
    const send = () => visitor.post(page, '/account/close', { current_password: account.password }, headers);
    const answers = [...(await Promise.all([send(), send(), send()])), await send()];
    expect(answers.map(({ status, next }) => [status, next])).toEqual(answers.map(() => [303, '/done']));
    expect((await visitor.get('/done')).text).toContain('Your account is closed');
  });

  it.each(['name', 'email', 'password', 'close'])('takes the form of %s from our own pages alone', async (part) => {
    const page = await visitor.open(`/account/${part}`);
    const typed = { [part]: `${unique()}@example.com`, current_password: account.password };
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, {}] as const)
      expect((await visitor.post(page, `/account/${part}`, typed, headers)).status).toBe(403);
    expect((await session(account)).body).toMatchObject({ account: { name: 'Ada <b>Lovelace' } });
  });
});
