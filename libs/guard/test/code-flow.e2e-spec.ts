import * as openid from 'openid-client';

import { TestIssuer } from '../src/testing/index.ts';

const ISSUER = 'http://localhost:3999/auth';
const CALLBACK = 'https://app.example.com/callback';

describe('an application that gets its tokens from a test issuer', () => {
  let issuer: TestIssuer;
  let config: openid.Configuration;
  let pkceCodeVerifier: string;

  beforeAll(async () => {
    issuer = await TestIssuer.start({ issuer: ISSUER, audience: 'https://notes.example.com' });
    const authentication = openid.ClientSecretBasic('a secret');
    const execute = [openid.allowInsecureRequests];
    config = await openid.discovery(new URL(ISSUER), 'app 1', undefined, authentication, { execute });
  });
  afterAll(() => issuer.stop());

  async function begin(more: Record<string, string> = {}): Promise<URL> {
    pkceCodeVerifier = openid.randomPKCECodeVerifier();
    return openid.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: 'openid notes:read',
      state: 'a state',
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      ...more,
    });
  }

  const finish = (callback: URL, checks: openid.AuthorizationCodeGrantChecks = {}) =>
    openid.authorizationCodeGrant(config, callback, { expectedState: 'a state', pkceCodeVerifier, ...checks });

  it('has them for the person who approved', async () => {
    const callback = issuer.approve(await begin({ nonce: 'a nonce' }), { sub: 'ada', exp: '1m' });
    expect(callback.href).toMatch(/^https:\/\/app\.example\.com\/callback\?code=/);
    const tokens = await finish(callback, { expectedNonce: 'a nonce' });
    expect(tokens).toMatchObject({ scope: 'openid notes:read', expires_in: 60 });
    expect(tokens.claims()).toMatchObject({ iss: ISSUER, sub: 'ada', aud: 'app 1', nonce: 'a nonce' });
    const claims = JSON.parse(Buffer.from(tokens.access_token.split('.')[1]!, 'base64url').toString()) as object;
    expect(claims).toMatchObject({ sub: 'ada', aud: 'https://notes.example.com', client_id: 'app 1' });
  });

  it('gets what was approved, which may be less than it requested', async () => {
    const tokens = await finish(issuer.approve(await begin(), { scope: 'openid' }));
    expect(tokens.scope).toBe('openid');
  });

  it('refreshes them, with each refresh token once', async () => {
    const { refresh_token: first } = await finish(issuer.approve(await begin(), { sub: 'ada' }));
    const refreshed = await openid.refreshTokenGrant(config, first!);
    expect(refreshed.refresh_token).not.toBe(first);
    expect(refreshed.claims()?.sub).toBe('ada');
    await expect(openid.refreshTokenGrant(config, first!)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('uses a code once', async () => {
    const callback = issuer.approve(await begin());
    await finish(callback);
    await expect(finish(callback)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('is refused with the verifier of another request', async () => {
    const callback = issuer.approve(await begin());
    await begin();
    await expect(finish(callback)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('is refused with the code of another client', async () => {
    const callback = issuer.approve((await begin()).href.replace('client_id=app+1', 'client_id=app+2'));
    await expect(finish(callback)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('hears what is wrong with its request', async () => {
    const url = await begin({ code_challenge_method: 'plain', redirect_uri: 'callback' });
    expect(() => issuer.approve(url)).toThrow(
      `This is not an authorization request for ${ISSUER}/oauth2/authorize: redirect_uri is not a URL; it has no code_challenge with S256`,
    );
    expect(() => issuer.approve('https://other.example.com/authorize')).toThrow(
      'it goes to https://other.example.com/authorize; response_type is not code; client_id is missing',
    );
  });
});
