import { ConfidentialClientApplication, type INetworkModule, ProtocolMode } from '@azure/msal-node';
import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { visit } from '@consentry/test-support/browser/visit';
import { CALLBACK } from '@consentry/test-support/world/world';

const ISSUER = 'https://auth.example.com';

/** Unmodified: it takes https issuers alone, and reads name and email from the ID token, as kubelogin does. */
describe('msal-node', () => {
  const server = givenServer({ env: { AUTH_URL: ISSUER, SIGN_UP: 'open', DEVELOPERS: 'all' } });
  const behindTls = {
    get url() {
      return `http://127.0.0.1:${server.port}`;
    },
  };
  const account = givenAccount(behindTls);
  const silent = givenApplication(behindTls, account);
  const telling = givenApplication(behindTls, account, { profile_in_id_token: true });

  const here = (url: string) => url.replace(ISSUER, behindTls.url);

  async function send<T>(url: string, init: { method: string; body?: string; headers?: Record<string, string> }) {
    const answer = await fetch(here(url), init);
    return { headers: Object.fromEntries(answer.headers), body: (await answer.json()) as T, status: answer.status };
  }

  const networkClient: INetworkModule = {
    sendGetRequestAsync: (url, options) => send(url, { method: 'GET', ...options }),
    sendPostRequestAsync: (url, options) => send(url, { method: 'POST', ...options }),
  };

  async function signIn({ client_id: clientId, client_secret: clientSecret }: typeof silent, scope: string) {
    const client = new ConfidentialClientApplication({
      auth: { clientId, clientSecret, authority: ISSUER, knownAuthorities: ['auth.example.com'] },
      system: { networkClient, protocolMode: ProtocolMode.OIDC },
    });
    const asked = { redirectUri: CALLBACK, scopes: scope.split(' '), state: '<state>' };
    const { searchParams } = await visit(behindTls, account, here(await client.getAuthCodeUrl(asked)));
    expect(searchParams.get('state')).toBe('<state>');
    return client.acquireTokenByCode({ ...asked, code: searchParams.get('code')! });
  }

  it('learns name and email where the application is registered so', async () => {
    const { account: known, idTokenClaims } = await signIn(telling, 'openid profile email');
    expect(known?.name).toBe('Ada');
    expect(idTokenClaims).toMatchObject({ email: account.email, email_verified: false });
  });

  it('learns what the scope allows, and nothing by default', async () => {
    const allowed = await signIn(telling, 'openid profile notes:read');
    expect(allowed.account?.name).toBe('Ada');
    expect(allowed.idTokenClaims).not.toHaveProperty('email');
    const { account: known, idTokenClaims } = await signIn(silent, 'openid profile email');
    expect(known?.name).toBeUndefined();
    expect(idTokenClaims).not.toHaveProperty('email');
  });
});
