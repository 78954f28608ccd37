import { type Administrator, administer, makeAdministrator } from '@consentry/test-support/world/administrators';
import { givenServer } from '@consentry/test-support/server/given';
import { isAcceptedByEntries, readEntries } from '@consentry/test-support/world/judge-by-entries';
import { expectProblem } from '@consentry/test-support/world/problem';
import { storedRows } from '@consentry/test-support/server/stored';
import {
  type Account,
  type Application,
  CALLBACK,
  call,
  obtainTokens,
  refresh,
  register,
  signUp,
} from '@consentry/test-support/world/world';

interface Shown {
  client_id: string;
  registered_by: string;
  owner: { id: string; email: string } | null;
  enabled: boolean;
  disabled_by_admin_at: string | null;
}
interface Detail extends Shown {
  accounts_with_access: number;
  last_used_at: string | null;
}
interface Page {
  items: Shown[];
  next_cursor: string | null;
}

describe('administration of applications', () => {
  const server = givenServer({ env: { DYNAMIC_REGISTRATION: 'open' } });
  let admin: Administrator;
  let developer: Account;
  let application: Application;

  beforeAll(async () => {
    admin = await makeAdministrator(server);
  });
  beforeEach(async () => {
    developer = await signUp(server);
    application = await register(server, developer);
  });

  const api = <Body = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
    administer<Body>(server, admin, method, path, body);
  const one = ({ client_id }: Pick<Application, 'client_id'>) => `/applications/${encodeURIComponent(client_id)}`;
  const ownUrl = () => `${server.url}/api/applications/${application.client_id}`;

  it('lists those of all developers and those that registered themselves, page by page', async () => {
    const body = { redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' };
    const { client_id: itself } = (await call<Application>('POST', `${server.url}/oauth2/register`, { body })).body;
    const newest = (await api<Page>('GET', '/applications')).body;
    expect(newest.items.slice(0, 2)).toMatchObject([
      { client_id: itself, registered_by: 'itself', owner: null },
      {
        client_id: application.client_id,
        registered_by: 'developer',
        owner: { id: developer.id, email: developer.email },
      },
    ]);
    const ids = async (query: string) =>
      (await api<Page>('GET', `/applications?${query}`)).body.items.map(({ client_id }) => client_id);
    expect(await ids('registered_by=itself')).toEqual([itself]);
    expect(await ids(`account_id=${developer.id}`)).toEqual([application.client_id]);
    expect(await ids(`account_id=${developer.id}&registered_by=document`)).toEqual([]);
    for (const query of ['registered_by=nobody', 'cursor=x', 'cursor=OTk5OTk5OTk5OTk5OTk5OTk5OTk', 'name=x'])
      expect((await api('GET', `/applications?${query}`)).status).toBe(400);
    for (let at = 0; at < 51; at += 1) await register(server, developer);
    const first = (await api<Page>('GET', `/applications?account_id=${developer.id}`)).body;
    const rest = (await api<Page>('GET', `/applications?account_id=${developer.id}&cursor=${first.next_cursor}`)).body;
    expect([first.items.length, rest.items.length, rest.next_cursor]).toEqual([50, 2, null]);
  });

  it('switches one off, which its developer cannot undo, and on again with all its access', async () => {
    const tokens = await obtainTokens(server, await signUp(server), application);
    const off = await api<Shown>('PATCH', one(application), { enabled: false });
    expect(off.body).toMatchObject({ enabled: false, disabled_by_admin_at: expect.any(String) as string });
    expect((await refresh(server, tokens.refresh_token)).status).not.toBe(200);
    expect(isAcceptedByEntries(tokens.access_token, await readEntries(server))).toBe(false);
    const headers = developer.session;
    const undone = await call('PATCH', ownUrl(), { headers, body: { enabled: true } });
    expectProblem(undone, 409);
    expect(undone.body).toMatchObject({ error: 'disabled_by_admin' });
    expect((await call('PATCH', ownUrl(), { headers, body: { name: 'Renamed', enabled: false } })).status).toBe(200);

    const on = await api<Shown>('PATCH', one(application), { enabled: true });
    expect(on.body).toMatchObject({ enabled: true, disabled_by_admin_at: null });
    expect(isAcceptedByEntries(tokens.access_token, await readEntries(server))).toBe(true);
    expect((await refresh(server, tokens.refresh_token)).status).toBe(200);
    const kinds = await storedRows(
      server,
      'SELECT kind, account_id FROM events WHERE actor_id = ? AND client_id = ? ORDER BY id',
      admin.id,
      application.client_id,
    );
    expect(kinds).toEqual(
      ['application.disabled', 'application.enabled'].map((kind) => ({ kind, account_id: developer.id })),
    );
  });

  it('shows one with its settings, who has access and when it was used', async () => {
    const shown = async () => (await api<Detail>('GET', one(application))).body;
    expect(await shown()).toMatchObject({
      name: 'Test app',
      owner: { email: developer.email },
      accounts_with_access: 0,
      last_used_at: null,
      settings: { redirect_uris: [CALLBACK], token_endpoint_auth_method: null, secrets: [{ last_used_at: null }] },
    });
    for (const account of [await signUp(server), await signUp(server)])
      await obtainTokens(server, account, application);
    const { accounts_with_access: people, last_used_at, ...rest } = await shown();
    expect([people, typeof last_used_at]).toEqual([2, 'string']);
    expect(JSON.stringify(rest)).not.toContain(application.client_secret);
    const changed = (await api<Detail>('PATCH', one(application), { enabled: false })).body;
    expect([changed.enabled, changed.accounts_with_access]).toEqual([false, 2]);
  });

  it('deletes one', async () => {
    const tokens = await obtainTokens(server, await signUp(server), application);
    expect((await api('DELETE', one(application))).status).toBe(204);
    expectProblem(await api('GET', one(application)), 404);
    expectProblem(await api('DELETE', one(application)), 404);
    expect((await call('GET', ownUrl(), { headers: developer.session })).status).toBe(404);
    expect((await refresh(server, tokens.refresh_token)).body.error).toBeDefined();
    const [event] = await storedRows(
      server,
      "SELECT actor_id, account_id FROM events WHERE kind = 'application.deleted' AND client_id = ?",
      application.client_id,
    );
    expect(event).toEqual({ actor_id: admin.id, account_id: developer.id });
  });

  it('says 404 of what is no application', async () => {
    for (const id of ['nothing', '%00', encodeURIComponent('https://nobody.example/client')])
      expectProblem(await api('GET', `/applications/${id}`), 404);
  });
});
