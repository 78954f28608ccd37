import { givenServer } from '@consentry/test-support/server/given';
import { expectProblem } from '@consentry/test-support/world/problem';
import { call, obtainTokens, register, signUp } from '@consentry/test-support/world/world';

describe('GET /api/account/export', () => {
  const server = givenServer();

  it('has all that is kept of the account, nothing of others, and no secret', async () => {
    const [account, other] = [await signUp(server), await signUp(server, { name: 'Eve' })];
    const [own, theirs] = [await register(server, account, { name: 'Mine' }), await register(server, other)];
    const tokens = await obtainTokens(server, account, theirs);
    await obtainTokens(server, other, theirs);

    const { status, body, text, headers } = await call('GET', `${server.url}/api/account/export`, {
      headers: account.session,
    });
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toBe('attachment; filename="account.json"');
    expect(body).toMatchObject({
      account: { id: account.id, email: account.email, name: 'Ada', email_verified_at: null },
      sessions: [{ revoked_at: null }],
      grants: [{ client_id: theirs.client_id, revoked_at: null, connections: [{ scopes: 'notes:read notes:write' }] }],
      applications: [{ client_id: own.client_id, name: 'Mine', enabled: true }],
    });
    const kinds = (body['events'] as { kind: string; at: string }[]).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['account.created', 'sign_in.succeeded', 'consent.given']));
    expect((body['account'] as { created_at: string }).created_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    for (const secret of [account.password, account.sessionToken, own.client_secret, tokens.refresh_token, '$argon2id'])
      expect(text).not.toContain(secret);
    expect(text).not.toContain(other.id);
    expect(text).not.toContain(other.email);
  });

  it('is for the signed-in account alone', async () => {
    expectProblem(await call('GET', `${server.url}/api/account/export`), 401);
  });
});
