import { decodeJwt } from 'jose';
import { AuthJsApp } from '../support/auth-js-app';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { visit } from '@consentry/test-support/browser/visit';
import { refresh, register } from '@consentry/test-support/world/world';

/** `@auth/core`, unmodified: Auth.js as next-auth and the other frameworks have it. */
describe('Auth.js', () => {
  const server = givenServer();
  const account = givenAccount(server);
  let app: AuthJsApp;

  beforeEach(async () => {
    const { client_id, client_secret } = await register(server, account, { redirect_uris: [AuthJsApp.callback] });
    app = new AuthJsApp(server.url, client_id, client_secret);
  });

  const session = async () => (await app.open('/auth/session')).json() as Promise<unknown>;

  it('signs an account in, by PKCE alone', async () => {
    const asked = await app.login();
    expect([asked.searchParams.get('code_challenge_method'), asked.searchParams.has('state')]).toEqual(['S256', false]);
    const { status, headers } = await app.open(await visit(server, account, asked));
    expect([status, headers.get('location')]).toEqual([302, 'http://localhost:3999/notes']);
    expect(await session()).toMatchObject({ user: { name: 'Ada', email: account.email } });
    expect(decodeJwt(app.account!.access_token)).toMatchObject({ sub: account.id, scope: app.account!.scope });
    expect((await refresh(server, app.account!.refresh_token)).status).toBe(200);
  });

  it('lets nobody in who refused', async () => {
    const { headers } = await app.open(await visit(server, account, await app.login(), { is_rejected: true }));
    expect(new URL(headers.get('location') ?? '').searchParams.get('error')).toBe('OAuthCallbackError');
    expect(await session()).toBeNull();
  });
});
