import { becomesSo } from '@consentry/test-support/world/becomes-so';
import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { runKeys } from '@consentry/test-support/server/keys-command';
import { type Answer, call, obtainTokens } from '@consentry/test-support/world/world';

/** A signature is verified once; all else at each call. */
describe('an access token that this server has verified before', () => {
  const server = givenServer();
  const account = givenAccount(server);
  const application = givenApplication(server, account);
  let token: string;

  const userinfo = (text: string): Promise<Answer> =>
    call('GET', `${server.url}/oauth2/userinfo`, { headers: { authorization: `Bearer ${text}` } });

  beforeEach(async () => {
    token = (await obtainTokens(server, account, application, { scope: 'openid email' })).access_token;
    for (let times = 0; times < 2; times += 1)
      expect([(await userinfo(token)).status, (await userinfo(token)).body['email']]).toEqual([200, account.email]);
  });

  it('is refused with another signature', async () => {
    const [header, claims] = token.split('.');
    expect((await userinfo(`${header}.${claims}.${'A'.repeat(86)}`)).status).toBe(401);
    expect((await userinfo(token)).status).toBe(200);
  });

  it('is refused once it was revoked', async () => {
    const { client_id, client_secret } = application;
    const body = new URLSearchParams({ token, client_id, client_secret });
    expect((await call('POST', `${server.url}/oauth2/revoke`, { body })).status).toBe(200);
    expect((await userinfo(token)).status).toBe(401);
  });

  it('is refused once its key is compromised', async () => {
    expect((await runKeys(server, ['rotate', '--compromised'])).exitCode).toBe(0);
    // PostgreSQL's notification takes a moment.
    await becomesSo(async () => (await userinfo(token)).status === 401, 1_000);
  });

  it('is refused once it has expired', async () => {
    await server.advance({ days: 14 });
    expect((await userinfo(token)).status).toBe(401);
  });
});
