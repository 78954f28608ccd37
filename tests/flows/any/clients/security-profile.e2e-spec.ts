import { FapiClient } from '@consentry/test-support/world/fapi-client';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { RESOURCES, settingsOf } from '@consentry/test-support/world/two-resources';
import {
  CALLBACK,
  type Tokens,
  call,
  decide,
  obtainTokens,
  query,
  register,
  requestConsent,
} from '@consentry/test-support/world/world';

const METHOD = { token_endpoint_auth_method: 'private_key_jwt' };

describe('an application with the FAPI 2.0 Security Profile', () => {
  const server = givenServer({ env: settingsOf(RESOURCES.both) });
  const account = givenAccount(server);
  const api = (method: string, path: string, body?: unknown) =>
    call(method, `${server.url}/api/applications${path}`, { headers: account.session, body });
  const errorOf = ({ status, body }: { status: number; body: { error?: string } }) => [status, body.error];

  it('gets every rule of it by one switch, which no other field undoes', async () => {
    const { application, id } = await FapiClient.register(server, account, { security_profile: 'fapi2' });
    expect(application).toMatchObject({
      security_profile: 'fapi2',
      token_endpoint_auth_method: 'private_key_jwt',
      client_assertion_audience: 'issuer',
      require_pushed_authorization_requests: true,
      dpop_bound_access_tokens: true,
      id_token_signed_response_alg: 'ES256',
      secrets: [],
    });
    expect(application).not.toHaveProperty('client_secret');
    for (const body of [
      { dpop_bound_access_tokens: false },
      { client_assertion_audience: 'any' },
      { jwks: null },
      { id_token_signed_response_alg: 'RS256' },
    ]) {
      const { status, text } = await api('PATCH', `/${id}`, body);
      expect([status, text]).toEqual([400, expect.stringContaining(Object.keys(body)[0]!) as string]);
    }
    expect((await api('POST', `/${id}/secrets`)).status).toBe(409);
    expect((await api('POST', '', { name: 'x', redirect_uris: [CALLBACK], security_profile: 'fapi2' })).status).toBe(
      400,
    );
  });

  it('is held to it beside others that are not, and the metadata stay', async () => {
    const held = await FapiClient.register(server, account, { security_profile: 'fapi2' });
    const { status, code } = await held.authorize();
    const { body } = await held.exchange(code);
    expect([status, body.token_type, body.expires_in]).toEqual([303, 'DPoP', 600]);
    const plain = await register(server, account);
    expect((await obtainTokens(server, account, plain)).expires_in).toBe(1_209_600);
    const { body: metadata } = await call('GET', `${server.url}/.well-known/oauth-authorization-server`);
    expect(metadata.require_pushed_authorization_requests).toBe(false);
  });

  it('acts on its own behalf with a proof alone', async () => {
    const own = { grant_types: ['client_credentials'], client_credentials_scopes: ['notes:read'] };
    const held = await FapiClient.register(server, account, { security_profile: 'fapi2', ...own });
    const parameters = { grant_type: 'client_credentials', scope: 'notes:read' };
    expect(errorOf(await held.post('/oauth2/token', parameters))).toEqual([400, 'invalid_dpop_proof']);
    const { status, body } = await held.post<Tokens>('/oauth2/token', parameters, { dpop: await held.prove() });
    expect([status, body.token_type, body.expires_in]).toEqual([200, 'DPoP', 600]);
  });

  it('is refused where an aud list names us and a stranger, which others may send in a request object', async () => {
    const held = await FapiClient.register(server, account, { security_profile: 'fapi2' });
    const open = await FapiClient.register(server, account, METHOD);
    const aud = [server.url, 'https://stranger.example.com'];
    for (const [client, taken] of [
      [held, false],
      [open, true],
    ] as const) {
      expect(errorOf(await client.push({}, { assertion: await client.assertion({ aud }) }))).toEqual([
        401,
        'invalid_client',
      ]);
      const claims = {
        ...{ aud, iss: client.id, client_id: client.id, sub: undefined, response_type: 'code', scope: 'notes:read' },
        ...{ redirect_uri: CALLBACK, code_challenge: client.proof.challenge, code_challenge_method: 'S256' },
      };
      const request = await client.assertion(claims, { typ: 'oauth-authz-req+jwt' });
      expect(errorOf(await client.push({ request }))).toEqual(
        taken ? [201, undefined] : [400, 'invalid_request_object'],
      );
    }
  });

  describe('since its developer switched it on', () => {
    let client: FapiClient;
    const challenge = () => ({ code_challenge: client.proof.challenge, code_challenge_method: 'S256' });
    const switchOn = () => api('PATCH', `/${client.id}`, { security_profile: 'fapi2' });
    const codeOf = async (parameters: Record<string, string>) => {
      const { sessionID } = await requestConsent(server, account, client.application, parameters);
      const { headers } = await decide(server, account, sessionID);
      return new URL(headers.get('location') ?? '').searchParams.get('code') ?? '';
    };
    beforeEach(async () => {
      client = await FapiClient.register(server, account, METHOD);
    });

    it('takes its secrets no more, and says so to who knows one', async () => {
      const { client_id, client_secret } = await register(server, account);
      await api('PATCH', `/${client_id}`, { security_profile: 'fapi2', jwks: { keys: [client.key.jwk] } });
      const answers = [client_secret, 'wrong'].map((secret) =>
        call(
          'GET',
          `${server.url}/oauth2/access_token?${query({ grant_type: 'authorization_code', client_id, client_secret: secret })}`,
        ),
      );
      const [known, unknown] = await Promise.all(answers);
      expect([known!.status, unknown!.status]).toEqual([401, 401]);
      expect(known!.body.error_description).toMatch(/^authenticate with private_key_jwt, .* POST: FAPI 2.0/);
      expect(unknown!.body.error_description).toBe('client authentication failed');
    });

    it('gets no code for a consent session that was opened before', async () => {
      const { sessionID } = await requestConsent(server, account, client.application, challenge());
      expect((await switchOn()).status).toBe(200);
      const { status, headers } = await decide(server, account, sessionID);
      expect([status, headers.get('location')]).toEqual([
        303,
        expect.stringContaining('error=invalid_request') as string,
      ]);
    });

    it('cannot use a code from before without PKCE, nor one that is older than a minute', async () => {
      const [unproven, old] = [await codeOf({}), await codeOf(challenge())];
      await switchOn();
      expect(errorOf(await client.exchange(unproven, { code_verifier: undefined }))).toEqual([400, 'invalid_grant']);
      await server.advance({ seconds: 60 });
      const now = Math.floor(Date.now() / 1000) + 60;
      const proofs = async () => ({
        assertion: await client.assertion({ iat: now, exp: now + 60 }),
        dpop: await client.prove({ iat: now }),
      });
      expect(errorOf(await client.exchange(old, {}, await proofs()))).toEqual([400, 'invalid_grant']);
      await server.restart();
    });

    it('refreshes what was given before for bound, short tokens alone', async () => {
      const { body } = await client.exchange(await codeOf(challenge()), {}, { dpop: null });
      expect(body.token_type).toBe('Bearer');
      await switchOn();
      expect(errorOf(await client.refresh(body.refresh_token, { dpop: null }))).toEqual([400, 'invalid_dpop_proof']);
      const { body: bound } = await client.refresh(body.refresh_token);
      expect([bound.token_type, bound.expires_in]).toEqual(['DPoP', 600]);
    });
  });

  it('since the operator switched it on for all: is named in the log where it does not fit, and refused', async () => {
    const plain = await register(server, account);
    const fit = await FapiClient.register(server, account, METHOD);
    await server.restart({ SECURITY_PROFILE: 'fapi2' });
    await server.logged(new RegExp(`"clientId":"${plain.client_id}","problems":\\["jwks or jwks_uri is required`));
    expect(server.output).not.toMatch(fit.id);
    const asked = await call('GET', `${server.url}/oauth2/authorize?client_id=${plain.client_id}`);
    expect(errorOf(asked)).toEqual([400, 'unauthorized_client']);
    const answer = await call('POST', `${server.url}/oauth2/token`, {
      body: new URLSearchParams({ grant_type: 'client_credentials', ...{ client_id: plain.client_id } }),
    });
    expect(errorOf(answer)).toEqual([401, 'invalid_client']);
    expect((await fit.exchange((await fit.authorize()).code)).body.token_type).toBe('DPoP');
    expect((await api('PATCH', `/${plain.client_id}`, { enabled: false })).status).toBe(200);
    expect((await api('PATCH', `/${fit.id}`, { security_profile: null })).body.dpop_bound_access_tokens).toBe(true);
    const { status, text } = await api('POST', '', { name: 'x', redirect_uris: [CALLBACK], client_type: 'public' });
    expect([status, text]).toEqual([400, expect.stringContaining('FAPI 2.0 Security Profile') as string]);
  });
});
