import { decodeJwt } from 'jose';
import { beginDevice, decideDevice, poll, registerTelevision } from '../support/devices';
import { TestServer } from '../support/server';
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
} from '../support/world';

type IdTokens = Tokens & { id_token: string };

const NEW_PASSWORD = 'a password of later';
const errorOf = ({ status, body }: Answer<{ error?: string }>) => [status, body.error];
const REFUSED = [400, 'invalid_grant'];

/** With `openid` a family hangs on the session, without it does not; the code does either way. */
const SCOPES = ['notes:read', 'openid notes:read'];
const OFFLINE = 'openid notes:read offline_access';

describe('what was given in a sign-in session', () => {
  let server: TestServer;
  let account: Account;
  let application: Application;
  let television: Application;

  beforeAll(async () => {
    server = await TestServer.start();
  });
  beforeEach(async () => {
    account = await signUp(server);
    application = await register(server, account);
    television = await registerTelevision(server, account);
  });
  afterAll(() => server.stop());

  /** The same account, signed in once more. */
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
      expect(auth_time).toBe((first.auth_time as number) + 20);
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

  it('families that hang on no session stay where the password changes', async () => {
    const { refresh_token } = await obtainTokens(server, account, application);
    await changePasswordElsewhere();
    expect((await refresh(server, refresh_token)).status).toBe(200);
  });
});
