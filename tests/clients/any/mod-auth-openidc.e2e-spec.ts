import { Apache, hasApache } from '../support/apache';
import { Browser } from '@consentry/test-support/browser/browser';
import { describeInstalled } from '@consentry/test-support/run/installed';
import { TestServer } from '@consentry/test-support/server/server';
import { settingsOf } from '@consentry/test-support/world/two-resources';
import { visit } from '@consentry/test-support/browser/visit';
import {
  type Account,
  type Application,
  call,
  obtainTokens,
  register,
  signUp,
} from '@consentry/test-support/world/world';

const PACKAGES = 'apache2 with libapache2-mod-auth-openidc';

describeInstalled("Apache's mod_auth_openidc", hasApache, PACKAGES, () => {
  let server: TestServer;
  let account: Account;
  let application: Application;
  let apache: Apache;

  beforeAll(async () => {
    const url = await Apache.address();
    const resource = { url, name: 'API', scopes: [{ name: 'api:read', description: 'Read' }] };
    const env = settingsOf([resource]);
    server = await TestServer.start({ env });
    account = await signUp(server);
    const relying = await register(server, account, { redirect_uris: [`${url}/app/callback`] });
    const service = await register(server, account, { name: 'The API itself' });
    application = await register(server, account);
    // The operator lists the clients that may introspect.
    settingsOf([{ ...resource, introspection_clients: [service.client_id] }], env.RESOURCES_FILE);
    await server.stop();
    server = await TestServer.start({ env, dataDir: server.dataDir, port: server.port });
    apache = await Apache.start(url, relyingParty(relying) + resourceServer(service));
  });
  afterAll(async () => {
    await apache?.stop();
    await server.stop();
  });

  const relyingParty = ({ client_id, client_secret }: Application) => `
    OIDCProviderMetadataURL ${server.url}/.well-known/openid-configuration
    OIDCClientID ${client_id}
    OIDCClientSecret ${client_secret}
    OIDCRedirectURI /app/callback
    OIDCScope "openid email profile"
    OIDCPKCEMethod S256
    OIDCCryptoPassphrase a-passphrase
    OIDCRemoteUserClaim sub
    <Location /app>
      AuthType openid-connect
      Require valid-user
    </Location>`;

  const resourceServer = ({ client_id, client_secret }: Application) => `
    OIDCOAuthServerMetadataURL ${server.url}/.well-known/oauth-authorization-server
    OIDCOAuthClientID ${client_id}
    OIDCOAuthClientSecret ${client_secret}
    OIDCOAuthRemoteUserClaim sub
    <Location /api>
      AuthType oauth20
      Require claim scope~api:read
    </Location>`;

  it('as a relying party: sends a browser to us and lets it in', async () => {
    const browser = new Browser();
    const { status, next } = await browser.open(`${apache.url}/app/page`);
    expect(status).toBe(302);
    expect(next?.href).toContain(`${server.url}/oauth2/authorize?`);
    expect(Object.fromEntries(next?.searchParams ?? [])).toMatchObject({ code_challenge_method: 'S256' });
    const back = await browser.open(await visit(server, account, String(next)));
    expect([back.status, back.next?.href]).toEqual([302, `${apache.url}/app/page`]);
    const page = await browser.open(`${apache.url}/app/page`);
    expect([page.status, page.text]).toEqual([200, 'a page']);
    expect(page.headers['x-came']).toContain(`${account.id} ${account.email}`);
  });

  // Release 2.4.12 answers an error with `iss` (RFC 9207) by its error page.
  it('as a relying party: lets nobody in who refused', async () => {
    const browser = new Browser();
    const { next } = await browser.open(`${apache.url}/app/page`);
    const back = await browser.open(await visit(server, account, String(next), { is_rejected: true }));
    expect(back.text).toContain('Error');
    expect(back.headers['x-came'] ?? '').not.toContain(account.id);
    expect((await browser.open(`${apache.url}/app/page`)).status).toBe(302);
  });

  it('as a resource server: asks us about each token', async () => {
    const { access_token: token } = await obtainTokens(server, account, application, { scope: 'api:read' });
    const open = (authorization: string) => new Browser().open(`${apache.url}/api/page`, { authorization });
    const { status, headers } = await open(`Bearer ${token}`);
    expect(status).toBe(200);
    expect(headers['x-came']).toMatch(new RegExp(`^${account.id} .*api:read`));
    expect((await open(`Bearer ${token}x`)).status).toBe(401);
    expect((await open('Bearer nothing')).status).toBe(401);
  });

  it('as a resource server: refuses a token that was given back', async () => {
    const { access_token: token } = await obtainTokens(server, account, application, { scope: 'api:read' });
    const { client_id, client_secret } = application;
    const body = new URLSearchParams({ token, client_id, client_secret });
    expect((await call('POST', `${server.url}/oauth2/revoke`, { body })).status).toBe(200);
    const authorization = `Bearer ${token}`;
    expect((await new Browser().open(`${apache.url}/api/page`, { authorization })).status).toBe(401);
  });
});
