import { decodeJwt } from 'jose';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { PassportApp } from '../support/passport-app';
import { visit } from '@consentry/test-support/browser/visit';
import { type Application, refresh, register } from '@consentry/test-support/world/world';

/** The strategy of most Express applications, unmodified. */
describe('passport-oauth2', () => {
  const server = givenServer();
  const account = givenAccount(server);
  let app: PassportApp;

  beforeAll(async () => {
    app = await PassportApp.start();
  });
  afterAll(() => app.stop());

  /** Registers the application. @returns its credentials. */
  async function registerApp(fields: Record<string, unknown> = {}, pkce = false): Promise<Application> {
    const application = await register(server, account, { redirect_uris: [app.callback], ...fields });
    const { client_id: clientID, client_secret: clientSecret = '' } = application;
    app.configure(server, { clientID, clientSecret, scope: ['notes:read', 'notes:write'], pkce });
    return application;
  }

  const kinds: [string, Record<string, unknown>, boolean][] = [
    ['a confidential application', {}, false],
    ['a confidential application with PKCE', {}, true],
    // It sends an empty `client_secret`, which counts as absent.
    ['a public application with PKCE', { client_type: 'public' }, true],
  ];

  it.each(kinds)('%s signs an account in', async (_, fields, pkce) => {
    const application = await registerApp(fields, pkce);
    const arrived = await visit(server, account, await app.login());
    const { status, body } = await app.browse(arrived);
    expect(status).toBe(200);
    expect(body.parameters).toMatchObject({ token_type: 'Bearer', scope: 'notes:read notes:write' });
    expect(decodeJwt(body.accessToken)).toMatchObject({ sub: account.id, client_id: application.client_id });
    expect((await refresh(server, body.refreshToken)).status).toBe(200);
  });

  it('hears of a refusal', async () => {
    await registerApp();
    const refused = await visit(server, account, await app.login(), { is_rejected: true });
    expect((await app.browse(refused)).status).toBe(401);
  });

  it('takes no answer to what another browser asked', async () => {
    await registerApp();
    const foreign = await visit(server, account, await app.login());
    await app.login();
    expect((await app.browse(foreign)).status).toBe(403);
  });

  it('hears why its code was not taken', async () => {
    await registerApp({}, true);
    const arrived = await visit(server, account, await app.login());
    arrived.searchParams.set('code', 'another');
    expect(await app.browse(arrived)).toMatchObject({ status: 500, body: { code: 'invalid_grant' } });
  });
});
