import * as oauth from 'oauth4webapi';
import { TestServer } from '../support/server';
import { type Account, type Application, CALLBACK, call, decide, register, signUp } from '../support/world';

/** An independent client, unmodified: what it cannot do with us, no standard client can. */
describe('oauth4webapi', () => {
  let server: TestServer;
  let account: Account;
  let as: oauth.AuthorizationServer;
  const insecure = { [oauth.allowInsecureRequests]: true };

  beforeAll(async () => {
    server = await TestServer.start();
    account = await signUp(server);
    const issuer = new URL(server.url);
    const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
    as = await oauth.processDiscoveryResponse(issuer, response);
  });
  afterAll(() => server.stop());

  /** What the browser of a signed-in account does at the authorization endpoint. @returns where it arrives. */
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
    await expect(exchangeBy(oauth.ClientSecretBasic('wrong'), verifier)).rejects.toMatchObject({ status: 401 });
    await expect(exchangeBy(oauth.ClientSecretPost('wrong'), verifier)).rejects.toMatchObject({
      error: 'invalid_client',
    });
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
});
