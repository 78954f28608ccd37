import { decodeJwt } from 'jose';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { type Application, call, obtainTokens, refresh, register } from '@consentry/test-support/world/world';

const BOTH = 'notes:read notes:write';

describe('the scope of a refresh that is retried', () => {
  const server = givenServer();
  const account = givenAccount(server);
  let application: Application;
  let proof: { client_id: string; client_secret: string };
  beforeEach(async () => {
    application = await register(server, account, { refresh_retry_window: 60 });
    const { client_id, client_secret } = application;
    proof = { client_id, client_secret };
  });

  const use = (token: string, scope?: string) => refresh(server, token, { ...proof, scope });
  const allow = (scopes: string[] | null) =>
    call('PATCH', `${server.url}/api/applications/${application.client_id}`, {
      headers: account.session,
      body: { scopes },
    });

  async function lose(scope?: string, override = {}) {
    const { refresh_token: used } = await obtainTokens(server, account, application, override);
    const { status, body: first } = await use(used, scope);
    expect(status).toBe(200);
    return { used, first };
  }

  it.each([
    [undefined, undefined, BOTH],
    [undefined, '', BOTH],
    ['', undefined, BOTH],
    [BOTH, BOTH, BOTH],
    [BOTH, 'notes:write notes:read', BOTH],
    ['notes:write notes:read', BOTH, BOTH],
    [BOTH, ' notes:write  notes:read notes:write ', BOTH],
    ['notes:read', 'notes:read', 'notes:read'],
    ['notes:write', 'notes:write notes:write', 'notes:write'],
  ])('asked for %j, then %j, is %j', async (scope, again, given) => {
    const { used, first } = await lose(scope);
    const { status, body } = await use(used, again);
    expect([status, body.refresh_token, body.scope]).toEqual([200, first.refresh_token, given]);
    expect(decodeJwt(body.access_token)).toMatchObject({ scope: given });
  });

  it.each([
    [undefined, BOTH],
    [BOTH, undefined],
    [undefined, 'notes:read'],
    ['notes:read', undefined],
    ['notes:read', 'notes:write'],
    ['notes:read', BOTH],
    [BOTH, 'notes:read'],
    ['notes:read', 'photos:read'],
    ['notes:read', ' '],
    [undefined, ' '],
    ['notes:read', 'NOTES:READ'],
  ])('asked for %j, then %j, is another use: a replay', async (scope, again) => {
    const { used, first } = await lose(scope);
    const { status, body } = await use(used, again);
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
    expect((await use(first.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('is what the last use asked for, not an earlier one', async () => {
    const { first } = await lose('notes:read');
    const { body: second } = await use(first.refresh_token, 'notes:write');
    expect((await use(first.refresh_token, 'notes:write')).body).toMatchObject({
      scope: 'notes:write',
      refresh_token: second.refresh_token,
    });
    expect((await use(first.refresh_token, 'notes:read')).body.error).toBe('invalid_grant');
  });

  it('is less where the developer narrowed the application in between', async () => {
    const { used, first } = await lose();
    await allow(['notes:write']);
    const { body } = await use(used);
    expect(body).toMatchObject({ scope: 'notes:write', refresh_token: first.refresh_token });
    expect(decodeJwt(body.access_token)).toMatchObject({ scope: 'notes:write' });
  });

  it('is nothing where nothing of it is left, which ends nothing', async () => {
    const { used, first } = await lose('notes:read');
    await allow(['notes:write']);
    const { status, body } = await use(used, 'notes:read');
    expect([status, body.error]).toEqual([400, 'invalid_scope']);
    await allow(null);
    expect((await use(used, 'notes:read')).body).toMatchObject({
      scope: 'notes:read',
      refresh_token: first.refresh_token,
    });
  });

  it('is no more than what was asked for at first', async () => {
    const { used } = await lose(undefined, { scope: 'notes:read' });
    expect((await use(used)).body.scope).toBe('notes:read');
  });

  it('of a use that was refused is not kept: the next one is the first', async () => {
    const { refresh_token: token } = await obtainTokens(server, account, application);
    for (const scope of ['photos:read', 'notes:read\0', 'notes:read\n', '\u{1F600}', "notes:read','x"])
      expect((await use(token, scope)).body.error).toMatch(/^invalid_(scope|request)$/);
    const { body: first } = await use(token, 'notes:read');
    expect((await use(token, 'notes:read')).body.refresh_token).toBe(first.refresh_token);
  });
});
