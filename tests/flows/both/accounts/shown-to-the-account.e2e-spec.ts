import { beginDevice, registerTelevision, showDevice } from '@consentry/test-support/world/devices';
import { givenServer, givenSite } from '@consentry/test-support/server/given';
import { expectProblem } from '@consentry/test-support/world/problem';
import { postRegistration, registerItself } from '@consentry/test-support/world/registration';
import { TestServer } from '@consentry/test-support/server/server';
import { changeStored } from '@consentry/test-support/server/stored';
import { settingsOf } from '@consentry/test-support/world/two-resources';
import {
  type Account,
  type Application,
  CALLBACK,
  authorizeUrl,
  call,
  decide,
  pkce,
  register,
  requestConsent,
  signUp,
} from '@consentry/test-support/world/world';

const BIDI = 'ada@example.com\u202egro.live@';
/** Text that displays as other text, or not at all. */
const UNSHOWABLE = [BIDI, 'a\u2066b', 'a\u200eb', 'a\nb', 'a\u0000b', 'a\u0085b', 'a\u061cb'];
const { challenge: code_challenge } = pkce();
const PKCE = { code_challenge, code_challenge_method: 'S256' };

const RESOURCES = [
  {
    url: 'http://localhost:3001',
    name: 'Notes',
    scopes: ['notes:read', 'notes:write'].map((name) => ({ name, description: name })),
    authorization_details_types: [
      {
        type: 'payment',
        description: 'Pay once',
        fields: { to: 'string', tags: 'string[]', amount: { currency: 'string' } },
      },
    ],
  },
];

describe('what a consent screen shows', () => {
  const server = givenServer({ env: { DYNAMIC_REGISTRATION: 'open', ...settingsOf(RESOURCES) } });
  const site = givenSite();
  let account: Account;
  let application: Application;

  beforeAll(async () => {
    account = await signUp(server);
    application = await register(server, account);
  });

  const clientShown = async (client_id: string) => {
    const asked = { client_id, client_secret: '', redirect_uris: [CALLBACK] };
    const { client } = await requestConsent(server, account, asked, PKCE);
    return client as Record<string, unknown>;
  };
  const ask = (override: Record<string, string>) =>
    call('GET', authorizeUrl(server, application, override), { headers: account.session });

  describe('of who registered the application, and since when it is known', () => {
    it('a developer, itself, or a document', async () => {
      const now = await server.freeze();
      const known_since = new Date(now).toISOString();
      const made = await register(server, account);
      expect(await clientShown(made.client_id)).toMatchObject({ registered_by: 'developer', known_since });
      const itself = await registerItself(server, { token_endpoint_auth_method: 'none' });
      expect(await clientShown(itself.client_id)).toMatchObject({ registered_by: 'itself', known_since });
      const documented = site.serve('/known-since');
      expect(await clientShown(documented)).toMatchObject({ registered_by: 'document', known_since });
      await server.advance({ days: 3 });
      const later = { ...account, ...(await signUp(server)) };
      const { client } = await requestConsent(server, later, made, PKCE);
      expect(client).toMatchObject({ known_since });
    });

    it('on the screen of a device too', async () => {
      account = await signUp(server);
      const television = await registerTelevision(server, account);
      const { user_code } = await beginDevice(server, television);
      const { body } = await showDevice(server, account, user_code);
      expect(body['client']).toMatchObject({ registered_by: 'developer', known_since: expect.any(String) as string });
    });
  });

  describe('of texts that the application made up', () => {
    it.each(UNSHOWABLE)('login_hint %j is refused', async (login_hint) => {
      const { status, body } = await ask({ login_hint });
      expect([status, body['error']]).toEqual([400, 'invalid_request']);
      expect(body['error_description']).toMatch(/^login_hint must have no control or text-direction characters/);
    });

    it('a pushed login_hint is refused too', async () => {
      const { client_id, client_secret } = application;
      const request = { redirect_uri: CALLBACK, response_type: 'code', scope: 'notes:read', state: 's' };
      const body = new URLSearchParams({ client_id, client_secret, ...request, login_hint: BIDI });
      const answer = await call('POST', `${server.url}/oauth2/par`, { body });
      expect([answer.status, answer.body['error']]).toEqual([400, 'invalid_request']);
    });

    it('login_hint in any language is shown as it is', async () => {
      const { body } = await ask({ login_hint: 'Ada “é” 日本 👩‍💻' });
      expect(body['login_hint']).toBe('Ada “é” 日本 👩‍💻');
    });

    it.each(UNSHOWABLE)('authorization_details with %j are refused, wherever it stands', async (text) => {
      const details = [{ to: text }, { tags: ['fine', text] }, { amount: { currency: text } }];
      for (const detail of details) {
        const authorization_details = JSON.stringify([{ type: 'payment', ...detail }]);
        const { status, body } = await ask({ authorization_details });
        expect([status, body['error']]).toEqual([400, 'invalid_authorization_details']);
        expect(body['error_description']).toMatch(/a string in payment contains control or text-direction characters/);
      }
    });
  });

  describe('of addresses that it links to', () => {
    const WRONG = [
      'https://bank.example.com@evil.example',
      'https://user:password@app.example.com/logo.png',
      'https://app.example.com;script-src.example/logo.png',
      'https://app.example.com,evil.example/logo.png',
      'https://app.example.com%3Bevil.example/logo.png',
      'https://app.example.com%2Cevil.example/',
    ];
    const URIS = ['homepage_uri', 'logo_uri', 'tos_uri', 'policy_uri'];

    it.each(WRONG)('%s is refused to a developer', async (uri) => {
      const { session: headers } = account;
      for (const field of URIS) {
        const body = { name: 'App', redirect_uris: [CALLBACK], [field]: uri };
        expectProblem(await call('POST', `${server.url}/api/applications`, { headers, body }), 400, field);
      }
    });

    it.each(WRONG)('%s is refused to a client that registers itself, or is known by a document', async (uri) => {
      for (const field of ['client_uri', 'logo_uri', 'tos_uri', 'policy_uri']) {
        const { status, body } = await postRegistration(server, { redirect_uris: [CALLBACK], [field]: uri });
        expect([status, body['error']]).toEqual([400, 'invalid_client_metadata']);
        const client_id = site.serve('/wrong-uri', { [field]: uri });
        const asked = { client_id, client_secret: '', redirect_uris: [CALLBACK] };
        const answer = await call('GET', authorizeUrl(server, asked, PKCE), { headers: account.session });
        expect([answer.status, answer.body['error']]).toEqual([400, 'invalid_client']);
      }
    });

    it('those registered before such were refused are not shown', async () => {
      account = await signUp(server);
      const old = await register(server, account, { homepage_uri: 'https://app.example.com/' });
      const values = ['https://bank.example.com@evil.example', 'https://a;b.example/logo.png', old.client_id];
      await changeStored(server, 'UPDATE clients SET homepage_uri = ?, logo_uri = ? WHERE client_id = ?', ...values);
      const { client } = await requestConsent(server, account, old);
      expect(client).toMatchObject({ homepage_uri: null, logo_uri: null });
    });

    it('nor does a redirect URI of before add to the policy of the page that posts to it', async () => {
      account = await signUp(server);
      const old = await register(server, account);
      const uri = "https://a;script-src'unsafe-inline'.example/cb";
      await changeStored(
        server,
        'UPDATE client_redirect_uris SET uri = ? WHERE client_id = (SELECT id FROM clients WHERE client_id = ?)',
        uri,
        old.client_id,
      );
      const asked = { ...old, redirect_uris: [uri] };
      const { sessionID } = await requestConsent(server, account, asked, { response_mode: 'form_post' });
      const { status, headers } = await decide(server, account, sessionID);
      expect([status, headers.get('content-security-policy')]).toEqual([
        200,
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; script-src 'self'",
      ]);
    });

    it.each(['https://app.example.com;evil.example/cb', 'https://a,b.example/cb', 'https://a%3Bb.example/cb'])(
      'a redirect URI %s is refused',
      async (uri) => {
        const { session: headers } = account;
        const body = { name: 'App', redirect_uris: [uri] };
        expectProblem(await call('POST', `${server.url}/api/applications`, { headers, body }), 400, 'redirect_uris[0]');
        const registration = await postRegistration(server, { redirect_uris: [uri] });
        expect([registration.status, registration.body['error']]).toEqual([400, 'invalid_redirect_uri']);
      },
    );
  });

  it('links to no program on the own machine, but where the auth server is on loopback itself', async () => {
    const publicly = await TestServer.start({
      env: { AUTH_URL: 'https://auth.example.com', SIGN_UP: 'open', DEVELOPERS: 'all' },
    });
    const url = `http://127.0.0.1:${publicly.port}`;
    const { session: headers } = await signUp({ url });
    const body = { name: 'App', redirect_uris: [CALLBACK], homepage_uri: 'http://localhost:9/' };
    expectProblem(await call('POST', `${url}/api/applications`, { headers, body }), 400, 'homepage_uri');
    await publicly.stop();
  });
});
