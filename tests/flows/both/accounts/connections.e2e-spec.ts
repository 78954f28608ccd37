import { anyText } from '@consentry/test-support/world/anything';
import { givenServer } from '@consentry/test-support/server/given';
import { isAcceptedByEntries, readEntries } from '@consentry/test-support/world/judge-by-entries';
import { expectProblem } from '@consentry/test-support/world/problem';
import { changeStored, storedRows } from '@consentry/test-support/server/stored';
import {
  type Account,
  type Application,
  call,
  decide,
  exchange,
  obtainTokens,
  refresh,
  register,
  requestConsent,
  signIn,
  signUp,
} from '@consentry/test-support/world/world';

interface Connection {
  id: string;
  allowed_with: string | null;
  created_at: string;
  last_used_at: string;
  expires_at: string;
}

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const DAY = 86_400_000;

describe('the connections of a grant', () => {
  const server = givenServer({ isFrozen: true });
  let developer: Account;
  let account: Account;
  let application: Application;
  beforeEach(async () => {
    developer = await signUp(server);
    account = await signUp(server);
    application = await register(server, developer);
  });

  const grantsOf = async ({ session } = account) =>
    (
      await call<{ items: { id: string; connections: Connection[] }[] }>('GET', `${server.url}/api/grants`, {
        headers: session,
      })
    ).body.items;
  const grant = async () => (await grantsOf())[0]!;
  const end = (grantId: string, id: string, { session } = account) =>
    call('DELETE', `${server.url}/api/grants/${grantId}/connections/${id}`, { headers: session });
  const withFirefox = (): Account => ({ ...account, session: { ...account.session, 'user-agent': FIREFOX } });

  async function connect(by = account) {
    const { sessionID } = await requestConsent(server, by, application);
    const { headers } = await decide(server, by, sessionID);
    await server.advance({ ms: 1 });
    return (await exchange(server, application, new URL(headers.get('location')!).searchParams.get('code')!)).body;
  }

  it('are one for each code exchanged, with the browser of its approval; the newest first', async () => {
    await connect(withFirefox());
    await server.advance({ minutes: 1 });
    await connect({ ...account, session: { ...account.session, 'user-agent': 'curl/8' } });
    const { connections } = await grant();
    expect(connections).toEqual([
      expect.objectContaining({ id: anyText, allowed_with: null }),
      expect.objectContaining({ id: anyText, allowed_with: 'Firefox on Linux' }),
    ]);
    const [newer, older] = connections as [Connection, Connection];
    expect(Date.parse(newer.created_at) - Date.parse(older.created_at)).toBe(60_001);
    expect(Object.keys(newer)).toEqual(['id', 'allowed_with', 'created_at', 'last_used_at', 'expires_at']);
  });

  it('tell when they were used and when they end, which a use puts off', async () => {
    const { refresh_token } = await connect();
    const [before] = (await grant()).connections;
    expect(before!.last_used_at).toBe(before!.created_at);
    expect(Date.parse(before!.expires_at) - Date.parse(before!.created_at)).toBe(90 * DAY);
    await server.advance({ days: 1 });
    await refresh(server, refresh_token);
    Object.assign(account, await signIn(server, account));
    const [after] = (await grant()).connections;
    expect(Date.parse(after!.last_used_at) - Date.parse(before!.last_used_at)).toBe(DAY);
    expect(Date.parse(after!.expires_at) - Date.parse(before!.expires_at)).toBe(DAY);
  });

  it('are gone once they have ended: expired, replayed, revoked, or of the grant before', async () => {
    const spent = await connect();
    await refresh(server, spent.refresh_token);
    const body = new URLSearchParams({ token: (await connect()).refresh_token, client_id: application.client_id });
    body.set('client_secret', application.client_secret);
    await call('POST', `${server.url}/oauth2/revoke`, { body });
    expect((await grant()).connections).toHaveLength(1);
    await server.advance({ minutes: 5 });
    await refresh(server, spent.refresh_token);
    expect((await grant()).connections).toEqual([]);

    await connect();
    const { id } = await grant();
    await call('DELETE', `${server.url}/api/grants/${id}`, { headers: account.session });
    await connect();
    expect((await grant()).connections).toHaveLength(1);
    await server.advance({ days: 90 });
    Object.assign(account, await signIn(server, account));
    expect((await grant()).connections).toEqual([]);
  });

  it('live as long as an access token, where that outlives the refresh token', async () => {
    await connect();
    const [{ id } = { id: '' }] = (await grant()).connections;
    await changeStored(server, 'UPDATE refresh_families SET expires_at = 1 WHERE id = ?', id);
    const [connection] = (await grant()).connections;
    expect(Date.parse(connection!.expires_at) - Date.parse(connection!.created_at)).toBe(14 * DAY);
  });

  it('are 100 at most', async () => {
    await connect();
    const { id } = await grant();
    await changeStored(
      server,
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
       INSERT INTO refresh_families (id, grant_id, grant_epoch, scope_asked, scope_granted, resource, generation,
         created_at, expires_at, access_expires_at, purge_day)
       SELECT 'one-' || i || ?, grant_id, grant_epoch, scope_asked, scope_granted, resource, generation, created_at,
         expires_at, access_expires_at, purge_day FROM refresh_families, n WHERE grant_id = ?`,
      id.slice(-12),
      id,
    );
    expect((await grant()).connections).toHaveLength(100);
  });

  describe('when one is ended', () => {
    it('end alone, with their tokens at the services; the grant stays', async () => {
      const [kept, ended] = [await connect(), await connect()];
      const { id, connections } = await grant();
      const { status, text } = await end(id, connections[0]!.id);
      expect({ status, text }).toEqual({ status: 204, text: '' });
      expect((await grant()).connections).toEqual([connections[1]]);
      expect((await refresh(server, ended.refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
      expect((await refresh(server, kept.refresh_token)).status).toBe(200);
      const entries = await readEntries(server);
      const isAccepted = (token: string) => isAcceptedByEntries(token, entries);
      expect([kept, ended].map(({ access_token }) => isAccepted(access_token))).toEqual([true, false]);
      const [event] = await storedRows(server, 'SELECT * FROM events WHERE family_id = ?', connections[0]!.id);
      expect(event).toMatchObject({
        kind: 'connection.ended',
        account_id: account.id,
        client_id: application.client_id,
        address: '127.0.0.1',
      });
    });

    it('end once, by their own account, and only below their own grant', async () => {
      await connect();
      const { id, connections } = await grant();
      const [connection] = connections as [Connection];
      const other = await register(server, developer);
      await obtainTokens(server, account, other);
      const elsewhere = (await grantsOf())[1]!;
      expectProblem(await end(id, connection.id, developer), 404);
      expectProblem(await end(elsewhere.id, connection.id), 404);
      expectProblem(await end(id, 'unknown'), 404);
      expectProblem(await end('unknown', connection.id), 404);
      expect((await end(id, connection.id)).status).toBe(204);
      expectProblem(await end(id, connection.id), 404);
      expect((await grant()).connections).toEqual([]);
    });
  });
});
