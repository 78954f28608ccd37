import { decodeJwt } from 'jose';
import { ForeignIssuer } from '@consentry/test-support/world/foreign-issuer';
import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { TestServer } from '@consentry/test-support/server/server';
import {
  type Account,
  type Application,
  authorizeUrl,
  call,
  obtainTokens,
  refresh,
  register,
  signIn,
  signUp,
  unique,
} from '@consentry/test-support/world/world';

const PASSWORD = 'urn:consentry:acr:password';

type Override = Record<string, string | undefined>;

describe('step-up authentication (RFC 9470)', () => {
  let server: TestServer;
  let team: ForeignIssuer;
  let account: Account;
  let application: Application;

  beforeAll(async () => {
    team = await ForeignIssuer.start();
    const trusted = [{ issuer: team.issuer, jwks_uri: team.jwksUri }];
    server = await TestServer.start({ env: { TRUSTED_ISSUERS: JSON.stringify(trusted) } });
    await server.freeze();
  });
  beforeEach(async () => {
    account = await signUp(server);
    application = await register(server, account);
  });
  afterAll(() => Promise.all([server.stop(), team.stop()]));

  const ask = (override: Override, session = account.session) =>
    call('GET', authorizeUrl(server, application, override), { headers: session });

  it('§4 max_age: a sign-in that is older is asked for anew', async () => {
    expect((await ask({ max_age: '60' })).status).toBe(200);
    await server.advance({ seconds: 60 });
    expect((await ask({ max_age: '60' })).status).toBe(200);
    await server.advance({ seconds: 1 });
    const { status, body } = await ask({ max_age: '60' });
    expect([status, body.error, body.reason]).toEqual([401, 'login_required', 'max_age']);
    const { session } = await signIn(server, account);
    expect((await ask({ max_age: '60' }, session)).status).toBe(200);
  });

  it('§4 max_age=0 and prompt=login want a sign-in for this very request', async () => {
    for (const demand of [{ max_age: '0' }, { prompt: 'login' }]) {
      const request = { ...demand, state: unique() };
      await server.advance({ seconds: 1 });
      expect((await ask(request)).status).toBe(401);
      await server.advance({ seconds: 1 });
      const { session } = await signIn(server, account);
      expect((await ask(request, session)).status).toBe(200);
      expect((await ask({ ...request, state: unique() }, account.session)).status).toBe(401);
    }
  });

  it('§4 a stranger who signs in for such a request signs in once', async () => {
    const request = { prompt: 'login', state: unique() };
    expect((await ask(request, {})).status).toBe(401);
    await server.advance({ seconds: 1 });
    const { session } = await signIn(server, account);
    expect((await ask(request, session)).status).toBe(200);
  });

  it.each(['-1', '1.5', 'x', ' ', '9'.repeat(10)])('§4 max_age must be a number of seconds: %j', async (max_age) => {
    const { status, body } = await ask({ max_age });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });

  it('§4 acr_values: any of them will do, and another sign-in is asked for where none does', async () => {
    expect((await ask({ acr_values: `other ${PASSWORD}` })).status).toBe(200);
    const { status, body } = await ask({ acr_values: 'phishing-resistant' });
    expect([status, body.error, body.reason]).toEqual([401, 'login_required', 'acr_values']);
    const exp = Math.floor(Date.now() / 1000) + 3600;
    const token = await team.mint({ aud: server.url, sub: unique(), acr: 'phishing-resistant', exp });
    const session = { authorization: `Bearer ${token}` };
    expect((await ask({ acr_values: 'phishing-resistant' }, session)).status).toBe(200);
  });

  it('§4 acr_values beside openid are a wish: another sign-in is asked for once, then any will do', async () => {
    const request = { scope: 'openid notes:read', acr_values: 'phishing-resistant', state: unique() };
    expect((await ask({ ...request, prompt: 'none' })).headers.get('location')).toContain('error=consent_required');
    const { status, body } = await ask(request);
    expect([status, body.error]).toEqual([401, 'login_required']);
    await server.advance({ seconds: 1 });
    expect((await ask(request)).status).toBe(200);
  });

  it('§6 the access token tells the resource when and how the account signed in, after a refresh too', async () => {
    const [, payload] = account.sessionToken.split('.');
    const { iat } = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()) as { iat: number };
    const tokens = await obtainTokens(server, account, application, { acr_values: PASSWORD, max_age: '600' });
    expect(decodeJwt(tokens.access_token)).toMatchObject({ auth_time: iat, acr: PASSWORD });
    await server.advance({ minutes: 5 });
    const { body } = await refresh(server, tokens.refresh_token);
    expect(decodeJwt(body.access_token)).toMatchObject({ auth_time: iat, acr: PASSWORD });
  });

  it('§6 and says nothing of it where nobody asked', async () => {
    const { access_token: token } = await obtainTokens(server, account, application);
    expect(decodeJwt(token)).not.toHaveProperty('auth_time');
    expect(decodeJwt(token)).not.toHaveProperty('acr');
  });
});

describe('step-up authentication (RFC 9470) where no class but the own is known', () => {
  const server = givenServer();
  const account = givenAccount(server);
  const application = givenApplication(server, account);

  it('§5 the client learns that a class cannot be met, and nobody signs in again for nothing', async () => {
    const ask = (override: Override) =>
      call('GET', authorizeUrl(server, application, { acr_values: 'other', ...override }), {
        headers: account.session,
      });
    const { status, body } = await ask({});
    expect([status, body.error]).toEqual([400, 'unmet_authentication_requirements']);
    const silent = await ask({ prompt: 'none' });
    expect(silent.status).toBe(302);
    expect(silent.headers.get('location')).toBe(body['redirect_to']);
    expect(new URL(String(body['redirect_to'])).searchParams.get('error')).toBe(body.error);
    expect((await ask({ acr_values: `other ${PASSWORD}` })).status).toBe(200);
  });

  it('§5 beside openid the class is a wish: the sign-in goes on, and its own class is told', async () => {
    const asked = { scope: 'openid notes:read', acr_values: 'other' };
    const { access_token: token } = await obtainTokens(server, account, application, asked);
    expect(decodeJwt(token)).toMatchObject({ acr: PASSWORD });
  });
});
