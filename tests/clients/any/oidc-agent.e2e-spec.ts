import { decideDevice } from '@consentry/test-support/world/devices';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { describeInstalled } from '@consentry/test-support/run/installed';
import { OidcAgent, hasOidcAgent } from '../support/oidc-agent';
import { freePort } from '@consentry/test-support/server/ports';
import { visit } from '@consentry/test-support/browser/visit';
import { call } from '@consentry/test-support/world/world';

const SCOPE = 'openid offline_access notes:read';
const USER_CODE = /enter the code: (\S+)/;
const AUTHORIZATION = /^(http\S+\/oauth2\/authorize\?\S+)/m;

describeInstalled('oidc-agent', hasOidcAgent, 'oidc-agent-cli', () => {
  let agent: OidcAgent;
  beforeAll(async () => {
    agent = await OidcAgent.start();
  });
  afterAll(() => agent.stop());

  const subjectOf = async (url: string, token: string) =>
    (await call<{ sub?: string }>('GET', `${url}/oauth2/userinfo`, { headers: { authorization: `Bearer ${token}` } }))
      .body.sub;

  describe('where DEVICE_GRANT_CLIENTS is all', () => {
    const server = givenServer({ env: { DYNAMIC_REGISTRATION: 'open', DEVICE_GRANT_CLIENTS: 'all' } });
    const account = givenAccount(server);

    it('registers itself and gets its tokens by the device flow', async () => {
      const generation = agent.generate('device', server.url, '--flow=device', `--scope=${SCOPE}`);
      expect((await decideDevice(server, account, await generation.says(USER_CODE))).status).toBe(200);
      expect(await generation.ended).toMatchObject({ code: 0 });
      expect(await subjectOf(server.url, await agent.token('device'))).toBe(account.id);
    });

    it('registers itself and gets its tokens by the code flow, and new ones by a refresh', async () => {
      const redirectUri = `http://localhost:${await freePort()}`;
      const options = ['--flow=code', '--no-url-call', `--redirect-uri=${redirectUri}`, `--scope=${SCOPE}`];
      const generation = agent.generate('code', server.url, ...options);
      const back = await visit(server, account, await generation.says(AUTHORIZATION));
      expect(back.origin).toBe(redirectUri);
      expect((await fetch(back)).status).toBe(200);
      expect(await generation.ended).toMatchObject({ code: 0 });
      const token = await agent.token('code');
      expect(await subjectOf(server.url, token)).toBe(account.id);
      const renewed = await agent.token('code', '--force-new');
      expect(renewed).not.toBe(token);
      expect(await subjectOf(server.url, renewed)).toBe(account.id);
    });
  });

  describe('by default', () => {
    const server = givenServer({ env: { DYNAMIC_REGISTRATION: 'open' } });

    it('is refused the device flow, and tells the person why', async () => {
      const { code, output } = await agent.generate('refused', server.url, '--flow=device', `--scope=${SCOPE}`).ended;
      expect(code).not.toBe(0);
      expect(output).toContain('DEVICE_GRANT_CLIENTS is developers here');
    });
  });
});
