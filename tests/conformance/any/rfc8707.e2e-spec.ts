import { decodeJwt } from 'jose';
import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { PHOTOS, twoResources } from '@consentry/test-support/world/two-resources';
import { authorizeUrl, call, exchange, obtainCode, pkce, query, refresh } from '@consentry/test-support/world/world';

const NOTES = 'http://localhost:3001';

describe('RFC 8707: resource indicators', () => {
  const server = givenServer({ env: twoResources() });
  const account = givenAccount(server);
  const application = givenApplication(server, account);

  const ask = (override: Record<string, string | undefined>, more = '') =>
    call('GET', authorizeUrl(server, application, override) + more, { headers: account.session });
  const errorOf = ({ status, body }: { status: number; body: { error?: unknown } }) => [status, body.error];
  const INVALID = [400, 'invalid_target'];

  it('§2 resource is an absolute URI without a fragment', async () => {
    for (const resource of ['notes', '/notes', `${NOTES}#part`])
      expect(errorOf(await ask({ resource }))).toEqual(INVALID);
  });

  it('§2 it may be sent more than once; an access token has one audience, so two are refused', async () => {
    const [one, other] = [encodeURIComponent(NOTES), encodeURIComponent(PHOTOS)];
    expect((await ask({ resource: NOTES }, `&resource=${one}`)).status).toBe(200);
    expect(errorOf(await ask({ resource: NOTES }, `&resource=${other}`))).toEqual(INVALID);
  });

  it('§2 the slash of an empty path names the same resource (RFC 3986 §6.2.3); aud is the registered text', async () => {
    const { body: screen } = await ask({ resource: `${PHOTOS}/`, scope: 'photos:read' });
    expect(screen).toMatchObject({ resource: { url: PHOTOS } });
    const code = await obtainCode(server, account, application, { resource: `${PHOTOS}/`, scope: 'photos:read' });
    const { body } = await exchange(server, application, code, { resource: `${PHOTOS}/` });
    expect(decodeJwt(body.access_token).aud).toBe(PHOTOS);
    const again = await refresh(server, body.refresh_token, { resource: `${PHOTOS}/` });
    expect([again.status, decodeJwt(again.body.access_token).aud]).toEqual([200, PHOTOS]);
    for (const resource of [`${PHOTOS}//`, `${PHOTOS}/?`, `${PHOTOS}:8443/`])
      expect(errorOf(await ask({ resource, scope: 'photos:read' }))).toEqual(INVALID);
  });

  it('§2.1 an unknown resource is invalid_target, told by the redirect', async () => {
    const answer = await ask({ resource: 'https://unknown.example.com' });
    expect(errorOf(answer)).toEqual(INVALID);
    expect(new URL(answer.body.redirect_to as string).searchParams.get('error')).toBe('invalid_target');
  });

  it("§2.1 scopes of other resources are left out; without scope it means the resource's own", async () => {
    const both = await ask({ resource: PHOTOS, scope: 'notes:read photos:read' });
    expect(both.body).toMatchObject({ resource: { url: PHOTOS }, scopes: [{ name: 'photos:read' }] });
    for (const scope of ['notes:read', 'photos:read burn'])
      expect(errorOf(await ask({ resource: PHOTOS, scope }))).toEqual([400, 'invalid_scope']);
    const proof = { code_challenge: pkce().challenge, code_challenge_method: 'S256' };
    const { body } = await ask({ resource: PHOTOS, scope: undefined, ...proof });
    expect(body).toMatchObject({ resource: { url: PHOTOS }, scopes: [{ name: 'photos:read' }] });
  });

  it('§2.2 the access token is for the resource that was asked for', async () => {
    const code = await obtainCode(server, account, application, { resource: PHOTOS, scope: 'photos:read' });
    const { body } = await exchange(server, application, code, { resource: PHOTOS });
    expect(decodeJwt(body.access_token).aud).toBe(PHOTOS);
  });

  it.each([
    ['another', PHOTOS],
    ['an unknown one', 'https://unknown.example.com'],
    ['no URI', 'notes'],
  ])('§2.2 %s on the code exchange is invalid_target and spends nothing', async (_, resource) => {
    const code = await obtainCode(server, account, application);
    expect(errorOf(await exchange(server, application, code, { resource }))).toEqual(INVALID);
    expect((await exchange(server, application, code, { resource: NOTES })).status).toBe(200);
  });

  it('§2.2 the same of a refresh', async () => {
    const code = await obtainCode(server, account, application);
    const { body } = await exchange(server, application, code);
    expect(errorOf(await refresh(server, body.refresh_token, { resource: PHOTOS }))).toEqual(INVALID);
    const again = await refresh(server, body.refresh_token, { resource: NOTES });
    expect([again.status, decodeJwt(again.body.access_token).aud]).toEqual([200, NOTES]);
  });

  it('§2.2 two resources at the token endpoint are refused', async () => {
    const code = await obtainCode(server, account, application);
    const { client_id, client_secret, redirect_uris } = application;
    const parameters = {
      grant_type: 'authorization_code',
      code,
      client_id,
      client_secret,
      redirect_uri: redirect_uris[0],
    };
    const body = new URLSearchParams(query(parameters));
    for (const resource of [NOTES, PHOTOS]) body.append('resource', resource);
    expect(errorOf(await call('POST', `${server.url}/oauth2/token`, { body }))).toEqual(INVALID);
    expect((await exchange(server, application, code)).status).toBe(200);
  });
});
