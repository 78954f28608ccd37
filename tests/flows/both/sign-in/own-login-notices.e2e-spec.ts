import { PageVisitor } from '@consentry/test-support/browser/page-visitor';
import { TestServer } from '@consentry/test-support/server/server';
import { Mailbox } from '@consentry/test-support/world/mailbox';
import { OwnLogin, walk } from '@consentry/test-support/world/own-login';
import { type Account, authorizeUrl, register, unique } from '@consentry/test-support/world/world';

describe('mails to people of a team with its own login', () => {
  const mailbox = new Mailbox();
  let app: OwnLogin;
  let server: TestServer;

  beforeAll(async () => {
    await mailbox.start();
    app = await OwnLogin.start();
    server = await TestServer.start({ env: { ...mailbox.env, SIGN_IN_URL: app.url, SUBJECT: 'theirs' } });
  });
  afterAll(async () => {
    await Promise.all([server.stop(), app.stop()]);
    await mailbox.stop();
  });

  /** A browser in which the person is signed in, at the app and here. */
  async function arrive(sub: string, email: string) {
    app.signIn({ sub, email, email_verified: true });
    const visitor = new PageVisitor(server);
    const page = await walk(visitor, '/account');
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return { visitor, page, account: { session: { cookie } } as unknown as Account };
  }

  it('tell of access that was given here, and not of sign-ins, which the app sees', async () => {
    const [sub, email] = [unique(), `${unique()}@example.com`];
    await arrive(sub, email);
    await server.advance({ minutes: 61 });
    app.clockOff += 61 * 60_000;
    const { visitor, page, account } = await arrive(sub, email);
    expect(page.text).toContain('We email you when an app gets access to your account');
    expect([...visitor.cookies.keys()].some((name) => name.startsWith('consentry_known'))).toBe(false);

    const application = await register(server, account, { name: 'Photo Printer' });
    const consent = await walk(visitor, authorizeUrl(server, application).slice(server.url.length));
    const action = consent.forms.find((form) => form.fields['session_id'] !== undefined)!.action;
    await visitor.post(consent, action, { is_rejected: 'false', scope: 'notes:read' });
    const mail = await mailbox.next(email);
    expect(mail.subject).toBe('An app has new access to your account at Consentry');
    const links = [...mail.text.matchAll(/^http\S+$/gm)].map(([link]) => link.slice(server.url.length));
    expect(links).toEqual(['/account/apps', '/account']);
  });
});
