import { decodeJwt } from 'jose';
import { beginDevice, decideDevice, poll, registerTelevision } from '@consentry/test-support/world/devices';
import { givenServer } from '@consentry/test-support/server/given';
import { expectProblem } from '@consentry/test-support/world/problem';
import { changeStored, storedRows } from '@consentry/test-support/server/stored';
import {
  type Account,
  type Answer,
  type Application,
  type Tokens,
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

type IdTokens = Tokens & { id_token: string };

const NEW_PASSWORD = 'a password of later';
const errorOf = ({ status, body }: Answer<{ error?: string }>) => [status, body.error];
const REFUSED = [400, 'invalid_grant'];

/** With `openid` the family depends on the session; the code always does. */
const SCOPES = ['notes:read', 'openid notes:read'];
const OFFLINE = 'openid notes:read offline_access';

describe('what was given in a sign-in session', () => {
  const server = givenServer();
  let account: Account;
  let application: Application;
  let television: Application;
  beforeEach(async () => {
    account = await signUp(server);
    application = await register(server, account);
    television = await registerTelevision(server, account);
  });

  /** The same account in another session. */
  const again = async (password = account.password): Promise<Account> => ({
    ...account,
    ...(await signIn(server, { ...account, password })),
  });
  const signOut = async ({ session }: Account) => {
    const { status } = await call('DELETE', `${server.url}/api/session`, { headers: session });
    expect(status).toBe(204);
  };
  const changePassword = async ({ session }: Account, more = {}) => {
    const body = { password: NEW_PASSWORD, current_password: account.password, ...more };
    const { status, text } = await call('PATCH', `${server.url}/api/account`, { headers: session, body });
    expect([status, text]).toEqual([200, expect.anything()]);
  };
  /** From another session of the account. */
  const changePasswordElsewhere = async () => changePassword(await again());
  const logOut = async ({ session }: Account) => {
    const { status } = await call('POST', `${server.url}/oauth2/logout`, {
      headers: session,
      body: new URLSearchParams(),
    });
    expect(status).toBe(200);
  };
  const ENDS = {
    'the account signs out': signOut,
    'its password changes': changePasswordElsewhere,
    'it logs out': logOut,
  };
  const ends = Object.entries(ENDS);

  const approvedDevice = async (scope: string, by = account) => {
    const device = await beginDevice(server, television, { scope });
    expect((await decideDevice(server, by, device.user_code)).status).toBe(200);
    return device;
  };
  const outcomeOf = ({ status, headers }: Answer) => {
    const { searchParams } = new URL(headers.get('location') ?? 'none:');
    return [status, searchParams.get('error'), searchParams.has('code')];
  };
  const OVER = [301, 'invalid_request', false];

  describe('where the account signs in again in the same browser', () => {
    const signInOver = (over: Account, by = account) => signIn(server, by, over.session);

    it.each(Object.entries({ 'it signs out': signOut, 'it logs out': logOut }))(
      'goes on, until %s, in one session with a new token',
      async (_, end) => {
        const tokens = (await obtainTokens(server, account, application, { scope: SCOPES[1] })) as IdTokens;
        const code = await obtainCode(server, account, application);
        const device = await approvedDevice('notes:read');
        const spare = await obtainCode(server, account, application);
        const later = { ...account, ...(await signInOver(account)) };
        expect((await call('GET', `${server.url}/api/session`, { headers: account.session })).status).toBe(401);
        expect((await exchange(server, application, code)).status).toBe(200);
        const { sid } = decodeJwt(((await refresh(server, tokens.refresh_token)).body as IdTokens).id_token);
        expect(sid).toBe(decodeJwt(tokens.id_token)['sid']);
        const next = (await obtainTokens(server, later, application, { scope: SCOPES[1] })) as IdTokens;
        await end(later);
        expect(errorOf(await refresh(server, next.refresh_token))).toEqual(REFUSED);
        expect(errorOf(await exchange(server, application, spare))).toEqual(REFUSED);
        expect(errorOf(await poll(server, television, device))).toEqual(REFUSED);
        const living = 'SELECT id FROM refresh_families WHERE sid = ? AND revoked_at IS NULL';
        expect(await storedRows(server, living, sid as string)).toEqual([]);
      },
    );

    it('ends where another account signs in', async () => {
      const { refresh_token: token } = await obtainTokens(server, account, application, { scope: SCOPES[1] });
      await signInOver(account, await signUp(server));
      expect((await call('GET', `${server.url}/api/session`, { headers: account.session })).status).toBe(401);
      expect(errorOf(await refresh(server, token))).toEqual(REFUSED);
    });

    it('is not gone on with by a token from before', async () => {
      const later = { ...account, ...(await signInOver(account)) };
      const other = { ...account, ...(await signInOver(account)) };
      for (const { session } of [later, other])
        expect((await call('GET', `${server.url}/api/session`, { headers: session })).status).toBe(200);
    });
  });

  describe.each(ends)('where %s', (_, end) => {
    it.each(SCOPES)('a code for %j is refused', async (scope) => {
      const code = await obtainCode(server, account, application, { scope });
      await end(account);
      for (let time = 0; time < 2; time += 1)
        expect(errorOf(await exchange(server, application, code))).toEqual(REFUSED);
    });

    it.each(SCOPES)('an approved device code for %j is refused', async (scope) => {
      const device = await approvedDevice(scope);
      await end(account);
      for (let time = 0; time < 2; time += 1) expect(errorOf(await poll(server, television, device))).toEqual(REFUSED);
    });

    it.each(SCOPES)(
      'an undecided consent session for %j is over, whoever of the account decides, and however',
      async (scope) => {
        const screens = [];
        for (let count = 0; count < 2; count += 1)
          screens.push(await requestConsent(server, account, application, { scope }));
        await end(account);
        const later = await again(end === changePasswordElsewhere ? NEW_PASSWORD : undefined);
        const [one, other] = screens.map(({ sessionID }) => sessionID);
        expect(outcomeOf(await decide(server, later, one!))).toEqual(OVER);
        expect(outcomeOf(await decide(server, later, other!, { is_rejected: true }))).toEqual(OVER);
        const items = await call('GET', `${server.url}/api/grants`, { headers: later.session });
        expect(items.body).toEqual({ items: [] });
      },
    );

    it('what was granted offline_access outlives it', async () => {
      const code = await obtainCode(server, account, application, { scope: OFFLINE });
      const device = await approvedDevice(OFFLINE);
      await end(account);
      const { body } = await exchange(server, application, code);
      expect((await refresh(server, body.refresh_token)).status).toBe(200);
      expect((await poll(server, television, device)).status).toBe(200);
    });

    it('offline_access that was asked for and not granted saves nothing', async () => {
      const { sessionID } = await requestConsent(server, account, application, { scope: OFFLINE });
      const decision = await decide(server, account, sessionID, { is_rejected: false, scope: 'notes:read' });
      const code = new URL(decision.headers.get('location')!).searchParams.get('code')!;
      await end(account);
      expect(errorOf(await exchange(server, application, code))).toEqual(REFUSED);
    });

    it('what another session gave is not touched', async () => {
      const other = await again();
      const code = await obtainCode(server, other, application);
      const device = await approvedDevice('notes:read', other);
      const { sessionID } = await requestConsent(server, other, application);
      if (end === changePasswordElsewhere) await changePassword(other);
      else await end(account);
      expect((await exchange(server, application, code)).status).toBe(200);
      expect((await poll(server, television, device)).status).toBe(200);
      expect(outcomeOf(await decide(server, other, sessionID))).toEqual([301, null, true]);
    });
  });

  it('a code of a session that has expired is refused, and so are a device code and a consent session', async () => {
    await server.advance({ minutes: 12 * 60, seconds: -30 });
    const code = await obtainCode(server, account, application);
    const device = await approvedDevice('notes:read');
    const { sessionID } = await requestConsent(server, account, application);
    await server.advance({ seconds: 30 });
    expect(errorOf(await exchange(server, application, code))).toEqual(REFUSED);
    expect(errorOf(await poll(server, television, device))).toEqual(REFUSED);
    expect(outcomeOf(await decide(server, await again(), sessionID))).toEqual(OVER);
  });

  describe('a decision in another session', () => {
    const asking = { scope: 'openid notes:read', acr_values: 'urn:consentry:acr:password', nonce: 'n' };
    const idTokenOf = ({ body }: Answer<unknown>) => decodeJwt((body as IdTokens).id_token);
    const codeOf = ({ headers }: Answer) => new URL(headers.get('location')!).searchParams.get('code')!;

    it("gives that one's sid, auth_time and acr, and its code hangs on that one", async () => {
      const first = idTokenOf(
        await exchange(server, application, await obtainCode(server, account, application, asking)),
      );
      const { sessionID } = await requestConsent(server, account, application, asking);
      await server.advance({ seconds: 20 });
      const later = await again();
      const own = idTokenOf(await exchange(server, application, await obtainCode(server, later, application, asking)));
      expect(own.sid).not.toBe(first.sid);

      const code = codeOf(await decide(server, later, sessionID));
      await signOut(account);
      const tokens = await exchange(server, application, code);
      const { sid, auth_time, acr } = own;
      expect(idTokenOf(tokens)).toMatchObject({ sid, auth_time, acr });
      expect(decodeJwt(tokens.body.access_token)).toMatchObject({ auth_time, acr });
      expect(auth_time).toBeGreaterThanOrEqual((first.auth_time as number) + 20);
      const next = await refresh(server, tokens.body.refresh_token);
      expect(idTokenOf(next)).toMatchObject({ sid, auth_time, acr });
      await signOut(later);
      expect(errorOf(await refresh(server, next.body.refresh_token))).toEqual(REFUSED);
    });

    it('gives nothing once that one has ended', async () => {
      const { sessionID } = await requestConsent(server, account, application, asking);
      const later = await again();
      const code = codeOf(await decide(server, later, sessionID));
      await signOut(later);
      expect(errorOf(await exchange(server, application, code))).toEqual(REFUSED);
    });

    it('tells nothing of the sign-in where the request did not ask for it', async () => {
      const { sessionID } = await requestConsent(server, account, application);
      const { body } = await exchange(server, application, codeOf(await decide(server, await again(), sessionID)));
      expect(body).not.toHaveProperty('id_token');
      const claims = decodeJwt(body.access_token);
      for (const name of ['sid', 'auth_time', 'acr']) expect(claims).not.toHaveProperty(name);
    });
  });

  it('families that hang on no session stay where the password changes, as the description of the call says', async () => {
    const { refresh_token } = await obtainTokens(server, account, application);
    await changePasswordElsewhere();
    expect((await refresh(server, refresh_token)).status).toBe(200);
    type Document = { paths: Record<string, Record<string, { description: string }>> };
    const { body } = await call<Document>('GET', `${server.url}/docs-json`);
    expect(body.paths['/api/account']!['patch']!.description).toMatch(/keep their access.+end_grants/s);
  });

  it('a family that began in a session that has expired ends where the password changes', async () => {
    const scopes = ['openid notes:read', OFFLINE, 'notes:read'];
    const given = [];
    for (const scope of scopes) given.push((await obtainTokens(server, account, application, { scope })).refresh_token);
    await server.advance({ seconds: 43_200 });
    // As the background job does.
    await changeStored(server, 'DELETE FROM sign_in_sessions WHERE account_id = ?', account.id);
    const { session } = await again();
    const kept = await obtainTokens(server, { ...account, session }, application, { scope: 'openid notes:read' });
    await changePassword({ ...account, session });
    expect(errorOf(await refresh(server, given[0]!))).toEqual(REFUSED);
    for (const token of [given[1]!, given[2]!, kept.refresh_token])
      expect((await refresh(server, token)).status).toBe(200);
  });

  describe('end_grants ends all that the account granted, at once', () => {
    /** Refresh tokens, a code and a device code, of two applications. */
    const give = async () => {
      const other = await register(server, account);
      const tokens = [
        await obtainTokens(server, account, application),
        await obtainTokens(server, account, application, { scope: OFFLINE }),
        await obtainTokens(server, account, other),
      ];
      const [code, device] = [await obtainCode(server, account, other), await approvedDevice(OFFLINE)];
      return { tokens, code: () => exchange(server, other, code), device: () => poll(server, television, device) };
    };
    const expectNothingOf = async ({ tokens, code, device }: Awaited<ReturnType<typeof give>>) => {
      for (const { refresh_token } of tokens) expect(errorOf(await refresh(server, refresh_token))).toEqual(REFUSED);
      expect(errorOf(await code())).toEqual(REFUSED);
      expect(errorOf(await device())).toEqual(REFUSED);
    };
    const grantsOf = async ({ session }: Account) =>
      (await call<{ items: unknown[] }>('GET', `${server.url}/api/grants`, { headers: session })).body.items;

    it('with a new password, also what was given in the session that stays', async () => {
      const bystander = await signUp(server);
      const untouched = await obtainTokens(server, bystander, application);
      const given = await give();
      await changePassword(account, { end_grants: true });
      await expectNothingOf(given);
      expect(await grantsOf(account)).toEqual([]);
      expect((await refresh(server, untouched.refresh_token)).status).toBe(200);
      const ended = 'SELECT kind FROM events WHERE account_id = ? AND kind = ?';
      expect(await storedRows(server, ended, account.id, 'grant.ended')).toHaveLength(3);
      const living = `SELECT f.id FROM refresh_families f JOIN grants g ON g.id = f.grant_id
        WHERE g.account_id = ? AND f.revoked_at IS NULL`;
      expect(await storedRows(server, living, account.id)).toEqual([]);
      // A new consent begins a new family.
      const again = await obtainTokens(server, account, application);
      expect((await refresh(server, again.refresh_token)).status).toBe(200);
      await expectNothingOf(given);
    });

    it('by itself', async () => {
      const given = await give();
      const elsewhere = await again();
      const body = { end_grants: true, current_password: account.password };
      const path = `${server.url}/api/account`;
      expect((await call('PATCH', path, { headers: account.session, body })).status).toBe(200);
      await expectNothingOf(given);
      for (const { session } of [account, elsewhere])
        expect((await call('GET', `${server.url}/api/session`, { headers: session })).status).toBe(200);
    });

    it('not where it is false, nor without the right password', async () => {
      const { tokens } = await give();
      await changePassword(account, { end_grants: false });
      const body = { end_grants: true, current_password: account.password };
      const wrong = await call('PATCH', `${server.url}/api/account`, { headers: account.session, body });
      expectProblem(wrong, 403, 'current_password');
      for (const { refresh_token } of tokens) expect((await refresh(server, refresh_token)).status).toBe(200);
    });

    it.each(['true', 1, null, []])('%j is refused', async (end_grants) => {
      const body = { end_grants, current_password: account.password };
      const refused = await call('PATCH', `${server.url}/api/account`, { headers: account.session, body });
      expectProblem(refused, 400, 'end_grants');
    });
  });
});
