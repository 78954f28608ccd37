import { decodeJwt } from 'jose';
import { givenServer } from '@consentry/test-support/server/given';
import { storedRows } from '@consentry/test-support/server/stored';
import { expectProblem } from '@consentry/test-support/world/problem';
import {
  type Account,
  call,
  exchange,
  obtainCode,
  register,
  signIn,
  signUp,
} from '@consentry/test-support/world/world';

interface Listed {
  id: string;
  browser: string | null;
  created_at: string;
  last_used_at: string;
  expires_at: string;
  current: boolean;
}

const TWELVE_HOURS = 43_200_000;

describe('where an account is signed in', () => {
  const server = givenServer();
  let account: Account;
  beforeEach(async () => (account = await signUp(server)));

  const again = async (): Promise<Account> => ({ ...account, ...(await signIn(server, account)) });
  const idOf = ({ sessionToken }: Account) => decodeJwt(sessionToken).jti!;
  const list = async ({ session }: Account) =>
    (await call<{ items: Listed[] }>('GET', `${server.url}/api/sessions`, { headers: session })).body.items;
  const end = ({ session }: Account, id: string) =>
    call('DELETE', `${server.url}/api/sessions/${id}`, { headers: session });
  const endAll = ({ session }: Account, query = '') =>
    call('DELETE', `${server.url}/api/sessions${query}`, { headers: session });
  const isSignedIn = async ({ session }: Account) =>
    (await call('GET', `${server.url}/api/session`, { headers: session })).status === 200;

  it('is listed, the session of the call first, then the newest', async () => {
    const second = await again();
    const third = await again();
    const items = await list(second);
    expect(items.map(({ id, current }) => [id, current])).toEqual([
      [idOf(second), true],
      [idOf(third), false],
      [idOf(account), false],
    ]);
    for (const { created_at, expires_at } of items)
      expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(TWELVE_HOURS);
    expect((await list(account))[0]).toMatchObject({ id: idOf(account), current: true });
  });

  it('names what signed in, by words of ours alone', async () => {
    const { email, password } = account;
    for (const userAgent of ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', '<b>curl</b>/8'])
      await call('POST', `${server.url}/api/session`, {
        headers: { 'user-agent': userAgent },
        body: { email, password },
      });
    expect((await list(account)).map(({ browser }) => browser).sort()).toEqual(['Firefox on Linux', null, null]);
  });

  it('lists neither sessions that ended nor those of others', async () => {
    const gone = await again();
    await call('DELETE', `${server.url}/api/session`, { headers: gone.session });
    await signUp(server);
    expect((await list(account)).map(({ id }) => id)).toEqual([idOf(account)]);
    await server.advance({ ms: TWELVE_HOURS });
    const late = await again();
    expect((await list(late)).map(({ id }) => id)).toEqual([idOf(late)]);
  });

  it('says when a session was last used, to five minutes', async () => {
    const other = await again();
    const uses = async () => {
      const [here] = await list(account);
      return Date.parse(here!.last_used_at) - Date.parse(here!.created_at);
    };
    const written = async () => {
      while ((await uses()) === 0) await new Promise(setImmediate);
      return uses();
    };
    await server.advance({ minutes: 4 });
    expect(await isSignedIn(account)).toBe(true);
    expect(await uses()).toBe(0);
    await server.advance({ minutes: 2 });
    expect(await isSignedIn(account)).toBe(true);
    const used = await written();
    expect([used >= 360_000, used < 420_000]).toEqual([true, true]);
    // It is not used for the other one, nor noted at each call.
    await server.advance({ minutes: 1 });
    expect(await uses()).toBe(used);
    const unused = (await list(account)).find(({ id }) => id === idOf(other))!;
    expect(unused.last_used_at).toBe(unused.created_at);
    const row = await storedRows<{ last_used_at: number }>(
      server,
      'SELECT last_used_at FROM sign_in_sessions WHERE id = ?',
      idOf(account),
    );
    expect(new Date(Number(row[0]!.last_used_at)).toISOString()).toBe((await list(account))[0]!.last_used_at);
  });

  it('is for who is signed in', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['DELETE', '/x'],
    ] as const)
      expectProblem(await call(method, `${server.url}/api/sessions${path}`), 401);
  });

  it('ends in one place at once, with the codes given there', async () => {
    const other = await again();
    const application = await register(server, account);
    const code = await obtainCode(server, other, application);
    expect((await end(account, idOf(other))).status).toBe(204);
    expect(await isSignedIn(other)).toBe(false);
    expect(await isSignedIn(account)).toBe(true);
    expect(await exchange(server, application, code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expectProblem(await end(account, idOf(other)), 404);
  });

  it('ends here too, and then the cookie goes', async () => {
    const { status, headers } = await end(account, idOf(account));
    expect(status).toBe(204);
    expect(headers.get('set-cookie')).toMatch(/^consentry_session_[\da-f]{8}=; Max-Age=0;/);
    expect(await isSignedIn(account)).toBe(false);
  });

  it('does not end for another account', async () => {
    const stranger = await signUp(server);
    expectProblem(await end(stranger, idOf(account)), 404);
    await endAll(stranger, '?all=true');
    expect(await isSignedIn(account)).toBe(true);
  });

  it('ends everywhere else', async () => {
    const others = [await again(), await again()];
    const { status, headers } = await endAll(account);
    expect([status, headers.get('set-cookie')]).toEqual([204, null]);
    expect(await Promise.all(others.map(isSignedIn))).toEqual([false, false]);
    expect(await list(account)).toHaveLength(1);
    expect((await endAll(account)).status).toBe(204);
  });

  it('ends everywhere with all=true', async () => {
    const other = await again();
    const { status, headers } = await endAll(account, '?all=true');
    expect(status).toBe(204);
    expect(headers.get('set-cookie')).toMatch(/^consentry_session_[\da-f]{8}=; Max-Age=0;/);
    expect([await isSignedIn(account), await isSignedIn(other)]).toEqual([false, false]);
  });

  it.each(['?all=yes', '?all=', '?all=true&all=true'])('ends nothing at %s', async (query) => {
    const other = await again();
    expectProblem(await endAll(account, query), 400, 'all');
    expect([await isSignedIn(account), await isSignedIn(other)]).toEqual([true, true]);
  });
});
