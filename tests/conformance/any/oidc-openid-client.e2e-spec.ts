import { cookieOf } from '@consentry/test-support/world/cookies';
import * as client from 'openid-client';
import { LogoutReceiver } from '@consentry/test-support/world/logout-receiver';
import { freePort } from '@consentry/test-support/server/ports';
import { TestServer } from '@consentry/test-support/server/server';
import {
  type Account,
  type Application,
  CALLBACK,
  call,
  decide,
  register,
  signUp,
} from '@consentry/test-support/world/world';

const BYE = 'https://app.example.com/bye';

/** An independent relying party, unmodified, configured by the issuer's URL. */
describe('openid-client as an OpenID Connect relying party', () => {
  let server: TestServer;
  let account: Account;

  beforeAll(async () => {
    const port = await freePort();
    server = await TestServer.start({ port, env: { AUTH_URL: `http://localhost:${port}/auth` } });
  });
  beforeEach(async () => {
    account = await signUp(server, { name: 'Ada Lovelace' });
  });
  afterAll(() => server.stop());

  const registered = (fields: Record<string, unknown>) =>
    register(server, account, { post_logout_redirect_uris: [BYE], ...fields });

  const discover = (
    { client_id, client_secret }: Application,
    metadata: Partial<client.ClientMetadata> = {},
    algorithm: 'oidc' | 'oauth2' = 'oidc',
  ) =>
    client.discovery(
      new URL(server.url),
      client_id,
      metadata,
      client_secret ? client.ClientSecretBasic(client_secret) : client.None(),
      { algorithm, execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks] },
    );

  async function visit(url: URL): Promise<URL> {
    const { body, text } = await call<{ sessionID: string }>('GET', url.href, { headers: account.session });
    if (body.sessionID === undefined) throw new Error(text);
    return new URL((await decide(server, account, body.sessionID)).headers.get('location') ?? '');
  }

  async function signInAt(config: client.Configuration, scope: string, more: Record<string, string> = {}) {
    const [pkceCodeVerifier, expectedState] = [client.randomPKCECodeVerifier(), client.randomState()];
    const expectedNonce = client.randomNonce();
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope,
      state: expectedState,
      nonce: expectedNonce,
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      ...more,
    });
    const checks = { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true };
    const maxAge = more['max_age'] === undefined ? {} : { maxAge: Number(more['max_age']) };
    return client.authorizationCodeGrant(config, await visit(url), { ...checks, ...maxAge });
  }

  const kinds: [string, Record<string, string>][] = [
    ['a confidential application', {}],
    ['a public application', { client_type: 'public' }],
    ['an application with ES256', { id_token_signed_response_alg: 'ES256' }],
  ];

  it.each(kinds)('%s: discovery, code with PKCE and nonce, ID token, userinfo, refresh', async (_, fields) => {
    const { id_token_signed_response_alg } = fields;
    const metadata = id_token_signed_response_alg === undefined ? {} : { id_token_signed_response_alg };
    const config = await discover(await registered(fields), metadata);
    const tokens = await signInAt(config, 'openid profile email offline_access', { max_age: '3600' });
    const claims = tokens.claims();
    expect(claims?.sub).toBe(account.id);
    expect(await client.fetchUserInfo(config, tokens.access_token, account.id)).toEqual({
      sub: account.id,
      name: 'Ada Lovelace',
      email: account.email,
      email_verified: false,
    });
    const again = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(again.claims()).toMatchObject({ sub: account.id, sid: claims?.['sid'], auth_time: claims?.auth_time });
  });

  it('finds everything by RFC 8414’s path too, and beside a resource', async () => {
    const config = await discover(await registered({}), {}, 'oauth2');
    expect((await signInAt(config, 'openid notes:read')).claims()?.sub).toBe(account.id);
  });

  it('signs out by its logout URL, and is told of it on its back channel', async () => {
    const receiver = await LogoutReceiver.start();
    const config = await discover(await registered({ backchannel_logout_uri: receiver.url }));
    const tokens = await signInAt(config, 'openid');
    const url = client.buildEndSessionUrl(config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: BYE,
      state: 'a state',
    });
    const { status, headers } = await call('GET', url.href, {
      headers: cookieOf(server, account),
    });
    expect([status, headers.get('location')]).toEqual([302, `${BYE}?state=a%20state`]);
    expect((await call('GET', `${server.url}/api/session`, { headers: account.session })).status).toBe(401);
    expect(Object.keys((await receiver.count(1))[0]!.form)).toEqual(['logout_token']);
    receiver.stop();
  });
});
