import { anyText, textLike } from '@consentry/test-support/world/anything';
import { givenServer } from '@consentry/test-support/server/given';
import { isAcceptedByEntries, readEntries } from '@consentry/test-support/world/judge-by-entries';
import { expectProblem } from '@consentry/test-support/world/problem';
import {
  type Account,
  type Application,
  call,
  decide,
  exchange,
  obtainCode,
  obtainTokens,
  refresh,
  register,
  requestConsent,
  signIn,
  signUp,
} from '@consentry/test-support/world/world';

interface Grant {
  id: string;
  client: { client_id: string };
  scopes: string[];
  created_at: string;
  last_used_at: string | null;
}

describe('the grants of an account', () => {
  const server = givenServer();
  let developer: Account;
  let account: Account;
  let application: Application;
  beforeEach(async () => {
    developer = await signUp(server);
    account = await signUp(server);
    application = await register(server, developer, { description: 'd', homepage_uri: 'https://a.example' });
  });

  const list = async ({ session } = account) =>
    (await call<{ items: Grant[] }>('GET', `${server.url}/api/grants`, { headers: session })).body.items;
  const end = (id: string, { session } = account) =>
    call('DELETE', `${server.url}/api/grants/${id}`, { headers: session });

  it('are shown with the application, the scopes, and when they began', async () => {
    expect(await list()).toEqual([]);
    await obtainCode(server, account, application, { scope: 'notes:read' });
    expect(await list()).toEqual([
      {
        id: anyText,
        client: {
          client_id: application.client_id,
          name: 'Test app',
          description: 'd',
          homepage_uri: 'https://a.example',
          logo_uri: null,
        },
        scopes: ['notes:read'],
        created_at: textLike(/Z$/),
        last_used_at: null,
        connections: [],
        delegations: [],
      },
    ]);
    expect(await list(developer)).toEqual([]);
  });

  it('are one for each application, with the union of what was consented', async () => {
    const other = await register(server, developer);
    await obtainCode(server, account, application, { scope: 'notes:write' });
    const [first] = await list();
    await server.advance({ minutes: 1 });
    await obtainCode(server, account, other);
    await obtainCode(server, account, application, { scope: 'notes:read' });
    const grants = await list();
    expect(grants).toMatchObject([
      { id: first!.id, created_at: first!.created_at, scopes: ['notes:write', 'notes:read'] },
      { client: { client_id: other.client_id }, scopes: ['notes:read', 'notes:write'] },
    ]);
  });

  it('hold what was granted of what was asked, and nothing that was refused', async () => {
    const refused = await requestConsent(server, account, application);
    await decide(server, account, refused.sessionID, { is_rejected: true });
    expect(await list()).toEqual([]);
    const { sessionID } = await requestConsent(server, account, application);
    await decide(server, account, sessionID, { is_rejected: false, scope: 'notes:write' });
    expect(await list()).toMatchObject([{ scopes: ['notes:write'] }]);
    const again = await requestConsent(server, account, application);
    expect(again['scopes']).toMatchObject([
      { name: 'notes:read', granted_before: false },
      { name: 'notes:write', granted_before: true },
    ]);
  });

  it('tell when they were used last: at an exchange, at a refresh', async () => {
    const code = await obtainCode(server, account, application);
    await server.advance({ minutes: 1 });
    const { body } = await exchange(server, application, code);
    const [exchanged] = await list();
    expect(Date.parse(exchanged!.last_used_at!) - Date.parse(exchanged!.created_at)).toBeGreaterThanOrEqual(60_000);
    await server.advance({ days: 1 });
    await refresh(server, body.refresh_token);
    const [refreshed] = await list({ ...account, ...(await signIn(server, account)) });
    expect(Date.parse(refreshed!.last_used_at!) - Date.parse(exchanged!.last_used_at!)).toBeGreaterThanOrEqual(
      86_400_000,
    );
  });

  it('end with all their families and unspent codes', async () => {
    const families = [
      await obtainTokens(server, account, application),
      await obtainTokens(server, account, application),
    ];
    const code = await obtainCode(server, account, application);
    const bystander = await obtainTokens(server, developer, application);
    const [grant] = await list();

    const { status, text } = await end(grant!.id);
    expect({ status, text }).toEqual({ status: 204, text: '' });
    expect(await list()).toEqual([]);
    for (const { refresh_token } of families)
      expect((await refresh(server, refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
    expect((await exchange(server, application, code)).body).toMatchObject({ error: 'invalid_grant' });
    expect((await refresh(server, bystander.refresh_token)).status).toBe(200);
  });

  it('begin again with the new scopes only, and nothing from before comes back', async () => {
    const before = await obtainTokens(server, account, application);
    const code = await obtainCode(server, account, application);
    const [ended] = await list();
    await end(ended!.id);
    await server.advance({ minutes: 1 });

    const fresh = await obtainTokens(server, account, application, { scope: 'notes:read' });
    expect(fresh.scope).toBe('notes:read');
    const [begun] = await list();
    expect(begun).toMatchObject({ scopes: ['notes:read'] });
    expect(Date.parse(begun!.created_at)).toBeGreaterThan(Date.parse(ended!.created_at));
    expect((await refresh(server, before.refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
    expect((await exchange(server, application, code)).body).toMatchObject({ error: 'invalid_grant' });
    expect((await refresh(server, fresh.refresh_token)).status).toBe(200);
  });

  describe('narrowed', () => {
    const narrow = (id: string, body: unknown, { session } = account) =>
      call('PATCH', `${server.url}/api/grants/${id}`, { headers: session, body });
    const scopeOf = async (answer: Promise<{ body: { scope: string } }>) => (await answer).body.scope;
    const isActive = async (token: string) => {
      const { client_id, client_secret } = application;
      const body = new URLSearchParams({ token, client_id, client_secret });
      return (await call('POST', `${server.url}/oauth2/introspect`, { body })).body['active'];
    };

    const isPublished = async (token: string) => !isAcceptedByEntries(token, await readEntries(server));

    it('leave refresh tokens and codes what is left, and access tokens from before nothing', async () => {
      const tokens = await obtainTokens(server, account, application);
      const code = await obtainCode(server, account, application);
      const writing = await obtainTokens(server, account, application, { scope: 'notes:write' });
      const [grant] = await list();
      expect(await isActive(tokens.access_token)).toBe(true);

      const { status, body } = await narrow(grant!.id, { scopes: ['notes:read'] });
      expect([status, body]).toEqual([200, (await list())[0]]);
      expect(body['scopes']).toEqual(['notes:read']);
      expect([await isActive(tokens.access_token), await isPublished(tokens.access_token)]).toEqual([false, true]);
      const next = await refresh(server, tokens.refresh_token);
      expect([next.body.scope, await isActive(next.body.access_token)]).toEqual(['notes:read', true]);
      expect(await isPublished(next.body.access_token)).toBe(false);
      expect(await scopeOf(exchange(server, application, code))).toBe('notes:read');
      expect((await refresh(server, writing.refresh_token)).body).toMatchObject({ error: 'invalid_grant' });

      const again = await obtainTokens(server, account, application);
      expect(again.scope).toBe('notes:read notes:write');
      expect(await scopeOf(refresh(server, next.body.refresh_token))).toBe('notes:read');
    });

    it('refuse what is no part of them, in words', async () => {
      await obtainCode(server, account, application, { scope: 'notes:read' });
      const [grant] = await list();
      const { id } = grant!;
      const unknown = await narrow(id, { scopes: ['notes:read', 'notes:write'] });
      expectProblem(unknown, 400, 'scopes');
      expect(unknown.text).toContain('notes:write');
      for (const scopes of [undefined, [], 'notes:read', [1], ['a', 'a']])
        expectProblem(await narrow(id, { scopes }), 400, 'scopes');
      expectProblem(await narrow(id, { scopes: ['notes:read'] }, developer), 404);
      expectProblem(await narrow('unknown', { scopes: ['notes:read'] }), 404);
      expect((await narrow(id, { scopes: ['notes:read'] })).body).toEqual(grant);
      await end(id);
      expectProblem(await narrow(id, { scopes: ['notes:read'] }), 404);
    });
  });

  it('end once, and only by their own account', async () => {
    await obtainCode(server, account, application);
    const [grant] = await list();
    expectProblem(await end(grant!.id, developer), 404);
    expectProblem(await end('unknown'), 404);
    expect(await list()).toHaveLength(1);
    expect((await end(grant!.id)).status).toBe(204);
    expectProblem(await end(grant!.id), 404);
  });
});
