import type { JSONWebKeySet } from 'jose';
import { openidMetadata } from '../../../../apps/auth-server/src/protocol/discovery/openid-metadata';
import { CLIENT_SIGNATURE_ALGORITHMS } from '../../../../apps/auth-server/src/protocol/signing/signature-algorithms';
import { DEVICE_CODE, TOKEN_EXCHANGE } from '@consentry/test-support/world/allowed';
import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { KeyedClient } from '@consentry/test-support/world/keyed-client';
import {
  type Application,
  authorizeUrl,
  call,
  exchange,
  obtainCode,
  obtainTokens,
  pkce,
  query,
  refresh,
  register,
  requestConsent,
  signUp,
} from '@consentry/test-support/world/world';

interface Metadata {
  [member: string]: unknown;
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  jwks_uri: string;
  scopes_supported: string[];
}

describe('what the world may know', () => {
  const server = givenServer();
  const account = givenAccount(server);
  const application = givenApplication(server, account);
  let metadata: Metadata;

  beforeAll(async () => {
    metadata = (await call<Metadata>('GET', `${server.url}/.well-known/oauth-authorization-server`)).body;
  });

  it('the metadata has these members', () => {
    expect(metadata).toEqual({
      issuer: server.url,
      authorization_endpoint: `${server.url}/oauth2/authorize`,
      token_endpoint: `${server.url}/oauth2/token`,
      device_authorization_endpoint: `${server.url}/oauth2/device_authorization`,
      pushed_authorization_request_endpoint: `${server.url}/oauth2/par`,
      revocation_endpoint: `${server.url}/oauth2/revoke`,
      revocation_endpoint_auth_methods_supported: [
        'client_secret_basic',
        'client_secret_post',
        'private_key_jwt',
        'none',
      ],
      revocation_endpoint_auth_signing_alg_values_supported: CLIENT_SIGNATURE_ALGORITHMS,
      revocations_uri: `${server.url}/oauth2/revocations`,
      introspection_endpoint: `${server.url}/oauth2/introspect`,
      introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
      introspection_endpoint_auth_signing_alg_values_supported: CLIENT_SIGNATURE_ALGORITHMS,
      introspection_signing_alg_values_supported: ['ES256'],
      jwks_uri: `${server.url}/.well-known/jwks.json`,
      scopes_supported: ['notes:read', 'notes:write', 'openid', 'profile', 'email', 'offline_access'],
      response_types_supported: ['code'],
      response_modes_supported: ['query', 'fragment', 'form_post'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials', DEVICE_CODE, TOKEN_EXCHANGE],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
      token_endpoint_auth_signing_alg_values_supported: CLIENT_SIGNATURE_ALGORITHMS,
      code_challenge_methods_supported: ['S256'],
      request_parameter_supported: true,
      request_object_signing_alg_values_supported: CLIENT_SIGNATURE_ALGORITHMS,
      request_uri_parameter_supported: false,
      require_pushed_authorization_requests: false,
      require_signed_request_object: false,
      dpop_signing_alg_values_supported: CLIENT_SIGNATURE_ALGORITHMS,
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      protected_resources: ['http://localhost:3001'],
      service_documentation: `${server.url}/docs`,
      ...openidMetadata(server.url, ['RS256', 'ES256']),
    });
  });

  it.each(['/.well-known/oauth-authorization-server', '/.well-known/jwks.json'])(
    '%s is for everyone, without credentials, and may be kept for a while',
    async (path) => {
      const answer = await call('GET', `${server.url}${path}`, { headers: { origin: 'https://anywhere.example.com' } });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      expect(answer.headers.get('cache-control')).toMatch(/^public, max-age=[1-9]\d*$/);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      const head = await call('HEAD', `${server.url}${path}`);
      expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', null]);
      for (const name of ['content-type', 'content-length', 'cache-control', 'access-control-allow-origin'])
        expect([name, head.headers.get(name)]).toEqual([name, answer.headers.get(name)]);
      const refused = await call('POST', `${server.url}${path}`);
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
      expect(refused.headers.get('cache-control')).toBe('no-store');
    },
  );

  it('the issuer does not follow Host', async () => {
    const { body } = await call<Metadata>(
      'GET',
      `http://127.0.0.1:${server.port}/.well-known/oauth-authorization-server`,
      {
        headers: { 'x-forwarded-host': 'evil.example.com', 'x-forwarded-proto': 'https' },
      },
    );
    expect(body).toEqual(metadata);
  });

  describe('each word of the metadata is true', () => {
    it('the endpoints answer', async () => {
      const url = authorizeUrl(server, application).replace(
        `${server.url}/oauth2/authorize`,
        metadata.authorization_endpoint,
      );
      expect((await call('GET', url, { headers: account.session })).status).toBe(200);
      expect((await call('GET', metadata.jwks_uri)).status).toBe(200);
      expect((await call('GET', metadata.service_documentation as string)).status).toBeLessThan(400);
    });

    it('each scope can be asked for, and no other', async () => {
      const { scopes } = await requestConsent(server, account, application, {
        scope: metadata.scopes_supported.join(' '),
      });
      expect((scopes as { name: string }[]).map(({ name }) => name)).toEqual(metadata.scopes_supported);
    });

    it('each authentication method works at the token endpoint, for both grant types', async () => {
      const mobile = await register(server, account, { client_type: 'public' });
      const { verifier, challenge } = pkce();
      const basic = Buffer.from(`${application.client_id}:${application.client_secret}`).toString('base64');
      const { client_id, client_secret } = application;
      const keyed = await KeyedClient.register(server, account);
      const by = (credentials: Record<string, string>) => async () => credentials;
      const methods: Record<string, [Application, () => Promise<Record<string, string>>, Record<string, string>]> = {
        client_secret_basic: [application, by({}), { authorization: `Basic ${basic}` }],
        client_secret_post: [application, by({ client_id, client_secret }), {}],
        private_key_jwt: [keyed.application, () => keyed.credentials(), {}],
        none: [mobile, by({ client_id: mobile.client_id }), {}],
      };
      expect(Object.keys(methods)).toEqual(metadata.token_endpoint_auth_methods_supported);
      for (const [of, credentialsOf, headers] of Object.values(methods)) {
        const code = await obtainCode(server, account, of, {
          code_challenge: challenge,
          code_challenge_method: 'S256',
        });
        const send = async (parameters: Record<string, string | undefined>) =>
          call('POST', metadata.token_endpoint, {
            headers,
            body: new URLSearchParams(query({ ...(await credentialsOf()), ...parameters })),
          });
        const tokens = await send({
          grant_type: 'authorization_code',
          code,
          redirect_uri: of.redirect_uris[0],
          code_verifier: verifier,
        });
        expect(tokens.status).toBe(200);
        const refresh_token = tokens.body.refresh_token as string;
        expect((await send({ grant_type: 'refresh_token', refresh_token })).status).toBe(200);
      }
    });
  });

  it('the JWKS holds public keys alone, each for signing and with its algorithm and name', async () => {
    // The first use creates the key for ID tokens.
    await call('GET', `${server.url}/.well-known/openid-configuration`);
    const { body } = await call<JSONWebKeySet>('GET', metadata.jwks_uri);
    const text = expect.any(String) as string;
    const named = { kid: expect.stringMatching(/^[\w-]{43}$/) as string, use: 'sig' };
    expect(body).toEqual({
      keys: [
        { kty: 'EC', crv: 'P-256', x: text, y: text, alg: 'ES256', ...named },
        { kty: 'RSA', n: text, e: 'AQAB', alg: 'RS256', ...named },
      ],
    });
  });

  it('under a path the prefix stands before every route', async () => {
    const { port } = server;
    await server.restart({ AUTH_URL: `http://localhost:${port}/auth` });
    const { body, status } = await call<Metadata>('GET', `${server.url}/.well-known/oauth-authorization-server`);
    expect(status).toBe(200);
    expect(body.token_endpoint).toBe(`http://localhost:${port}/auth/oauth2/token`);
    const here = await signUp(server);
    const own = await register(server, here);
    const code = await obtainCode(server, here, own);
    const { body: tokens } = await exchange(server, own, code);
    expect((await refresh(server, tokens.refresh_token)).status).toBe(200);
    await obtainTokens(server, here, own);
    const root = `http://localhost:${port}`;
    for (const path of ['/oauth2/access_token', '/.well-known/jwks.json', '/authoauth2/access_token'])
      expect([path, (await call('GET', root + path)).status]).toEqual([path, 404]);
    const head = await call('HEAD', `${server.url}/oauth2/access_token`);
    expect(head.status).toBe(405);
  });
});
