import { type AccessToken, AuthorizationCode } from 'simple-oauth2';
import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { visit } from '@consentry/test-support/browser/visit';
import { CALLBACK, call } from '@consentry/test-support/world/world';

/** Unmodified: it reads every answer as JSON, also that of a revocation. */
describe('simple-oauth2', () => {
  const server = givenServer();
  const account = givenAccount(server);
  const application = givenApplication(server, account);

  function client(authorizationMethod: 'header' | 'body' = 'header'): AuthorizationCode {
    const { client_id: id, client_secret: secret } = application;
    const paths = { authorizePath: '/oauth2/authorize', tokenPath: '/oauth2/token', revokePath: '/oauth2/revoke' };
    return new AuthorizationCode({
      client: { id, secret },
      auth: { tokenHost: server.url, ...paths },
      options: { authorizationMethod },
    });
  }

  async function signIn(using = client()): Promise<AccessToken> {
    const scope = ['notes:read', 'notes:write'];
    const asked = using.authorizeURL({ redirect_uri: CALLBACK, scope, state: '<state>' });
    const { searchParams } = await visit(server, account, asked);
    expect(searchParams.get('state')).toBe('<state>');
    return using.getToken({ code: searchParams.get('code')!, redirect_uri: CALLBACK });
  }

  const isActive = async (token: string) => {
    const { client_id, client_secret } = application;
    const body = new URLSearchParams({ token, client_id, client_secret });
    return (await call('POST', `${server.url}/oauth2/introspect`, { body })).body['active'];
  };
  const areActive = async ({ token }: AccessToken) => [
    await isActive(token.access_token),
    await isActive(token.refresh_token),
  ];

  it.each(['header', 'body'] as const)(
    'signs an account in, and refreshes, with its secret in the %s',
    async (method) => {
      const tokens = await signIn(client(method));
      expect([tokens.token.scope, tokens.expired()]).toEqual(['notes:read notes:write', false]);
      const next = await tokens.refresh({ scope: 'notes:read' });
      expect([next.token.scope, await areActive(next)]).toEqual(['notes:read', [true, true]]);
      expect(next.token.refresh_token).not.toBe(tokens.token.refresh_token);
    },
  );

  it('revokes an access token alone', async () => {
    const tokens = await signIn();
    await tokens.revoke('access_token');
    expect(await areActive(tokens)).toEqual([false, true]);
  });

  it('revokes a refresh token, and with it the access token', async () => {
    const tokens = await signIn();
    await tokens.revoke('refresh_token');
    expect(await areActive(tokens)).toEqual([false, false]);
  });

  it('revokes all, also again', async () => {
    const tokens = await signIn();
    await tokens.revokeAll();
    expect(await areActive(tokens)).toEqual([false, false]);
    await tokens.revokeAll();
  });

  it('hears why a code is not taken', async () => {
    const refused = client().getToken({ code: 'unknown', redirect_uri: CALLBACK });
    await expect(refused).rejects.toMatchObject({ data: { payload: { error: 'invalid_grant' } } });
  });
});
