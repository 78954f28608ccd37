import { DpopKey } from '@consentry/test-support/world/dpop-key';
import { FapiClient } from '@consentry/test-support/world/fapi-client';
import { FAPI2_MODULES } from '../support/fapi2-modules';
import { throughOauth4webapi } from '../support/fapi-happy-flow';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { ClientKey } from '@consentry/test-support/world/keyed-client';
import { CALLBACK, call, decide } from '@consentry/test-support/world/world';

const ALGORITHMS = ['PS256', 'ES256', 'EdDSA', 'Ed25519'];

const tested: string[] = [];
/** A module of the plan, by its name. */
function module(name: string, test: () => Promise<void>): void {
  tested.push(name);
  it(name, test);
}

describe('FAPI 2.0 Security Profile: the modules of the certification plan', () => {
  const server = givenServer({ env: { SECURITY_PROFILE: 'fapi2' } });
  const account = givenAccount(server);
  let client: FapiClient;
  let other: FapiClient;
  beforeAll(async () => {
    client = await FapiClient.register(server, account);
    other = await FapiClient.register(server, account, {}, 'PS256');
  });

  const now = () => Math.floor(Date.now() / 1000);
  const errorOf = ({ status, body }: { status: number; body: { error?: string } }) => [status, body.error];
  const BAD_REQUEST = [400, 'invalid_request'];
  const BAD_CLIENT = [401, 'invalid_client'];
  const BAD_GRANT = [400, 'invalid_grant'];
  const BAD_PROOF = [400, 'invalid_dpop_proof'];

  module('discovery-end-point-verification', async () => {
    const { body } = await call('GET', `${server.url}/.well-known/openid-configuration`);
    expect(body).toMatchObject({
      issuer: server.url,
      response_types_supported: ['code'],
      authorization_response_iss_parameter_supported: true,
      pushed_authorization_request_endpoint: `${server.url}/oauth2/par`,
      require_pushed_authorization_requests: true,
      dpop_signing_alg_values_supported: ALGORITHMS,
      id_token_signing_alg_values_supported: ['ES256'],
      token_endpoint_auth_methods_supported: ['private_key_jwt'],
      token_endpoint_auth_signing_alg_values_supported: ALGORITHMS,
      code_challenge_methods_supported: ['S256'],
      subject_types_supported: ['public'],
      scopes_supported: expect.arrayContaining(['openid']) as string[],
    });
    expect(body.grant_types_supported).not.toContain('urn:ietf:params:oauth:grant-type:device_code');
  });

  module('happy-flow', async () => {
    for (const one of [client, other])
      expect(await throughOauth4webapi(one)).toEqual({ redirected: 303, type: 'dpop', life: 600 });
  });

  module('user-rejects-authentication', async () => {
    const { status, arrived } = await client.authorize({}, { isRejected: true });
    expect([status, arrived.searchParams.get('error'), arrived.searchParams.get('iss')]).toEqual([
      303,
      'access_denied',
      server.url,
    ]);
  });

  module('ensure-authorization-request-without-state-success', async () => {
    const { arrived, code } = await client.authorize({ state: undefined });
    expect(arrived.searchParams.has('state')).toBe(false);
    expect((await client.exchange(code)).status).toBe(200);
  });

  const nonceOf = (idToken = '') =>
    (JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()) as { nonce?: string }).nonce;

  module('ensure-authorization-request-without-nonce-success', async () => {
    expect(nonceOf((await client.tokens()).id_token)).toBeUndefined();
  });
  module('ensure-authorization-request-with-64-char-nonce-success', async () => {
    const nonce = 'n'.repeat(64);
    expect(nonceOf((await client.tokens({ nonce })).id_token)).toBe(nonce);
  });
  module('ensure-authorization-request-with-long-nonce', async () => {
    const nonce = 'n'.repeat(384);
    expect(nonceOf((await client.tokens({ nonce })).id_token)).toBe(nonce);
  });
  module('ensure-authorization-request-with-long-state', async () => {
    const state = 's'.repeat(1_200);
    expect((await client.authorize({ state })).arrived.searchParams.get('state')).toBe(state);
  });
  module('ensure-other-scope-order-succeeds', async () => {
    const { scope } = await client.tokens({ scope: 'notes:read openid' });
    expect(scope.split(' ').sort()).toEqual(['notes:read', 'openid']);
  });

  module('access-token-type-header-case-sensitivity', async () => {
    const { access_token: token } = await client.tokens();
    for (const scheme of ['DPoP', 'dpop', 'DPOP']) expect((await client.userinfo(token, { scheme })).status).toBe(200);
  });

  module('check-dpop-proof-nbf-exp', async () => {
    const { code } = await client.authorize();
    const times = { nbf: now(), exp: now() + 300 };
    const { status, body } = await client.exchange(code, {}, { dpop: await client.prove(times) });
    expect([status, (await client.userinfo(body.access_token, times)).status]).toEqual([200, 200]);
  });

  const parProof = (claims: Record<string, unknown> = {}, key = client.dpop) =>
    key.proof('POST', `${server.url}/oauth2/par`, claims);

  for (const [name, by] of [
    ['before', -10],
    ['after', 10],
  ] as const)
    module(`ensure-dpopproof-with-iat-10seconds-${name}-succeeds`, async () => {
      const skewed = { iat: now() + by };
      const { code } = await client.authorize({}, { dpop: await parProof(skewed) });
      const { status, body } = await client.exchange(code, {}, { dpop: await client.prove(skewed) });
      expect([status, (await client.userinfo(body.access_token, skewed)).status]).toEqual([200, 200]);
    });

  module('ensure-mismatched-dpop-jkt-fails', async () => {
    const { jkt } = await DpopKey.make();
    expect(errorOf(await client.push({ dpop_jkt: jkt }, { dpop: await parProof() }))).toEqual(BAD_PROOF);
  });
  module('ensure-token-endpoint-fails-with-mismatched-dpop-proof-jkt', async () => {
    const { code } = await client.authorize({}, { dpop: await parProof({}, await DpopKey.make()) });
    expect(errorOf(await client.exchange(code))).toEqual(BAD_GRANT);
  });
  module('ensure-token-endpoint-fails-with-mismatched-dpop-jkt', async () => {
    const { code } = await client.authorize({ dpop_jkt: (await DpopKey.make()).jkt });
    expect(errorOf(await client.exchange(code))).toEqual(BAD_GRANT);
  });
  module('ensure-dpopproof-at-par-endpoint-binding-success', async () => {
    const { code } = await client.authorize({}, { dpop: await parProof() });
    expect((await client.exchange(code)).status).toBe(200);
  });
  module('ensure-dpop-auth-code-binding-success', async () => {
    const { code } = await client.authorize({ dpop_jkt: client.dpop.jkt }, { dpop: await parProof() });
    expect((await client.exchange(code)).status).toBe(200);
  });

  module('ensure-different-nonce-inside-and-outside-request-object', async () => {
    const { code } = await client.authorize({ nonce: 'pushed' }, { beside: { nonce: 'beside' } });
    expect(nonceOf((await client.exchange(code)).body.id_token)).toBe('pushed');
  });
  module('ensure-different-state-inside-and-outside-request-object', async () => {
    const { arrived } = await client.authorize({ state: 'pushed' }, { beside: { state: 'beside' } });
    expect(arrived.searchParams.get('state')).toBe('pushed');
  });
  module('state-only-outside-request-object-not-used', async () => {
    const { arrived } = await client.authorize({ state: undefined }, { beside: { state: 'beside' } });
    expect(arrived.searchParams.has('state')).toBe(false);
  });

  const refusedAtPar: [string, Record<string, string | undefined>, string?][] = [
    ['ensure-request-object-without-redirect-uri-fails', { redirect_uri: undefined }],
    ['ensure-redirect-uri-in-authorization-request', { redirect_uri: undefined, state: undefined }],
    ['plain-fapi-tolerate-unregistered-redirect-uri', { redirect_uri: 'https://evil.example.com' }],
    ['ensure-response-type-code-idtoken-fails', { response_type: 'code id_token' }, 'unsupported_response_type'],
    ['ensure-response-type-token-fails', { response_type: 'token' }, 'unsupported_response_type'],
    ['par-ensure-pkce-required', { code_challenge: undefined, code_challenge_method: undefined }],
    ['par-plain-pkce-rejected', { code_challenge_method: 'plain' }],
    [
      'par-authorization-request-containing-request_uri-form-param',
      { request_uri: 'urn:ietf:params:oauth:request_uri:x' },
    ],
  ];
  for (const [name, parameters, error = 'invalid_request'] of refusedAtPar)
    module(name, async () => expect(errorOf(await client.push(parameters))).toEqual([400, error]));

  module('ensure-unsigned-authorization-request-without-using-par-fails', async () => {
    const request = new URLSearchParams({
      client_id: client.id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid',
      state: 'a-state',
      code_challenge: client.proof.challenge,
      code_challenge_method: 'S256',
    });
    const answer = await call<{ error?: string }>('GET', `${server.url}/oauth2/authorize?${request.toString()}`, {
      headers: account.session,
    });
    expect(errorOf(answer)).toEqual(BAD_REQUEST);
  });

  module('ensure-client-id-in-token-endpoint', async () => {
    const { code } = await client.authorize();
    expect(errorOf(await other.by(client).exchange(code))).toEqual(BAD_CLIENT);
  });
  module('ensure-holder-of-key-required', async () => {
    const { code } = await client.authorize();
    expect(errorOf(await client.exchange(code, {}, { dpop: null }))).toEqual(BAD_PROOF);
    expect((await client.exchange(code)).status).toBe(200);
  });
  module('ensure-authorization-code-is-bound-to-client', async () => {
    const { code } = await client.authorize();
    expect(errorOf(await other.exchange(code, { code_verifier: client.proof.verifier }))).toEqual(BAD_GRANT);
    expect((await client.exchange(code)).status).toBe(200);
  });
  module('attempt-reuse-authorization-code-after-one-second', async () => {
    const { code } = await client.authorize();
    const { body } = await client.exchange(code);
    expect(errorOf(await client.exchange(code))).toEqual(BAD_GRANT);
    expect((await client.userinfo(body.access_token)).status).toBe(401);
  });

  const assertions: [string, () => Promise<string | null>][] = [
    ['ensure-client-assertion-in-token-endpoint', () => Promise.resolve(null)],
    ['ensure-client-assertion-with-exp-is-5-minutes-in-past-fails', () => client.assertion({ exp: now() - 300 })],
    ['ensure-client-assertion-with-wrong-aud-fails', () => client.assertion({ aud: 'https://other.example.com' })],
    ['ensure-client-assertion-with-no-sub-fails', () => client.assertion({ sub: undefined })],
  ];
  for (const [name, assertionOf] of assertions)
    module(name, async () => {
      const { code } = await client.authorize();
      expect(errorOf(await client.exchange(code, {}, { assertion: await assertionOf() }))).toEqual(BAD_CLIENT);
    });
  module('ensure-signed-client-assertion-with-RS256-fails', async () => {
    const key = await ClientKey.make('RS256');
    // A key that names no algorithm is for PS256, not for RS256.
    const unnamed = { ...key.jwk, alg: undefined };
    const rsa = (await FapiClient.register(server, account, { jwks: { keys: [unnamed] } })).by({ key });
    expect(errorOf(await rsa.push())).toEqual(BAD_CLIENT);
    const { status, text } = await call('PATCH', `${server.url}/api/applications/${rsa.id}`, {
      headers: account.session,
      body: { jwks: { keys: [key.jwk] } },
    });
    expect([status, text]).toEqual([400, expect.stringContaining('that is not for PS256') as string]);
  });

  module('par-test-array-as-audience-fails', async () => {
    for (const aud of [[server.url], [server.url, 'https://other.example.com']])
      expect(errorOf(await client.push({}, { assertion: await client.assertion({ aud }) }))).toEqual(BAD_CLIENT);
  });
  for (const [endpoint, path] of [
    ['par-endpoint', '/oauth2/par'],
    ['token-endpoint', '/oauth2/token'],
  ] as const)
    module(`par-test-${endpoint}-url-as-audience-fails`, async () => {
      const assertion = await client.assertion({ aud: server.url + path });
      expect(errorOf(await client.push({}, { assertion }))).toEqual(BAD_CLIENT);
    });
  module('par-ensure-jwt-client-assertions-nbf-8-seconds-in-the-future-is-accepted', async () => {
    const times = { iat: now() + 8, nbf: now() + 8 };
    expect((await client.push({}, { assertion: await client.assertion(times) })).status).toBe(201);
  });
  module('par-ensure-jwt-client-assertions-nbf-over-60-seconds-in-the-future-fails', async () => {
    const times = { iat: now() + 70, nbf: now() + 70, exp: now() + 130 };
    expect(errorOf(await client.push({}, { assertion: await client.assertion(times) }))).toEqual(BAD_CLIENT);
  });

  module('dpop-negative-tests', async () => {
    const { access_token: token } = await client.tokens();
    const refused: Record<string, unknown>[] = [
      { jti: undefined },
      { htm: undefined },
      { htm: 'POST' },
      { htu: undefined },
      { htu: 'https://other.example.com/' },
      { iat: undefined },
      { iat: now() + 3_600 },
      { iat: now() - 3_600 },
      { ath: undefined },
      { ath: 'wrong' },
    ];
    for (const claims of refused) expect((await client.userinfo(token, claims)).status).toBe(401);
    expect((await client.userinfo(token, {}, await DpopKey.make())).status).toBe(401);
    expect((await client.userinfo(token, { scheme: 'Bearer' })).status).toBe(401);
    const [used, url] = [{ jti: 'used-once' }, `${server.url}/oauth2/userinfo`];
    expect((await client.userinfo(token, used)).status).toBe(200);
    expect((await client.userinfo(token, used)).status).toBe(401);
    for (const htu of [`${url}?a=b`, `${url}#c`, url.toUpperCase().replace('/OAUTH2/USERINFO', '/oauth2/userinfo')])
      expect((await client.userinfo(token, { htu })).status).toBe(200);
  });
  it('dpop-negative-tests: a proof by RS256, at the token endpoint and with a token', async () => {
    const rsa = await DpopKey.make('RS256');
    const { code } = await client.authorize();
    expect(errorOf(await client.exchange(code, {}, { dpop: await client.prove({}, rsa) }))).toEqual(BAD_PROOF);
    expect(errorOf(await client.push({}, { dpop: await parProof({}, rsa) }))).toEqual(BAD_PROOF);
    const { body } = await client.exchange(code);
    expect((await client.userinfo(body.access_token, {}, rsa)).status).toBe(401);
  });

  module('par-ensure-reused-request-uri-prior-to-auth-completion-succeeds', async () => {
    const { request_uri: pushed } = (await client.push()).body;
    await client.visit(pushed);
    expect((await client.visit(pushed)).status).toBe(200);
  });
  module('par-attempt-reuse-request_uri', async () => {
    const { request_uri: pushed } = (await client.push()).body;
    await decide(server, account, (await client.visit(pushed)).body.sessionID);
    expect(errorOf(await client.visit(pushed))).toEqual([400, 'invalid_request_uri']);
  });
  module('par-attempt-to-use-request_uri-for-different-client', async () => {
    const { request_uri: pushed } = (await client.push()).body;
    expect(errorOf(await other.visit(pushed))).toEqual([400, 'invalid_request_uri']);
  });
  module('par-attempt-invalid-http-method', async () => {
    for (const method of ['GET', 'PUT']) expect((await call(method, `${server.url}/oauth2/par`)).status).toBe(405);
  });
  module('par-without-duplicate-parameters', async () => {
    expect((await client.authorize()).status).toBe(303);
  });
  module('ensure-pkce-code-verifier-required', async () => {
    const { code } = await client.authorize();
    expect(errorOf(await client.exchange(code, { code_verifier: undefined }))).toEqual(BAD_GRANT);
  });
  module('incorrect-pkce-code-verifier-rejected', async () => {
    const { code } = await client.authorize();
    expect(errorOf(await client.exchange(code, { code_verifier: 'v'.repeat(43) }))).toEqual(BAD_GRANT);
  });

  it('§5.2.2, §5.3.2: secrets, the GET and the device grant are refused in clear words', async () => {
    const secret = { client_secret: 'x', grant_type: 'client_credentials' };
    const answer = await client.post<{ error_description?: string }>('/oauth2/token', secret, { assertion: null });
    expect([answer.status, answer.body.error_description]).toEqual([
      401,
      'authenticate with private_key_jwt, in the body of a POST: FAPI 2.0 Security Profile',
    ]);
    const get = await call('GET', `${server.url}/oauth2/access_token?grant_type=authorization_code&code=x`);
    expect([get.status, get.body.error_description]).toEqual([
      400,
      'send this by POST, in the body: FAPI 2.0 Security Profile',
    ]);
    expect(errorOf(await client.post('/oauth2/device_authorization', {}))).toEqual([400, 'unauthorized_client']);
  });

  describe('over time', () => {
    module('ensure-token-endpoint-fails-with-expired-auth-code', async () => {
      const { code } = await client.authorize();
      await server.advance({ seconds: 60 });
      // The tests' own clock stands: assertion and proof are of the server's time.
      const assertion = await client.assertion({ iat: now() + 60, exp: now() + 120 });
      const dpop = await client.prove({ iat: now() + 60 });
      expect(errorOf(await client.exchange(code, {}, { assertion, dpop }))).toEqual(BAD_GRANT);
      await server.restart({ SECURITY_PROFILE: 'fapi2' });
    });
    module('par-attempt-to-use-expired-request_uri', async () => {
      const { request_uri: pushed, expires_in: life } = (await client.push()).body;
      expect(life).toBeLessThan(600);
      await server.advance({ seconds: life });
      expect(errorOf(await client.visit(pushed))).toEqual([400, 'invalid_request_uri']);
      await server.restart({ SECURITY_PROFILE: 'fapi2' });
    });
    module('refresh-token', async () => {
      const { refresh_token: first } = await client.tokens();
      expect(errorOf(await client.refresh(first, { dpop: null }))).toEqual(BAD_PROOF);
      expect(errorOf(await client.refresh(first, { assertion: null }))).toEqual(BAD_CLIENT);
      expect(errorOf(await other.refresh(first))).toEqual(BAD_GRANT);
      const { body: next } = await client.refresh(first);
      expect(next).toMatchObject({ token_type: 'DPoP', expires_in: 600 });
      // The module waits for 30 seconds, and takes the answer for lost.
      await server.advance({ seconds: 30 });
      const { status, body } = await client.refresh(first);
      expect([status, body.refresh_token]).toEqual([200, next.refresh_token]);
    });
  });

  it('are those of the list, which the table in the documentation is compared with', () => {
    expect(tested.sort()).toEqual(FAPI2_MODULES.toSorted());
  });
});
