import { decodeJwt } from 'jose';
import { beginDevice, registerTelevision } from '@consentry/test-support/world/devices';
import { PageVisitor, type VisitedPage } from '@consentry/test-support/browser/page-visitor';
import { TestServer } from '@consentry/test-support/server/server';
import { storedRows } from '@consentry/test-support/server/stored';
import { sessionCookie } from '@consentry/test-support/world/cookies';
import { OwnLogin, walk } from '@consentry/test-support/world/own-login';
import {
  type Account,
  type Application,
  authorizeUrl,
  exchange,
  register,
  unique,
} from '@consentry/test-support/world/world';

const MFA = 'urn:team:mfa';

/** What each page shows to a person who is signed in. */
const PAGES: Record<string, string> = {
  '/account': 'Grace Hopper',
  '/account/close': 'Close account',
  '/account/apps': 'Apps with access',
  '/account/sessions': 'This browser',
  '/account/history': 'History',
  '/console': 'The console needs JavaScript',
  '/admin/accounts': 'The console needs JavaScript',
  '/device': 'Connect a device',
};

describe('the pages for people of a team with its own login', () => {
  let app: OwnLogin;
  let server: TestServer;
  let developer: Account;
  let application: Application;

  beforeAll(async () => {
    app = await OwnLogin.start();
    server = await TestServer.start({ env: { SIGN_IN_URL: app.url, SUBJECT: 'theirs' } });
    developer = accountOf(await arrive());
    application = await register(server, developer, { name: 'Photo Printer' });
  });
  afterAll(() => Promise.all([server.stop(), app.stop()]));
  beforeEach(() => {
    app.person = null;
    app.asked.length = 0;
  });

  async function arrive(more: Parameters<OwnLogin['signIn']>[0] = {}): Promise<PageVisitor> {
    app.signIn(more);
    const visitor = new PageVisitor(server);
    await walk(visitor, '/account');
    return visitor;
  }

  const accountOf = ({ cookies }: PageVisitor) =>
    ({
      session: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    }) as unknown as Account;

  const ask = (visitor: PageVisitor, override: Record<string, string | undefined>) =>
    walk(visitor, authorizeUrl(server, application, override).slice(server.url.length));

  const allow = async (visitor: PageVisitor, page: VisitedPage): Promise<string> => {
    const { action } = page.forms.find(({ fields }) => 'session_id' in fields)!;
    return (await visitor.post(page, action, { is_rejected: 'false', scope: 'notes:read' })).refresh!;
  };

  const claimsBy = async (callback: string | null) => {
    const code = new URL(callback ?? 'none:').searchParams.get('code') ?? '';
    return decodeJwt((await exchange(server, application, code)).body.access_token);
  };

  it.each(Object.entries(PAGES))('%s leads to the login of the team, and is shown after it', async (path, text) => {
    const visitor = new PageVisitor(server);
    const login = await walk(visitor, path);
    expect([login.text, login.next]).toEqual(['the form of the app', expect.stringContaining(app.url)]);
    app.signIn();
    const page = await walk(visitor, login);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining(text)]);
    // They have no password that a page could want.
    expect(page.html).not.toContain('type="password"');
  });

  it('a code of a device is still there after the login', async () => {
    const { user_code: code } = await beginDevice(server, await registerTelevision(server, developer));
    const visitor = new PageVisitor(server);
    const login = await walk(visitor, `/device?user_code=${code}`);
    app.signIn();
    expect((await walk(visitor, login)).text).toContain(code);
  });

  it('two tabs land where each of them began', async () => {
    const visitor = new PageVisitor(server);
    const tabs = ['/account/apps', '/account/history'];
    const logins: VisitedPage[] = [];
    for (const path of tabs) logins.push(await walk(visitor, path));
    app.signIn();
    const pages: VisitedPage[] = [];
    for (const login of logins) pages.push(await walk(visitor, login));
    expect(pages.map(({ text }) => text)).toEqual(
      ['Apps with access', 'History'].map((text) => expect.stringContaining(text) as string),
    );
    expect(app.asked).toHaveLength(4);
  });

  it('a login that takes longer than the request lasts begins anew where the browser was', async () => {
    const visitor = new PageVisitor(server);
    const login = await walk(visitor, '/account/history');
    await server.advance({ minutes: 61 });
    app.clockOff += 61 * 60_000;
    app.signIn();
    const late = await app.answer(app.asked[0]!);
    expect([late.status, late.body.error]).toEqual([409, 'invalid_request']);
    const page = await walk(visitor, login);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Grace Hopper')]);
  });

  it('a class of sign-in that only the app knows is asked for there, and told in the token', async () => {
    const demand = { acr_values: MFA, scope: 'notes:read', state: unique() };
    const visitor = await arrive({ acr: 'urn:team:pin' });
    // Without `openid` the class is a demand (RFC 9470 §4): an app that is known may meet it.
    const page = await ask(visitor, demand);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Photo Printer asks')]);
    const { sub } = app.signIn({ sub: app.person!.sub, acr: MFA, signedInAt: app.now() - 3_600_000 });
    const [, button = ''] = /href="(\/sign-in\/app[^"]*)"/.exec(page.html) ?? [];
    const asked = await walk(visitor, button.replaceAll('&amp;', '&'));
    expect(app.asked.at(-1)).toMatchObject({ acr_values: MFA });
    const given = await claimsBy(await allow(visitor, asked));
    expect(given).toMatchObject({ sub, acr: MFA });
    expect(Math.abs(app.now() / 1000 - 3_600 - (given['auth_time'] as number))).toBeLessThan(60);

    // Asked once more, the page and `prompt=none` answer at once: from the same sign-in.
    const { acr, auth_time } = given;
    for (const again of [{}, { prompt: 'none' }]) {
      const answered = await ask(visitor, { ...demand, ...again });
      expect(await claimsBy(answered.next ?? answered.refresh)).toMatchObject({ sub, acr, auth_time });
    }
  });

  it('no form takes a password, or makes an account by one', async () => {
    const typed = { email: `${unique()}@example.com`, password: 'a long password', name: 'Ada' };
    for (const path of ['/sign-in', '/sign-up', '/password']) {
      const visitor = new PageVisitor(server);
      const { status } = await visitor.send('POST', path, new URLSearchParams(typed), { origin: server.url });
      expect([path, status, visitor.cookies.has(sessionCookie(server))]).toEqual([path, 303, false]);
    }
    expect(await storedRows(server, 'SELECT id FROM accounts WHERE email = ?', typed.email)).toEqual([]);
  });

  it('a browser is known by one cookie for all its tabs, which no script reads', async () => {
    const visitor = new PageVisitor(server);
    const leading = await visitor.open('/account');
    const [cookie] = leading.headers.getSetCookie();
    expect(cookie).toMatch(/^consentry_browser_[\da-f]{8}=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/);
    const again = await visitor.open('/account/apps');
    expect(again.headers.getSetCookie()[0]?.split(';')[0]).toBe(cookie!.split(';')[0]);

    const published = await TestServer.start({ env: { AUTH_URL: 'https://auth.example.com', SIGN_IN_URL: app.url } });
    const { headers } = await new PageVisitor({ url: `http://127.0.0.1:${published.port}` }).get('/sign-in');
    expect(headers.getSetCookie()[0]).toMatch(/^__Host-consentry_browser=[\w-]{43}; .*HttpOnly; Secure; SameSite=Lax$/);
    await published.stop();
  });
});
