import * as client from 'openid-client';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { type Application, CALLBACK, call, decide, register } from '@consentry/test-support/world/world';

/** An independent client, unmodified, configured by the issuer's URL. */
describe('openid-client', () => {
  const server = givenServer();
  const account = givenAccount(server);

  const discover = ({ client_id }: Application, authentication: client.ClientAuth) =>
    client.discovery(new URL(server.url), client_id, undefined, authentication, {
      algorithm: 'oauth2',
      execute: [client.allowInsecureRequests],
    });

  async function visit(url: URL): Promise<URL> {
    const { body, text } = await call<{ sessionID: string }>('GET', url.href, { headers: account.session });
    if (body.sessionID === undefined) throw new Error(text);
    return new URL((await decide(server, account, body.sessionID)).headers.get('location') ?? '');
  }

  const kinds: [string, Record<string, unknown>, (application: Application) => client.ClientAuth][] = [
    ['a confidential application, by Basic', {}, ({ client_secret }) => client.ClientSecretBasic(client_secret)],
    ['a confidential application, by POST', {}, ({ client_secret }) => client.ClientSecretPost(client_secret)],
    ['a public application', { client_type: 'public' }, () => client.None()],
  ];

  it.each(kinds)('%s: discovery, code with PKCE, refresh', async (_, fields, authenticationOf) => {
    const application = await register(server, account, fields);
    const config = await discover(application, authenticationOf(application));
    expect(config.serverMetadata().supportsPKCE()).toBe(true);

    const [pkceCodeVerifier, expectedState] = [client.randomPKCECodeVerifier(), client.randomState()];
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: 'notes:read notes:write',
      state: expectedState,
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    const tokens = await client.authorizationCodeGrant(config, await visit(url), { pkceCodeVerifier, expectedState });
    expect(tokens.scope).toBe('notes:read notes:write');
    expect(tokens.expiresIn()).toBeGreaterThan(1_209_000);

    const narrow = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', { scope: 'notes:read' });
    expect(narrow.scope).toBe('notes:read');
    const again = client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    await expect(again).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('a public application may leave out scope and state, as PKCE stands in', async () => {
    const application = await register(server, account, { client_type: 'public' });
    const config = await discover(application, client.None());
    const pkceCodeVerifier = client.randomPKCECodeVerifier();
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    const tokens = await client.authorizationCodeGrant(config, await visit(url), { pkceCodeVerifier });
    expect(tokens.scope).toBe('notes:read notes:write');
  });
});
