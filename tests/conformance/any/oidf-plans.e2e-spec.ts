import { cookieOf, sessionCookie } from '@consentry/test-support/world/cookies';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { KeyedClient } from '@consentry/test-support/world/keyed-client';
import { LogoutReceiver, type Received } from '@consentry/test-support/world/logout-receiver';
import { type IdTokens, RelyingParty, type Response, idTokenOf, responseOf } from '../support/relying-party';
import { type Answer, call, query, register, signIn, signUp } from '@consentry/test-support/world/world';

/** The certification plans of the OpenID Foundation: one test for each module, under its name. */
describe('certification plans of the OpenID Foundation', () => {
  // Its browser reads the consent screen as JSON.
  const server = givenServer({ env: { CONSENT_UI_URL: 'off' } });
  const account = givenAccount(server, { name: 'Ada Lovelace' });

  const party = async (mode = {}, fields = {}, by = account) =>
    new RelyingParty(server, by, await register(server, by, fields), mode);

  const userinfo = async ({ access_token }: IdTokens, request: 'GET' | 'header' | 'body' = 'GET') => {
    const headers: Record<string, string> = request === 'body' ? {} : { authorization: `Bearer ${access_token}` };
    const body = request === 'body' ? new URLSearchParams({ access_token }) : undefined;
    return call(request === 'GET' ? 'GET' : 'POST', `${server.url}/oauth2/userinfo`, { headers, body });
  };

  /** Neither a redirect nor a form: the account stays here. */
  const expectErrorPage = ({ status, headers, body }: Answer, error: string) =>
    expect([status, headers.get('location'), body['error']]).toEqual([400, null, error]);

  describe.each([
    ['Basic', 'oidcc-basic-certification-test-plan', {}],
    ['Form Post', 'oidcc-formpost-basic-certification-test-plan', { response_mode: 'form_post' }],
  ])('%s OP: %s', (_, __, mode) => {
    const verify = ({ id_token }: IdTokens) =>
      jwtVerify(id_token, createRemoteJWKSet(new URL(`${server.url}/.well-known/jwks.json`)), {
        issuer: server.url,
        currentDate: new Date(Number(idTokenOf({ id_token } as IdTokens).iat) * 1000),
      });

    it('oidcc-server', async () => {
      const rp = await party(mode);
      const { code, state, iss } = await rp.authorize({ state: 'a state' });
      expect([state, iss]).toEqual(['a state', server.url]);
      const { status, body } = await rp.redeem(code!);
      expect([status, body['token_type']]).toEqual([200, 'Bearer']);
      const { payload } = await verify(body as unknown as IdTokens);
      expect(payload).toMatchObject({ sub: account.id, aud: rp.application.client_id, nonce: 'a-nonce' });
    });

    it('oidcc-response-type-missing', async () => {
      const rp = await party(mode);
      expect(responseOf(await rp.send({ response_type: undefined }))).toMatchObject({ error: 'invalid_request' });
    });

    it('oidcc-idtoken-signature', async () => {
      const tokens = await (await party(mode)).tokens();
      expect(decodeProtectedHeader(tokens.id_token)).toMatchObject({ alg: 'RS256', kid: expect.any(String) as string });
      await verify(tokens);
    });

    it.each([
      ['oidcc-codereuse', 0],
      ['oidcc-codereuse-30seconds', 30],
    ])('%s', async (_module, seconds) => {
      const rp = await party(mode);
      const { code } = await rp.authorize();
      const tokens = (await rp.redeem(code!)).body as unknown as IdTokens;
      await server.advance({ seconds });
      const { status, body } = await rp.redeem(code!);
      expect([status, body['error']]).toEqual([400, 'invalid_grant']);
      expect((await userinfo(tokens)).status).toBe(401);
    });

    const known = { name: 'Ada Lovelace', email: expect.any(String) as string, email_verified: false };
    it.each([
      ['oidcc-scope-profile', 'openid profile', { name: known.name }],
      ['oidcc-scope-email', 'openid email', { email: known.email, email_verified: false }],
      ['oidcc-scope-address', 'openid address', {}],
      ['oidcc-scope-phone', 'openid phone', {}],
      ['oidcc-scope-all', 'openid profile email address phone', known],
      ['oidcc-alternate-happy-flow', 'email openid', { email: known.email, email_verified: false }],
    ])('%s', async (_module, scope, claims) => {
      const { body } = await userinfo(await (await party(mode)).tokens({ scope }));
      expect(body).toEqual({ sub: account.id, ...claims });
    });

    it.each<[string, Record<string, string | undefined>]>([
      ['oidcc-claims-essential', { claims: '{"userinfo":{"name":{"essential":true}}}' }],
      ['oidcc-claims-locales', { claims_locales: 'se' }],
      ['oidcc-display-page', { display: 'page' }],
      ['oidcc-display-popup', { display: 'popup' }],
      ['oidcc-ui-locales', { ui_locales: 'se' }],
      ['oidcc-login-hint', { login_hint: 'ada@example.com' }],
      ['oidcc-ensure-request-with-acr-values-succeeds', { acr_values: '1 2' }],
      ['oidcc-ensure-request-with-unknown-parameter-succeeds', { extra: 'foobar' }],
      ['oidcc-ensure-request-without-nonce-succeeds-for-code-flow', { nonce: undefined }],
    ])('%s', async (_module, parameters) => {
      expect(idTokenOf(await (await party(mode)).tokens(parameters)).sub).toBe(account.id);
    });

    it.each([
      ['oidcc-userinfo-get', 'GET'],
      ['oidcc-userinfo-post-header', 'header'],
      ['oidcc-userinfo-post-body', 'body'],
    ] as const)('%s', async (_module, request) => {
      const { status, body } = await userinfo(await (await party(mode)).tokens(), request);
      expect([status, body]).toEqual([200, { sub: account.id }]);
    });

    it('oidcc-id-token-hint', async () => {
      const rp = await party(mode);
      const { id_token } = await rp.tokens();
      const { code } = responseOf(await rp.send({ prompt: 'none', id_token_hint: id_token }));
      expect(idTokenOf((await rp.redeem(code!)).body as unknown as IdTokens).sub).toBe(account.id);
    });

    /** Signs in anew where the second request demands it. @returns `auth_time` of both ID tokens, and the answer between. */
    const signInTwice = async (parameters: Record<string, string>) => {
      const by = await signUp(server);
      const rp = await party(mode, {}, by);
      const first = idTokenOf(await rp.tokens({ max_age: '15000' }));
      await server.advance({ seconds: 2 });
      const demand = await rp.send(parameters);
      if (demand.status === 401) Object.assign(by, await signIn(server, by));
      const { code } = await rp.authorize(parameters);
      const second = idTokenOf((await rp.redeem(code!)).body as unknown as IdTokens);
      return { demand, between: Number(second['auth_time']) - Number(first['auth_time']) };
    };

    it.each([
      ['oidcc-prompt-login', { prompt: 'login' }],
      ['oidcc-max-age-1', { max_age: '1' }],
    ])('%s', async (_module, parameters) => {
      const { demand, between } = await signInTwice(parameters);
      expect([demand.status, demand.body['error']]).toEqual([401, 'login_required']);
      expect(between).toBeGreaterThanOrEqual(2);
    });

    it('oidcc-max-age-10000', async () => {
      const { demand, between } = await signInTwice({ max_age: '10000' });
      expect([demand.status, between]).toEqual([200, 0]);
    });

    it('oidcc-prompt-none-logged-in', async () => {
      const rp = await party(mode);
      await rp.tokens();
      expect(responseOf(await rp.send({ prompt: 'none' })).code).toEqual(expect.any(String));
    });

    it('oidcc-prompt-none-not-logged-in', async () => {
      const rp = await party(mode);
      const answer = await call('GET', rp.url({ prompt: 'none' }), { headers: { accept: 'text/html' } });
      expect(responseOf(answer)).toMatchObject({ error: 'login_required', state: 'a-state' });
    });

    it('oidcc-ensure-post-request-succeeds', async () => {
      const rp = await party(mode);
      const [url, body] = rp.url().split('?');
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await call('POST', url!, { headers, body });
      expect(answer.status).toBe(303);
      const cookie = `${sessionCookie(server)}=${account.sessionToken}`;
      const screen = await call('GET', answer.headers.get('location')!, { headers: { accept: 'text/html', cookie } });
      expect((await rp.approve(screen)).code).toEqual(expect.any(String));
    });

    it('oidcc-ensure-registered-redirect-uri', async () => {
      const rp = await party(mode);
      expectErrorPage(await rp.send({ redirect_uri: 'https://app.example.com/another' }), 'invalid_request');
    });

    it('oidcc-ensure-request-with-valid-pkce-succeeds', async () => {
      const rp = await party(mode);
      const challenge = {
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
      };
      const { code } = await rp.authorize(challenge);
      const { client_id, client_secret, redirect_uris } = rp.application;
      const possession = { client_id, client_secret, code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk' };
      const body = query({ grant_type: 'authorization_code', code, redirect_uri: redirect_uris[0], ...possession });
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      expect((await call('POST', `${server.url}/oauth2/token`, { headers, body })).status).toBe(200);
    });

    it('oidcc-refresh-token', async () => {
      const [rp, other] = [await party(mode), await party(mode)];
      const tokens = await rp.tokens({ scope: 'openid offline_access', prompt: 'consent' });
      expect((await other.refresh(tokens.refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
      const refreshed = (await rp.refresh(tokens.refresh_token)).body as unknown as IdTokens;
      const { iss, sub, aud, auth_time } = idTokenOf(tokens);
      expect(idTokenOf(refreshed)).toMatchObject({ iss, sub, aud, auth_time });
    });

    it('oidcc-server-client-secret-post', async () => {
      const rp = await party(mode);
      const { code } = await rp.authorize();
      const { client_id, client_secret, redirect_uris } = rp.application;
      const parameters = { grant_type: 'authorization_code', code, redirect_uri: redirect_uris[0] };
      const body = query({ ...parameters, client_id, client_secret });
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      expect((await call('POST', `${server.url}/oauth2/token`, { headers, body })).status).toBe(200);
    });

    // Unsigned ones are not offered, which the plan takes: the provider says so.
    it('oidcc-idtoken-unsigned', async () => {
      await expect(party(mode, { id_token_signed_response_alg: 'none' })).rejects.toThrow(
        'id_token_signed_response_alg',
      );
    });

    const unsigned = (claims: object) =>
      `${[{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;

    it('oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported', async () => {
      const rp = await party(mode);
      expectErrorPage(await rp.send({ request: unsigned({ nonce: 'another' }) }), 'invalid_request_object');
    });

    it('oidcc-ensure-request-object-with-redirect-uri', async () => {
      const keyed = await KeyedClient.register(server, account);
      const rp = new RelyingParty(server, account, keyed.application, mode);
      const request = await keyed.requestObject({ scope: 'openid', state: 'signed', ...mode });
      const { state } = await rp.authorize({ redirect_uri: 'https://evil.example', request });
      expect(state).toBe('signed');
    });

    it('oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported', async () => {
      const rp = await party(mode);
      expectErrorPage(await rp.send({ request_uri: 'https://app.example.com/request' }), 'request_uri_not_supported');
    });
  });

  it('Config OP: oidcc-discovery-endpoint-verification', async () => {
    const { status, headers, body } = await call('GET', `${server.url}/.well-known/openid-configuration`);
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('application/json')]);
    expect(body).toMatchObject({
      issuer: server.url,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: expect.arrayContaining(['RS256']) as string[],
      scopes_supported: expect.arrayContaining(['openid']) as string[],
    });
    const names = Object.keys(body).filter((name) => name.endsWith('_endpoint') || name === 'jwks_uri');
    for (const name of names) expect([name, URL.canParse(String(body[name]))]).toEqual([name, true]);
    const { keys } = (await call<{ keys: object[] }>('GET', String(body['jwks_uri']))).body;
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) expect(Object.keys(key)).not.toContain('d');
  });

  describe('RP-Initiated Logout OP: oidcc-rp-initiated-logout-certification-test-plan', () => {
    const BYE = 'https://app.example.com/bye';

    /** An authorization flow, then the logout request that the module changes. */
    const logOut = async (change: (request: Response) => Record<string, string | undefined>) => {
      const by = await signUp(server);
      const rp = await party({}, { post_logout_redirect_uris: [BYE] }, by);
      const { id_token } = await rp.tokens();
      const request = change({ id_token_hint: id_token, post_logout_redirect_uri: BYE, state: 'a-state' });
      const headers = { accept: 'text/html', ...cookieOf(server, by) };
      const answer = await call('GET', `${server.url}/oauth2/logout?${query(request)}`, { headers });
      const { status } = await call('GET', `${server.url}/api/session`, { headers: by.session });
      return { status: answer.status, location: answer.headers.get('location'), isSignedIn: status === 200 };
    };
    const forged = (token = '') => `${token.slice(0, -9)}AAAAAAAAA`;
    const done = (location: string | null) => ({ status: location === null ? 200 : 302, location, isSignedIn: false });
    const refused = { status: 400, location: null, isSignedIn: true };
    /** The account is asked first. */
    const asked = { status: 200, location: null, isSignedIn: true };

    it('oidcc-rp-initiated-logout-discovery-endpoint-verification', async () => {
      const { body } = await call('GET', `${server.url}/.well-known/openid-configuration`);
      expect(body['end_session_endpoint']).toBe(`${server.url}/oauth2/logout`);
    });

    it.each<[string, (request: Response) => Record<string, string | undefined>, object]>([
      ['oidcc-rp-initiated-logout', (request) => request, done(`${BYE}?state=a-state`)],
      [
        'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri',
        (request) => ({ ...request, post_logout_redirect_uri: `${BYE}/another` }),
        refused,
      ],
      [
        'oidcc-rp-initiated-logout-modified-id-token-hint',
        (request) => ({ ...request, id_token_hint: forged(request.id_token_hint) }),
        refused,
      ],
      [
        'oidcc-rp-initiated-logout-bad-id-token-hint',
        (request) => ({ ...request, id_token_hint: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.' }),
        refused,
      ],
      ['oidcc-rp-initiated-logout-no-id-token-hint', (request) => ({ ...request, id_token_hint: undefined }), refused],
      ['oidcc-rp-initiated-logout-no-params', () => ({}), asked],
      [
        'oidcc-rp-initiated-logout-no-post-logout-redirect-uri',
        (request) => ({ ...request, post_logout_redirect_uri: undefined }),
        done(null),
      ],
      ['oidcc-rp-initiated-logout-no-state', (request) => ({ ...request, state: undefined }), done(BYE)],
      ['oidcc-rp-initiated-logout-only-state', ({ state }) => ({ state }), asked],
      [
        'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri',
        (request) => ({ ...request, post_logout_redirect_uri: `${BYE}?a=b` }),
        refused,
      ],
    ])('%s', async (_module, change, expected) => {
      expect(await logOut(change)).toEqual(expected);
    });
  });

  describe('Back-Channel Logout OP: oidcc-backchannel-rp-initiated-logout-certification-test-plan', () => {
    it('oidcc-backchannel-logout-discovery-endpoint-verification', async () => {
      const { body } = await call('GET', `${server.url}/.well-known/openid-configuration`);
      expect(body).toMatchObject({ backchannel_logout_supported: true, backchannel_logout_session_supported: true });
    });

    it('oidcc-backchannel-rp-initiated-logout', async () => {
      const receiver = await LogoutReceiver.start();
      const by = await signUp(server);
      const rp = await party({}, { backchannel_logout_uri: receiver.url }, by);
      const { id_token } = await rp.tokens();
      const headers = cookieOf(server, by);
      await call('GET', `${server.url}/oauth2/logout?${query({ id_token_hint: id_token })}`, { headers });
      const [{ method, form }] = (await receiver.count(1)) as [Received];
      receiver.stop();
      const { sub, sid } = idTokenOf({ id_token } as IdTokens);
      expect(method).toBe('POST');
      expect(idTokenOf({ id_token: form['logout_token'] } as unknown as IdTokens)).toMatchObject({
        ...{ iss: server.url, sub, sid, aud: rp.application.client_id },
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      });
    });
  });
});
