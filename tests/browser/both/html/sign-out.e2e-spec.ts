import { sessionCookie } from '@consentry/test-support/world/cookies';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { PageVisitor } from '@consentry/test-support/browser/page-visitor';
import {
  type Account,
  type Application,
  call,
  obtainTokens,
  register,
  signIn,
} from '@consentry/test-support/world/world';

const BYE = 'https://app.example.com/bye';

describe('the page of the sign-out', () => {
  const server = givenServer();
  const account = givenAccount(server, { name: 'Ada' });
  let application: Application;
  let visitor: PageVisitor;
  let signedIn: Account;

  beforeAll(async () => {
    application = await register(server, account, { name: 'Photo <b>Printer', post_logout_redirect_uris: [BYE] });
  });

  beforeEach(async () => {
    signedIn = { ...account, ...(await signIn(server, account)) };
    visitor = new PageVisitor(server);
    visitor.cookies.set(sessionCookie(server), signedIn.sessionToken);
  });

  const isActive = async () =>
    (await call('GET', `${server.url}/api/session`, { headers: signedIn.session })).status === 200;

  const hint = async (nonce = 'n') =>
    (
      (await obtainTokens(server, signedIn, application, { scope: 'openid', nonce })) as unknown as {
        id_token: string;
      }
    ).id_token;

  const asked = (parameters: Record<string, string>) => `${new URLSearchParams(parameters).toString()}`;

  it('asks; its button ends the session, clears the cookie, and leaves nothing private behind', async () => {
    const page = await visitor.get('/sign-out');
    expect(page.text).toMatch(/Sign out of Consentry\? .* Ada /);
    expect(await isActive()).toBe(true);
    const answer = await visitor.post(page, '/sign-out');
    expect([answer.status, answer.next]).toEqual([303, '/sign-out']);
    expect(answer.headers.get('set-cookie')).toBe(
      `${sessionCookie(server)}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`,
    );
    expect(await isActive()).toBe(false);
    const { text, headers } = await visitor.get('/sign-out');
    expect([text.includes('You are signed out'), text.includes('Ada')]).toEqual([true, false]);
    // What was shown before is not kept for the back button, and asked for again shows nothing.
    expect([page.headers.get('cache-control'), headers.get('cache-control')]).toEqual(['no-store', 'no-store']);
    expect((await visitor.get('/account')).html).not.toContain('Ada');
  });

  it('sent twice, it is the same', async () => {
    const page = await visitor.get('/sign-out');
    for (let times = 0; times < 2; times += 1) expect((await visitor.submit(page, '/sign-out')).status).toBe(200);
  });

  it('is not sent from elsewhere', async () => {
    const page = await visitor.get('/sign-out');
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, {}] as const)
      expect((await visitor.post(page, '/sign-out', {}, headers)).status).toBe(403);
    expect(await isActive()).toBe(true);
  });

  describe('for an application that leads there (RP-Initiated Logout §2)', () => {
    it('asks a browser where nothing proves that it may, and names the application', async () => {
      const query = asked({ client_id: application.client_id, post_logout_redirect_uri: BYE, state: 'a b&"<' });
      const answer = await visitor.get(`/oauth2/logout?${query}`);
      expect([answer.status, answer.next]).toEqual([302, `/sign-out?${query}`]);
      expect(answer.headers.get('vary')).toBe('Accept, Origin');
      const page = await visitor.open(answer.next!);
      expect(page.text).toContain('Photo <b>Printer asks you to sign out.');
      expect(await isActive()).toBe(true);
      const left = await visitor.post(page, '/sign-out');
      expect(left.html).toContain(`<meta http-equiv="refresh" content="0;url=${BYE}?state=a%20b%26%22%3C"`);
      expect([left.status, left.headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
      expect(left.headers.get('set-cookie')).toMatch(/^consentry_session_[\da-f]{8}=; Max-Age=0/);
      expect(await isActive()).toBe(false);
    });

    it('ends at once what the application proves, and tells it', async () => {
      const answer = await visitor.get(`/oauth2/logout?${asked({ id_token_hint: await hint() })}`);
      expect([answer.status, answer.next]).toEqual([302, '/sign-out']);
      expect(await isActive()).toBe(false);
      expect((await visitor.open('/sign-out')).text).toContain('You are signed out');
    });

    it('redirects at once where the application proves it', async () => {
      const query = asked({ id_token_hint: await hint(), post_logout_redirect_uri: BYE });
      const answer = await visitor.get(`/oauth2/logout?${query}`);
      expect([answer.status, answer.next]).toEqual([302, BYE]);
    });

    it('offers a person who is signed out the way back, by a click', async () => {
      const query = asked({ client_id: application.client_id, post_logout_redirect_uri: BYE });
      const { status, text, html } = await new PageVisitor(server).open(`/oauth2/logout?${query}`);
      expect([status, text.includes('Go back to app.example.com')]).toEqual([200, true]);
      expect(html).toContain(`href="${BYE}"`);
      expect(html).not.toContain('http-equiv="refresh"');
    });

    it.each([
      [
        'an address that is not registered',
        () => asked({ client_id: application.client_id, post_logout_redirect_uri: 'https://evil.example/' }),
      ],
      ['a hint that is none', () => asked({ id_token_hint: 'nonsense' })],
      ['an address of no application', () => asked({ post_logout_redirect_uri: BYE })],
      ['an application that is unknown', () => asked({ client_id: 'unknown', post_logout_redirect_uri: BYE })],
      ['a parameter that came twice', () => 'state=a&state=b'],
      ['a parameter that is too long', () => asked({ state: 'x'.repeat(2_049) })],
      ['bytes that are not UTF-8', () => 'state=%ff'],
    ])('asks despite %s, and leads nowhere (§4)', async (_, flawed) => {
      const page = await visitor.open(`/oauth2/logout?${flawed()}`);
      expect([page.status, page.text.includes('won’t be sent back to the app')]).toEqual([200, true]);
      expect(await isActive()).toBe(true);
      const answer = await visitor.post(page, '/sign-out');
      expect([answer.status, answer.next]).toEqual([303, '/sign-out']);
      expect(await isActive()).toBe(false);
      expect((await visitor.open(`/oauth2/logout?${flawed()}`)).text).toContain('You are signed out');
    });

    it('asks despite a form of another site that is wrong', async () => {
      const { headers } = await call('POST', `${server.url}/oauth2/logout`, {
        headers: { origin: 'https://app.example.com' },
        body: new URLSearchParams([...'ab'].map((state) => ['state', `${state}é`])),
      });
      const page = await visitor.open(headers.get('location')!.slice(server.url.length));
      expect([page.status, page.text.includes('won’t be sent back to the app')]).toEqual([200, true]);
    });

    it('takes a long ID token of its own by GET, too', async () => {
      const answer = await visitor.get(`/oauth2/logout?${asked({ id_token_hint: await hint('n'.repeat(2_048)) })}`);
      expect([answer.status, answer.next]).toEqual([302, '/sign-out']);
      expect(await isActive()).toBe(false);
    });

    it('answers a program as ever', async () => {
      const query = asked({ client_id: application.client_id });
      const { status, body } = await call('GET', `${server.url}/oauth2/logout?${query}`, { headers: signedIn.session });
      expect([status, body['confirmation_required']]).toEqual([200, true]);
    });
  });
});
