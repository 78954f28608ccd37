import { CompactSign } from 'jose';
import * as openid from 'openid-client';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import {
  ClientKey,
  JWT_BEARER,
  KeySetUrl,
  KeyedClient,
  changeClient,
} from '@consentry/test-support/world/keyed-client';
import { storedRows } from '@consentry/test-support/server/stored';
import {
  type Answer,
  type Application,
  CALLBACK,
  call,
  obtainCode,
  query,
  register,
  unique,
} from '@consentry/test-support/world/world';

type Parameters = Record<string, string | undefined>;

/** JWT profile for client authentication (with RFC 7521). JWTs as grants (§2.1) are not offered. */
describe('RFC 7523: a client that signs', () => {
  const server = givenServer();
  const account = givenAccount(server);
  let client: KeyedClient;

  beforeAll(async () => {
    client = await KeyedClient.register(server, account);
  });

  const send = (parameters: Parameters, headers: Record<string, string> = {}) =>
    call('POST', `${server.url}/oauth2/token`, { headers, body: new URLSearchParams(query(parameters)) });
  const codeOf = async (application: Application) => ({
    grant_type: 'authorization_code',
    code: await obtainCode(server, account, application),
    redirect_uri: application.redirect_uris[0],
  });
  /** The server reads the grant after client authentication: `invalid_grant` means that it succeeded. */
  const tryOut = (parameters: Parameters, headers: Record<string, string> = {}) =>
    send({ grant_type: 'refresh_token', refresh_token: 'none', ...parameters }, headers);
  const errorOf = ({ status, body }: Answer) => [status, body.error];
  const KNOWN = [400, 'invalid_grant'];
  const UNKNOWN = [401, 'invalid_client'];
  const REFUSED = [400, 'invalid_request'];

  it('§2.2 a client authenticates by client_assertion, for every grant', async () => {
    const answer = await send({ ...(await codeOf(client.application)), ...(await client.credentials()) });
    expect(answer.status).toBe(200);
    const refreshed = { grant_type: 'refresh_token', refresh_token: answer.body.refresh_token as string };
    expect((await send({ ...refreshed, ...(await client.credentials()) })).status).toBe(200);
    expect(errorOf(await send(refreshed))).toEqual(REFUSED);
  });

  it('§2.2 client_assertion_type must be the JWT one', async () => {
    const saml = { client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer' };
    expect(errorOf(await tryOut({ ...(await client.credentials()), ...saml }))).toEqual(UNKNOWN);
    expect(errorOf(await tryOut({ client_assertion: await client.assertion() }))).toEqual(REFUSED);
    expect(errorOf(await tryOut({ client_assertion_type: JWT_BEARER }))).toEqual(REFUSED);
  });

  it('§2.2 client_assertion is one JWT: two are refused', async () => {
    const [one, other] = [await client.assertion(), await client.assertion()];
    const body = `${query({ grant_type: 'refresh_token', refresh_token: 'none', client_assertion_type: JWT_BEARER })}&client_assertion=${one}&client_assertion=${other}`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(errorOf(await call('POST', `${server.url}/oauth2/token`, { headers, body }))).toEqual(REFUSED);
  });

  it('RFC 7521 §4.2 a client_id beside it must name the same client', async () => {
    const { client_id } = client.application;
    expect(errorOf(await tryOut({ ...(await client.credentials()), client_id }))).toEqual(KNOWN);
    expect(errorOf(await tryOut({ ...(await client.credentials()), client_id: 'other' }))).toEqual(REFUSED);
  });

  it('RFC 7521 §4.2 no other method beside it', async () => {
    const { client_id, client_secret } = client.application;
    const basic = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;
    expect(errorOf(await tryOut(await client.credentials(), { authorization: basic }))).toEqual(REFUSED);
    expect(errorOf(await tryOut({ ...(await client.credentials()), client_id, client_secret }))).toEqual(REFUSED);
  });

  const refused: [string, Record<string, unknown>, Parameters?][] = [
    ['§3 (1) no iss', { iss: undefined }],
    ['§3 (1) another iss', { iss: 'other' }],
    ['§3 (2) no sub', { sub: undefined }],
    ['§3 (2B) a sub that is not the client_id', { iss: 'other', sub: 'other' }],
    ['§3 (3) no aud', { aud: undefined }],
    ['§3 (3) an aud that is not this server', { aud: 'https://other.example.com' }],
    ['§3 (3) this server beside another', { aud: ['https://other.example.com', 'x'] }],
    ['§3 (4) no exp', { exp: undefined }],
    ['§3 (4) an exp that has passed', { exp: Math.floor(Date.now() / 1000) - 1 }],
    ['§3 (4) an exp unreasonably far ahead', { exp: Math.floor(Date.now() / 1000) + 3600 }],
    ['§3 (5) an nbf to come', { nbf: Math.floor(Date.now() / 1000) + 600 }],
    ['§3 (6) an iat to come', { iat: Math.floor(Date.now() / 1000) + 600 }],
    ['§3 (7) no jti', { jti: undefined }],
    ['§3 (10) a JWT made for something else', {}, { typ: 'at+jwt' }],
    ['§3 (9) a key that is not its own', {}, { kid: 'unknown' }],
  ];
  it.each(refused)('%s is invalid_client', async (_, claims, header = {}) => {
    expect(errorOf(await tryOut(await client.credentials(claims, header)))).toEqual(UNKNOWN);
  });

  it('§3 (3) aud may be a list that names this server alone', async () => {
    expect(errorOf(await tryOut(await client.credentials({ aud: [server.url] })))).toEqual(KNOWN);
  });

  describe('§3 (3) an application with client_assertion_audience any', () => {
    let lenient: KeyedClient;
    beforeAll(async () => {
      lenient = await KeyedClient.register(server, account, { columns: { client_assertion_audience: 'any' } });
    });
    const hour = () => ({ exp: Math.floor(Date.now() / 1000) + 3600 });

    // NimbusJwtClientAuthenticationParametersConverter: iss, sub, aud, jti, iat and exp in 60 s; alg and kid, without typ.
    it('signs as Spring does; by default that is refused in words that name the setting', async () => {
      const spring = { aud: `${server.url}/oauth2/token` };
      expect(errorOf(await tryOut(await lenient.credentials(spring)))).toEqual(KNOWN);
      const { status, body } = await tryOut(await client.credentials(spring));
      expect([status, body]).toEqual([
        401,
        {
          error: 'invalid_client',
          error_description: `the aud of the client assertion must be ${server.url} only, unless client_assertion_audience of the application is any`,
        },
      ]);
    });

    it('pushes requests by the URL of that endpoint (RFC 9126 §2), for an hour', async () => {
      const endpoint = `${server.url}/oauth2/par`;
      const push = async (by: KeyedClient) => {
        const request = { response_type: 'code', scope: 'notes:read', state: 's' };
        const body = { ...request, redirect_uri: CALLBACK, ...(await by.credentials({ aud: endpoint, ...hour() })) };
        return (await call('POST', endpoint, { body: new URLSearchParams(body) })).status;
      };
      expect([await push(lenient), await push(client)]).toEqual([201, 401]);
    });

    it.each([
      ['another server beside this one', (url: string) => [`${url}/oauth2/token`, 'https://other.example.com']],
      ['another server', () => 'https://other.example.com/oauth2/token'],
      ['an endpoint where no client authenticates', (url: string) => `${url}/oauth2/authorize`],
    ])('does not sign for %s', async (_, audOf) => {
      expect(errorOf(await tryOut(await lenient.credentials({ aud: audOf(server.url) })))).toEqual(UNKNOWN);
    });

    it('a stranger learns neither which settings an application has nor whether it exists', async () => {
      const profiled = await KeyedClient.register(server, account, { columns: { security_profile: 'fapi2' } });
      const stranger = await ClientKey.make('ES256', lenient.key.jwk.kid);
      const seen = async (parameters: Parameters) => {
        const { status, body, headers } = await tryOut(parameters);
        return JSON.stringify([status, body, headers.get('www-authenticate')]);
      };
      const answers = new Set<string>();
      for (const id of ['nobody', ...[client, lenient, profiled].map((by) => by.application.client_id)]) {
        const claims = { iss: id, sub: id, aud: `${server.url}/oauth2/token`, jti: unique(), ...hour() };
        const client_assertion = await stranger.sign(claims);
        answers.add(await seen({ client_assertion_type: JWT_BEARER, client_assertion }));
        answers.add(await seen({ client_id: id, client_secret: 'wrong' }));
      }
      expect(answers.size).toBe(1);
    });
  });

  it('RFC 7591 §2 an application with a token_endpoint_auth_signing_alg signs by that alone', async () => {
    const { PS256, RS256 } = await ClientKey.makeRsa('PS256', 'RS256');
    const application = await register(server, account, {
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_signing_alg: 'PS256',
      jwks: { keys: [PS256.jwk] },
    });
    const { client_id: id } = application;
    const signedBy = async (key: ClientKey) => {
      const exp = Math.floor(Date.now() / 1000) + 60;
      const client_assertion = await key.sign({ iss: id, sub: id, aud: server.url, jti: unique(), exp });
      return tryOut({ client_assertion_type: JWT_BEARER, client_assertion });
    };
    expect(errorOf(await signedBy(PS256))).toEqual(KNOWN);
    const { status, body } = await signedBy(RS256);
    expect([status, body.error_description]).toEqual([401, expect.stringContaining('must be PS256')]);
  });

  it('§3 (7) a jti is used once, also by two calls at the same moment', async () => {
    const credentials = await client.credentials();
    const answers = await Promise.all([1, 2, 3, 4].map(() => tryOut(credentials)));
    const errors = answers.map(({ body }) => body.error as string).sort();
    expect(errors).toEqual(['invalid_client', 'invalid_client', 'invalid_client', 'invalid_grant']);
  });

  it('§3 (7) a jti is spent by its own client alone', async () => {
    const [jti, other] = [unique(), await KeyedClient.register(server, account)];
    expect(errorOf(await tryOut(await other.credentials({ jti })))).toEqual(KNOWN);
    const forged = await other.key.sign({
      ...(JSON.parse(Buffer.from((await client.assertion({ jti })).split('.')[1]!, 'base64url').toString()) as object),
    });
    expect(errorOf(await tryOut({ client_assertion_type: JWT_BEARER, client_assertion: forged }))).toEqual(UNKNOWN);
    expect(errorOf(await tryOut(await client.credentials({ jti })))).toEqual(KNOWN);
  });

  it('§3 (7) what was used is kept as a hash alone, and until the assertion is over', async () => {
    const jti = `jti-${unique()}`;
    const count = async () => (await storedRows(server, 'SELECT * FROM used_jtis')).length;
    const before = await count();
    await tryOut(await client.credentials({ jti }));
    expect(await count()).toBe(before + 1);
    expect(JSON.stringify(await storedRows(server, 'SELECT * FROM used_jtis'))).not.toContain(jti);
  });

  it('§3 (9) it must be signed: none and a shared secret are not', async () => {
    const { client_id: id, client_secret: secret } = client.application;
    const claims = { iss: id, sub: id, aud: server.url, jti: unique(), exp: Math.floor(Date.now() / 1000) + 60 };
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const unsigned = `${encode({ alg: 'none' })}.${encode(claims)}.`;
    const shared = await new CompactSign(Buffer.from(JSON.stringify(claims)))
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(secret.padEnd(32)));
    for (const client_assertion of [unsigned, shared])
      expect(errorOf(await tryOut({ client_assertion_type: JWT_BEARER, client_assertion }))).toEqual(UNKNOWN);
  });

  it.each(['ES256', 'ES384', 'RS256', 'PS256', 'EdDSA'])('§5 takes %s, as the metadata says', async (alg) => {
    const signing = await KeyedClient.register(server, account, { alg });
    expect(errorOf(await tryOut(await signing.credentials()))).toEqual(KNOWN);
  });

  it('RFC 7591 §2 a client has the one method it registered', async () => {
    const { client_id, client_secret } = client.application;
    expect(errorOf(await tryOut({ client_id, client_secret }))).toEqual(UNKNOWN);
    const plain = await register(server, account);
    const key = await ClientKey.make();
    await changeClient(server, plain, { jwks: JSON.stringify({ keys: [key.jwk] }) });
    const claims = { iss: plain.client_id, sub: plain.client_id, aud: server.url, jti: unique() };
    const client_assertion = await key.sign({ ...claims, exp: Math.floor(Date.now() / 1000) + 60 });
    expect(errorOf(await tryOut({ client_assertion_type: JWT_BEARER, client_assertion }))).toEqual(UNKNOWN);
  });

  it('an assertion never stands in a URL', async () => {
    const credentials = { grant_type: 'refresh_token', code: 'none', ...(await client.credentials()) };
    const asked = await call('GET', `${server.url}/oauth2/access_token?${query(credentials)}`);
    expect(errorOf(asked)).toEqual(REFUSED);
    const url = `${server.url}/oauth2/token?${query({ client_assertion: credentials.client_assertion })}`;
    expect(errorOf(await call('POST', url, { body: new URLSearchParams(query(credentials)) }))).toEqual(REFUSED);
  });

  describe('its keys at a jwks_uri', () => {
    let keySet: KeySetUrl;
    afterEach(() => keySet.stop());

    it('are fetched once, and again when a new one signs', async () => {
      const remote = await KeyedClient.register(server, account);
      keySet = await KeySetUrl.serve(remote.key.jwk);
      await changeClient(server, remote.application, { jwks: null, jwks_uri: keySet.url });
      for (let calls = 0; calls < 2; calls += 1)
        expect(errorOf(await tryOut(await remote.credentials()))).toEqual(KNOWN);
      expect(keySet.asked).toBe(1);

      const next = await ClientKey.make();
      keySet.keys = [next.jwk];
      const { client_id: id } = remote.application;
      const sign = async () =>
        next.sign({ iss: id, sub: id, aud: server.url, jti: unique(), exp: Math.floor(Date.now() / 1000) + 200 });
      const byNext = async () =>
        errorOf(await tryOut({ client_assertion_type: JWT_BEARER, client_assertion: await sign() }));
      expect(await byNext()).toEqual(UNKNOWN);
      expect(keySet.asked).toBe(1);
      await server.advance({ seconds: 31 });
      expect(await byNext()).toEqual(KNOWN);
      expect(await byNext()).toEqual(KNOWN);
      expect(keySet.asked).toBe(2);
      await server.advance({ seconds: -31 });
    });

    it('that cannot be had prove nothing, and are not asked for at every call', async () => {
      const remote = await KeyedClient.register(server, account);
      keySet = await KeySetUrl.serve(remote.key.jwk);
      keySet.status = 500;
      await changeClient(server, remote.application, { jwks: null, jwks_uri: keySet.url });
      for (let calls = 0; calls < 3; calls += 1)
        expect(errorOf(await tryOut(await remote.credentials()))).toEqual(UNKNOWN);
      expect(keySet.asked).toBe(1);
    });
  });

  it('openid-client signs in by its key', async () => {
    const { application, key } = client;
    const authentication = openid.PrivateKeyJwt({ key: key.privateKey, kid: key.jwk.kid! });
    const config = await openid.discovery(new URL(server.url), application.client_id, undefined, authentication, {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
    });
    const { code } = await codeOf(application);
    const arrived = new URL(`${application.redirect_uris[0]}?${query({ code, iss: server.url, state: 'a-state' })}`);
    const tokens = await openid.authorizationCodeGrant(config, arrived, { expectedState: 'a-state' });
    expect(tokens.scope).toBe('notes:read notes:write');
    expect((await openid.refreshTokenGrant(config, tokens.refresh_token!)).access_token).toBeDefined();
  });
});
