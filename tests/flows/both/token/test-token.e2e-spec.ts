import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose';
import { anyText, textLike } from '@consentry/test-support/world/anything';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { expectProblem } from '@consentry/test-support/world/problem';
import {
  type Application,
  type Tokens,
  authorizeUrl,
  call,
  obtainCode,
  refresh,
  register,
  requestConsent,
} from '@consentry/test-support/world/world';

interface Granted {
  id: string;
  client: Application;
  scopes: string[];
  connections: { is_test_token?: boolean; created_at: string; expires_at: string }[];
}

describe('a test token', () => {
  const server = givenServer();
  const developer = givenAccount(server);

  const issue = ({ client_id }: Application, body: unknown) =>
    call<Tokens>('POST', `${server.url}/api/applications/${client_id}/test-token`, {
      headers: developer.session,
      body,
    });
  const grants = async () => {
    const { body } = await call<{ items: Granted[] }>('GET', `${server.url}/api/grants`, {
      headers: developer.session,
    });
    return body.items;
  };

  it("is a token response for the developer's own account", async () => {
    const application = await register(server, developer);
    const { status, headers, body } = await issue(application, { scope: 'notes:read' });
    expect(status).toBe(201);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      access_token: anyText,
      token_type: 'Bearer',
      expires_in: 1_209_600,
      refresh_token: textLike(/^csy_refresh_/),
      scope: 'notes:read',
    });

    const jwks = (await call<{ keys: [] }>('GET', `${server.url}/.well-known/jwks.json`)).body;
    const { payload } = await jwtVerify(body.access_token, createLocalJWKSet(jwks), {
      issuer: server.url,
      audience: 'http://localhost:3001',
      typ: 'at+jwt',
    });
    expect(payload).toMatchObject({ sub: developer.id, client_id: application.client_id, scope: 'notes:read' });
  });

  it('makes a grant and a family, as consent does', async () => {
    const application = await register(server, developer);
    const { body } = await issue(application, { scope: 'notes:read' });
    const refreshed = await refresh(server, body.refresh_token);
    expect(refreshed).toMatchObject({ status: 200, body: { scope: 'notes:read' } });

    const own = (await grants()).filter(({ client }) => client.client_id === application.client_id);
    expect(own).toMatchObject([{ scopes: ['notes:read'] }]);
    await call('DELETE', `${server.url}/api/grants/${own[0]!.id}`, { headers: developer.session });
    expect((await refresh(server, refreshed.body.refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('widens the one grant of the pair', async () => {
    const application = await register(server, developer);
    await issue(application, { scope: 'notes:read' });
    await issue(application, { scope: 'notes:write' });
    const own = (await grants()).filter(({ client }) => client.client_id === application.client_id);
    expect(own).toMatchObject([{ scopes: ['notes:read', 'notes:write'] }]);
  });

  it('is no consent: the page asks as before, and a request without a page is refused', async () => {
    const application = await register(server, developer);
    const allowedBefore = async () => {
      const { scopes } = await requestConsent(server, developer, application);
      return (scopes as { granted_before: boolean }[]).map(({ granted_before: before }) => before);
    };
    await issue(application, { scope: 'notes:read notes:write' });
    expect(await allowedBefore()).toEqual([false, false]);
    const silent = authorizeUrl(server, application, { scope: 'notes:read', prompt: 'none' });
    const { headers } = await call('GET', silent, { headers: developer.session });
    expect(headers.get('location')).toContain('error=consent_required');
    await obtainCode(server, developer, application, { scope: 'notes:read' });
    expect(await allowedBefore()).toEqual([true, false]);
    await issue(application, { scope: 'notes:read notes:write' });
    expect(await allowedBefore()).toEqual([true, false]);
  });

  it('lasts as long as it was asked to, and then without a refresh token', async () => {
    const application = await register(server, developer);
    const { status, body } = await issue(application, { scope: 'openid notes:read', expires_in: 3_600 });
    expect([status, body.expires_in]).toEqual([201, 3_600]);
    expect(body).not.toHaveProperty('refresh_token');
    const { exp, iat } = decodeJwt(body.access_token);
    expect(exp! - iat!).toBe(3_600);
    const longest = await issue(application, { scope: 'notes:read', expires_in: 31_536_000 });
    expect(longest.body.expires_in).toBe(1_209_600);
    const { connections } = (await grants()).find(({ client }) => client.client_id === application.client_id)!;
    expect(connections.map(({ is_test_token: isTest }) => isTest)).toEqual([true, true]);
    const { created_at: begun, expires_at: end } = connections[1]!;
    expect(Date.parse(end) - Date.parse(begun)).toBe(3_600_000);
  });

  it.each([
    [{ scope: 'notes:read', expires_in: 0 }, 'expires_in'],
    [{ scope: 'notes:read', expires_in: '3600' }, 'expires_in'],
    [{ scope: 'notes:read', expires_in: 1.5 }, 'expires_in'],
    [{}, 'scope'],
    [undefined, 'scope'],
    [{ scope: '' }, 'scope'],
    [{ scope: '  ' }, 'scope'],
    [{ scope: ['notes:read'] }, 'scope'],
    [{ scope: 'notes:delete' }, 'scope'],
    [{ scope: 'notes:read notes:delete' }, 'scope'],
    [{ scope: 'notes:read\tnotes:write' }, 'scope'],
    [{ scope: 'notes:write' }, 'scope'],
    [{ scope: 'notes:read', account: 'other' }, 'account'],
  ])('is refused for %j', async (body, field) => {
    const application = await register(server, developer, { scopes: ['notes:read'] });
    expectProblem((await issue(application, body)) as never, 400, field);
  });

  it('is refused for an application whose tokens are all bound to a key', async () => {
    const application = await register(server, developer, { dpop_bound_access_tokens: true });
    expectProblem((await issue(application, { scope: 'notes:read' })) as never, 409);
    expect((await grants()).map(({ client }) => client.client_id)).not.toContain(application.client_id);
  });

  it('is refused for a disabled, deleted or unknown application', async () => {
    const application = await register(server, developer);
    const path = `${server.url}/api/applications/${application.client_id}`;
    await call('PATCH', path, { headers: developer.session, body: { enabled: false } });
    expectProblem((await issue(application, { scope: 'notes:read' })) as never, 409);
    await call('DELETE', path, { headers: developer.session });
    expectProblem((await issue(application, { scope: 'notes:read' })) as never, 404);
    expectProblem((await issue({ ...application, client_id: 'x' }, { scope: 'notes:read' })) as never, 404);
  });
});
