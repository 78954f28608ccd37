import * as oauth from 'oauth4webapi';
import { registerTelevision } from '@consentry/test-support/world/devices';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { type Application, CALLBACK, call, decide, register } from '@consentry/test-support/world/world';

/** An independent client, unmodified. */
describe('oauth4webapi', () => {
  const server = givenServer();
  const account = givenAccount(server);
  let as: oauth.AuthorizationServer;
  const insecure = { [oauth.allowInsecureRequests]: true };

  beforeAll(async () => {
    const issuer = new URL(server.url);
    const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
    as = await oauth.processDiscoveryResponse(issuer, response);
  });

  /** Sends a signed-in browser to the authorization endpoint. @returns where it is redirected. */
  async function visit(url: URL, isRejected = false): Promise<URL> {
    const { body, text } = await call<{ sessionID: string }>('GET', url.href, { headers: account.session });
    if (body.sessionID === undefined) throw new Error(text);
    const { headers } = await decide(server, account, body.sessionID, { is_rejected: isRejected });
    return new URL(headers.get('location') ?? '');
  }

  async function authorizationUrl(application: Application, state: string, verifier: string): Promise<URL> {
    const url = new URL(as.authorization_endpoint ?? '');
    url.search = new URLSearchParams({
      client_id: application.client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'notes:read',
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString();
    return url;
  }

  const methods: [string, Record<string, unknown>, (application: Application) => oauth.ClientAuth][] = [
    ['client_secret_basic', {}, ({ client_secret }) => oauth.ClientSecretBasic(client_secret)],
    ['client_secret_post', {}, ({ client_secret }) => oauth.ClientSecretPost(client_secret)],
    ['none', { client_type: 'public' }, () => oauth.None()],
  ];

  it.each(methods)('code, PKCE and refresh by %s', async (_, fields, authenticationOf) => {
    const application = await register(server, account, fields);
    const client: oauth.Client = { client_id: application.client_id };
    const authentication = authenticationOf(application);
    const [state, verifier] = [oauth.generateRandomState(), oauth.generateRandomCodeVerifier()];

    const arrived = await visit(await authorizationUrl(application, state, verifier));
    const parameters = oauth.validateAuthResponse(as, client, arrived, state);
    const tokens = await oauth.processAuthorizationCodeResponse(
      as,
      client,
      await oauth.authorizationCodeGrantRequest(as, client, authentication, parameters, CALLBACK, verifier, insecure),
    );
    expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'notes:read', expires_in: 1_209_600 });

    const refreshed = await oauth.processRefreshTokenResponse(
      as,
      client,
      await oauth.refreshTokenGrantRequest(as, client, authentication, tokens.refresh_token ?? '', insecure),
    );
    expect(refreshed.refresh_token).not.toBe(tokens.refresh_token);

    const guarded = new Request('http://localhost:3001/notes', {
      headers: { authorization: `Bearer ${refreshed.access_token}` },
    });
    const claims = await oauth.validateJwtAccessToken(as, guarded, 'http://localhost:3001', insecure);
    expect(claims).toMatchObject({ sub: account.id, client_id: application.client_id, scope: 'notes:read' });
  });

  it('reads our refusals as the errors they are', async () => {
    const application = await register(server, account);
    const client: oauth.Client = { client_id: application.client_id };
    const [state, verifier] = [oauth.generateRandomState(), oauth.generateRandomCodeVerifier()];

    const refused = await visit(await authorizationUrl(application, state, verifier), true);
    expect(() => oauth.validateAuthResponse(as, client, refused, state)).toThrow(oauth.AuthorizationResponseError);

    const parameters = oauth.validateAuthResponse(
      as,
      client,
      await visit(await authorizationUrl(application, state, verifier)),
      state,
    );
    const exchangeBy = async (authentication: oauth.ClientAuth, proof: string) =>
      oauth.processAuthorizationCodeResponse(
        as,
        client,
        await oauth.authorizationCodeGrantRequest(as, client, authentication, parameters, CALLBACK, proof, insecure),
      );
    const secret = oauth.ClientSecretBasic(application.client_secret);
    // It reads the challenge before the body.
    for (const wrong of [oauth.ClientSecretBasic('wrong'), oauth.ClientSecretPost('wrong')])
      await expect(exchangeBy(wrong, verifier)).rejects.toMatchObject({ status: 401, cause: [{ scheme: 'basic' }] });
    await expect(exchangeBy(secret, oauth.generateRandomCodeVerifier())).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    expect((await exchangeBy(secret, verifier)).scope).toBe('notes:read');
  });

  it('refuses an answer that says it comes from another server (RFC 9207)', async () => {
    const application = await register(server, account);
    const state = oauth.generateRandomState();
    const arrived = await visit(await authorizationUrl(application, state, oauth.generateRandomCodeVerifier()));
    const client: oauth.Client = { client_id: application.client_id };
    const foreign = { ...as, issuer: 'https://other.example.com' };
    expect(() => oauth.validateAuthResponse(foreign, client, arrived, state)).toThrow(/iss/);
    arrived.searchParams.delete('iss');
    expect(() => oauth.validateAuthResponse(as, client, arrived, state)).toThrow(/iss/);
  });

  it('pushes a request, reads the ID token and userinfo, asks about its token and gives it back', async () => {
    const application = await register(server, account);
    const client: oauth.Client = { client_id: application.client_id };
    const authentication = oauth.ClientSecretBasic(application.client_secret);
    const [state, nonce, verifier] = [oauth.generateRandomState(), oauth.generateRandomNonce(), newVerifier()];
    const asked = (await authorizationUrl(application, state, verifier)).searchParams;
    asked.set('scope', 'openid email notes:read');
    asked.set('nonce', nonce);
    const pushed = await oauth.processPushedAuthorizationResponse(
      as,
      client,
      await oauth.pushedAuthorizationRequest(as, client, authentication, asked, insecure),
    );
    const url = new URL(as.authorization_endpoint ?? '');
    url.searchParams.set('client_id', application.client_id);
    url.searchParams.set('request_uri', pushed.request_uri);
    const parameters = oauth.validateAuthResponse(as, client, await visit(url), state);
    const tokens = await oauth.processAuthorizationCodeResponse(
      as,
      client,
      await oauth.authorizationCodeGrantRequest(as, client, authentication, parameters, CALLBACK, verifier, insecure),
      { expectedNonce: nonce, requireIdToken: true },
    );
    expect(oauth.getValidatedIdTokenClaims(tokens)).toMatchObject({ sub: account.id, aud: application.client_id });

    const { access_token: token } = tokens;
    const userinfo = await oauth.userInfoRequest(as, client, token, insecure);
    expect(await oauth.processUserInfoResponse(as, client, account.id, userinfo)).toMatchObject({
      email: account.email,
    });
    const introspect = async () =>
      oauth.processIntrospectionResponse(
        as,
        client,
        await oauth.introspectionRequest(as, client, authentication, token, insecure),
      );
    expect(await introspect()).toMatchObject({ active: true, sub: account.id });
    await oauth.processRevocationResponse(await oauth.revocationRequest(as, client, authentication, token, insecure));
    expect(await introspect()).toEqual({ active: false });
  });

  it('binds its tokens to a key (DPoP)', async () => {
    const application = await register(server, account, { client_type: 'public' });
    const client: oauth.Client = { client_id: application.client_id };
    const DPoP = oauth.DPoP(client, await oauth.generateKeyPair('ES256'));
    const [state, verifier] = [oauth.generateRandomState(), newVerifier()];
    const url = await authorizationUrl(application, state, verifier);
    url.searchParams.set('dpop_jkt', await DPoP.calculateThumbprint());
    const parameters = oauth.validateAuthResponse(as, client, await visit(url), state);
    const options = { ...insecure, DPoP };
    const none = oauth.None();
    const tokens = await oauth.processAuthorizationCodeResponse(
      as,
      client,
      await oauth.authorizationCodeGrantRequest(as, client, none, parameters, CALLBACK, verifier, options),
    );
    expect(tokens.token_type).toBe('dpop');
    const refreshBy = async (given: object) =>
      oauth.processRefreshTokenResponse(
        as,
        client,
        await oauth.refreshTokenGrantRequest(as, client, none, tokens.refresh_token ?? '', given),
      );
    await expect(refreshBy(insecure)).rejects.toMatchObject({ error: expect.stringMatching(/^invalid_/) as string });
    expect((await refreshBy(options)).token_type).toBe('dpop');
  });

  it('signs in at a device', async () => {
    const application = await registerTelevision(server, account);
    const client: oauth.Client = { client_id: application.client_id };
    const none = oauth.None();
    const begun = await oauth.processDeviceAuthorizationResponse(
      as,
      client,
      await oauth.deviceAuthorizationRequest(as, client, none, { scope: 'notes:read' }, insecure),
    );
    const body = { user_code: begun.user_code, is_rejected: false };
    await call('POST', `${server.url}/oauth2/device`, { headers: account.session, body });
    const tokens = await oauth.processDeviceCodeResponse(
      as,
      client,
      await oauth.deviceCodeGrantRequest(as, client, none, begun.device_code, insecure),
    );
    expect(tokens.scope).toBe('notes:read');
  });
});

const newVerifier = () => oauth.generateRandomCodeVerifier();
