import { cookieOf } from '@consentry/test-support/world/cookies';
import { Browser } from '@consentry/test-support/browser/browser';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { OidcApp } from '../support/oidc-app';
import { visit } from '@consentry/test-support/browser/visit';
import { call, register, signIn } from '@consentry/test-support/world/world';

/** Auth0's middleware, unmodified, in an Express application. */
describe('express-openid-connect', () => {
  const server = givenServer();
  const account = givenAccount(server);
  let app: OidcApp;
  let browser: Browser;

  beforeAll(async () => {
    app = await OidcApp.listen();
    const { client_id, client_secret } = await register(server, account, {
      redirect_uris: [`${app.url}/callback`],
      post_logout_redirect_uris: [app.url],
      backchannel_logout_uri: `${app.url}/backchannel-logout`,
    });
    app.configure({ issuerBaseURL: server.url, clientID: client_id, clientSecret: client_secret });
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    browser = new Browser();
    Object.assign(account, await signIn(server, account));
  });

  const ask = async (decision?: Record<string, unknown>) => {
    const { next } = await browser.open(`${app.url}/me`);
    return visit(server, account, String(next), decision);
  };
  const enter = async () => {
    const { status, next } = await browser.open(await ask());
    expect([status, String(next)]).toEqual([302, `${app.url}/me`]);
  };
  const read = async (path: string) => {
    const { status, text } = await browser.open(`${app.url}${path}`);
    return [status, JSON.parse(text)] as unknown;
  };

  it('signs an account in and reads userinfo', async () => {
    await enter();
    const userinfo = { sub: account.id, name: 'Ada', email: account.email, email_verified: false };
    expect(await read('/me')).toMatchObject([200, { sub: account.id }]);
    expect(await read('/userinfo')).toMatchObject([200, userinfo]);
    expect(await read('/renewed')).toEqual([200, { isNew: true }]);
  });

  it('lets nobody in who refused', async () => {
    const { status, text } = await browser.open(await ask({ is_rejected: true }));
    expect([status, JSON.parse(text)]).toEqual([500, { error: 'access_denied' }]);
    expect((await browser.open(`${app.url}/me`)).status).toBe(302);
  });

  it('signs out here too, and comes back', async () => {
    await enter();
    const { next } = await browser.open(`${app.url}/logout`);
    expect(next?.href).toContain(`${server.url}/oauth2/logout?`);
    const headers = cookieOf(server, account);
    const { status, headers: answered } = await call('GET', String(next), { headers });
    expect([status, answered.get('location')]).toEqual([302, app.url]);
    expect((await call('GET', `${server.url}/api/session`, { headers: account.session })).status).toBe(401);
    expect((await browser.open(`${app.url}/me`)).status).toBe(302);
  });

  it('ends its session when the account signs out here', async () => {
    await enter();
    await call('DELETE', `${server.url}/api/session`, { headers: account.session });
    while ((await browser.open(`${app.url}/me`)).status === 200);
    expect((await browser.open(`${app.url}/me`)).next?.href).toContain(`${server.url}/oauth2/authorize?`);
  });
});
