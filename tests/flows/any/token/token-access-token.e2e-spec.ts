import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose';
import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { PHOTOS, twoResources } from '@consentry/test-support/world/two-resources';
import { call, obtainTokens, refresh } from '@consentry/test-support/world/world';

describe('the access token', () => {
  const server = givenServer({ env: twoResources() });
  const account = givenAccount(server);
  const application = givenApplication(server, account);

  const verify = async (token: string, audience = 'http://localhost:3001') => {
    const { body } = await call<JSONWebKeySet>('GET', `${server.url}/.well-known/jwks.json`);
    return jwtVerify(token, createLocalJWKSet(body), { issuer: server.url, audience, typ: 'at+jwt' });
  };

  it('is a JWT as in RFC 9068, signed by a key of the JWKS', async () => {
    const { access_token } = await obtainTokens(server, account, application, { scope: 'notes:read' });
    const { protectedHeader, payload } = await verify(access_token);
    expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: expect.any(String) as string });
    expect(payload).toEqual({
      iss: server.url,
      sub: account.id,
      aud: 'http://localhost:3001',
      client_id: application.client_id,
      scope: 'notes:read',
      iat: expect.any(Number) as number,
      exp: (payload.iat ?? 0) + 1_209_600,
      jti: expect.any(String) as string,
      fam: expect.any(String) as string,
    });
  });

  it('has the resource of its scopes as its audience', async () => {
    const { access_token } = await obtainTokens(server, account, application, { scope: 'photos:read' });
    expect((await verify(access_token, PHOTOS)).payload).toMatchObject({ aud: PHOTOS, scope: 'photos:read' });
    await expect(verify(access_token)).rejects.toThrow(/aud/);
  });

  it('names its family, the same through every refresh, and itself anew', async () => {
    const first = await obtainTokens(server, account, application);
    const { body: second } = await refresh(server, first.refresh_token);
    const other = await obtainTokens(server, account, application);
    const [one, two, three] = [first, second, other].map(({ access_token }) => decodeJwt(access_token));
    expect(two?.fam).toBe(one?.fam);
    expect(three?.fam).not.toBe(one?.fam);
    expect(new Set([one?.jti, two?.jti, three?.jti]).size).toBe(3);
    expect((await verify(second.access_token)).payload.sub).toBe(account.id);
  });

  it('is no longer valid when a byte of it is changed', async () => {
    const { access_token } = await obtainTokens(server, account, application);
    const [header = '', payload = '', signature = ''] = access_token.split('.');
    const claims = { ...decodeJwt(access_token), scope: 'photos:read' };
    const forged = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const unsigned = Buffer.from(JSON.stringify({ ...decodeProtectedHeader(access_token), alg: 'none' })).toString(
      'base64url',
    );
    for (const token of [`${header}.${forged}.${signature}`, `${unsigned}.${payload}.`])
      await expect(verify(token)).rejects.toThrow();
  });

  it('is not taken where a session token is, nor is a session token signed by a key of the JWKS', async () => {
    const { access_token } = await obtainTokens(server, account, application);
    const { status } = await call('GET', `${server.url}/api/session`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    expect(status).toBe(401);
    expect(decodeProtectedHeader(account.sessionToken).typ).toBe('session+jwt');
    expect(decodeJwt(account.sessionToken).aud).toBe(server.url);
    await expect(verify(account.sessionToken, server.url)).rejects.toThrow();
  });
});
