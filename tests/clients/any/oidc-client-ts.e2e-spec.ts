import { cookieOf } from '@consentry/test-support/world/cookies';
import { type INavigator, InMemoryWebStorage, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { PageFetch } from '@consentry/test-support/browser/page-fetch';
import { visit } from '@consentry/test-support/browser/visit';
import { call, refresh, register } from '@consentry/test-support/world/world';

const PAGE = 'https://spa.example.com';
const CALLBACK = `${PAGE}/callback`;

/** The library of most single-page applications, unmodified, in a page of an origin that no setting names. */
describe('oidc-client-ts', () => {
  const server = givenServer();
  const account = givenAccount(server);
  const page = new PageFetch(PAGE);
  let manager: UserManager;
  /** Where the page would go. */
  let next: string;

  beforeEach(async () => {
    const application = await register(server, account, {
      ...{ client_type: 'public', redirect_uris: [CALLBACK], post_logout_redirect_uris: [PAGE] },
    });
    const navigate = ({ url }: { url: string }) => {
      next = url;
      return Promise.resolve({ url });
    };
    const navigator: INavigator = {
      prepare: () => Promise.resolve({ navigate, close: () => undefined }),
      callback: () => Promise.resolve(),
    };
    manager = new UserManager(
      {
        ...{ authority: server.url, client_id: application.client_id, redirect_uri: CALLBACK },
        ...{ scope: 'openid profile email notes:read', post_logout_redirect_uri: PAGE, loadUserInfo: true },
        automaticSilentRenew: false,
        stateStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
        userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
      },
      navigator,
    );
  });
  // It stops its timers.
  afterEach(() => manager.removeUser());

  async function signIn() {
    await page.during(() => manager.signinRedirect({ state: { path: '/notes' } }));
    const arrived = await visit(server, account, next);
    return page.during(() => manager.signinRedirectCallback(arrived.href));
  }

  it('signs in with PKCE, and reads userinfo', async () => {
    const user = await signIn();
    expect(new URL(next).searchParams.get('code_challenge_method')).toBe('S256');
    expect(user).toMatchObject({
      ...{ token_type: 'Bearer', scope: 'openid profile email notes:read', state: { path: '/notes' } },
      profile: { sub: account.id, email: account.email, name: 'Ada' },
    });
    expect(page.preflights).toContain('GET /oauth2/userinfo');
    expect((await manager.getUser())?.access_token).toBe(user.access_token);
  });

  it('renews by its refresh token, without a frame', async () => {
    const before = await signIn();
    const after = await page.during(() => manager.signinSilent());
    expect(after?.profile.sub).toBe(account.id);
    expect(after?.refresh_token).not.toBe(before.refresh_token);
  });

  it('revokes its tokens', async () => {
    const { access_token: token, refresh_token: refreshToken = '' } = await signIn();
    await page.during(() => manager.revokeTokens(['access_token', 'refresh_token']));
    expect((await refresh(server, refreshToken)).body.error).toBe('invalid_grant');
    const headers = { authorization: `Bearer ${token}` };
    expect((await call('GET', `${server.url}/oauth2/userinfo`, { headers })).status).toBe(401);
  });

  it('hears of a refusal', async () => {
    await page.during(() => manager.signinRedirect());
    const refused = await visit(server, account, next, { is_rejected: true });
    const answer = page.during(() => manager.signinRedirectCallback(refused.href));
    await expect(answer).rejects.toMatchObject({ name: 'ErrorResponse', error: 'access_denied' });
  });

  it('signs out', async () => {
    await signIn();
    await page.during(() => manager.signoutRedirect());
    const headers = cookieOf(server, account);
    expect((await call('GET', next, { headers })).headers.get('location')).toBe(PAGE);
    expect((await call('GET', `${server.url}/api/session`, { headers: account.session })).status).toBe(401);
  });
});
