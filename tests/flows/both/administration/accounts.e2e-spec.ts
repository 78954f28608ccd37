import { cookieOf } from '@consentry/test-support/world/cookies';
import {
  type Administrator,
  administer,
  makeAdministrator,
  signInAgain,
} from '@consentry/test-support/world/administrators';
import { isAcceptedByEntries, readEntries } from '@consentry/test-support/world/judge-by-entries';
import { ForeignIssuer } from '@consentry/test-support/world/foreign-issuer';
import { Mailbox, tokenIn } from '@consentry/test-support/world/mailbox';
import { expectProblem } from '@consentry/test-support/world/problem';
import { TestServer } from '@consentry/test-support/server/server';
import { storedRows } from '@consentry/test-support/server/stored';
import {
  type Account,
  call,
  obtainTokens,
  refresh,
  register,
  signIn,
  signUp,
  unique,
} from '@consentry/test-support/world/world';

interface Shown {
  id: string;
  roles: string[];
  disabled_at: string | null;
}

describe('administration of accounts', () => {
  const mailbox = new Mailbox();
  let team: ForeignIssuer;
  let server: TestServer;
  let admin: Administrator;
  let account: Account;

  beforeAll(async () => {
    await mailbox.start();
    team = await ForeignIssuer.start();
    const trusted = [{ issuer: team.issuer, jwks_uri: team.jwksUri }];
    server = await TestServer.start({
      env: { TRUSTED_ISSUERS: JSON.stringify(trusted), DEVELOPERS: 'invited', ...mailbox.env },
    });
    admin = await makeAdministrator(server);
  });
  beforeEach(async () => {
    account = await signUp(server);
  });
  afterAll(() => Promise.all([server.stop(), team.stop(), mailbox.stop()]));

  const api = <Body = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
    administer<Body>(server, admin, method, `/accounts${path}`, body);
  const eventsBy = (actor: { id: string }, about: { id: string }) =>
    storedRows<{ kind: string; address: string }>(
      server,
      'SELECT kind, address FROM events WHERE actor_id = ? AND account_id = ? ORDER BY id',
      actor.id,
      about.id,
    );
  const done = (...kinds: string[]) => kinds.map((kind) => ({ kind, address: '127.0.0.1' }));
  const signInStatus = async ({ email, password }: Account) => {
    const { status, body } = await call('POST', `${server.url}/api/session`, { body: { email, password } });
    return [status, body['detail']];
  };

  it('shows an account with what it has, and no secret of it', async () => {
    const application = await register(server, admin);
    await obtainTokens(server, account, application);
    const { status, body, text } = await api<Shown>('GET', `/${account.id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: account.id,
      email: account.email,
      email_verified_at: null,
      name: 'Ada',
      issuer: null,
      subject: null,
      roles: [],
      created_at: expect.any(String) as string,
      disabled_at: null,
      sessions: 1,
      grants: 1,
      applications: 0,
    });
    expect(text).not.toMatch(/argon2|password/);
    for (const path of ['/nobody', `/${application.client_id}`]) expectProblem(await api('GET', path), 404);
  });

  it('switches an account off: everything ends, and a sign-in is answered like a wrong password', async () => {
    const application = await register(server, admin);
    const tokens = await obtainTokens(server, account, application);
    const before = await signInStatus({ ...account, password: 'a wrong password' });
    const { status, body } = await api<Shown>('PATCH', `/${account.id}`, { disabled: true });
    expect([status, body.disabled_at]).toEqual([200, expect.any(String)]);

    expect(await signInStatus(account)).toEqual(before);
    expect((await call('GET', `${server.url}/api/session`, { headers: account.session })).status).toBe(401);
    expect((await refresh(server, tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect(isAcceptedByEntries(tokens.access_token, await readEntries(server))).toBe(false);

    expect((await api('PATCH', `/${account.id}`, { disabled: true })).status).toBe(200);
    expect((await api<Shown>('PATCH', `/${account.id}`, { disabled: false })).body.disabled_at).toBeNull();
    const again = { ...account, ...(await signIn(server, account)) };
    expect((await refresh(server, tokens.refresh_token)).body.error).toBe('invalid_grant');
    await obtainTokens(server, again, application);
    expect(await eventsBy(admin, account)).toEqual(done('account.disabled', 'account.enabled'));
  });

  it("switches an account of a trusted issuer off: the issuer's tokens speak for it no more", async () => {
    const token = await team.mint({ aud: server.url, sub: unique() });
    const headers = { authorization: `Bearer ${token}` };
    const session = () => call<{ account: Account }>('GET', `${server.url}/api/session`, { headers });
    const { id } = (await session()).body.account;
    await api('PATCH', `/${id}`, { disabled: true });
    expect((await session()).status).toBe(401);
    expect((await api('POST', `/${id}/password-reset`)).status).toBe(409);
    await api('PATCH', `/${id}`, { disabled: false });
    expect((await session()).body.account.id).toBe(id);
  });

  it('gives roles and takes them away, at once', async () => {
    const rolesOf = async () =>
      (await call('GET', `${server.url}/api/account/roles`, { headers: account.session })).body['roles'];
    const body = { token: tokenIn(await mailbox.next(account.email)) };
    await call('POST', `${server.url}/api/accounts/verification`, { headers: account.session, body });
    account = { ...account, ...(await signIn(server, account)) };
    expect((await api<Shown>('PUT', `/${account.id}/roles`, { roles: ['admin'] })).body.roles).toEqual(['admin']);
    expect(await rolesOf()).toEqual(['developer', 'admin']);
    const theirs = { cookie: cookieOf(server, account) };
    expect((await administer(server, theirs, 'GET', '/accounts')).status).toBe(200);
    const less = await api<Shown>('PUT', `/${account.id}/roles`, { roles: ['developer'] });
    expect(less.body.roles).toEqual(['developer']);
    expect(await rolesOf()).toEqual(['developer']);
    expectProblem(await administer(server, theirs, 'GET', '/accounts'), 404);
    expect(await eventsBy(admin, account)).toEqual(done('admin.added', 'developer.added', 'admin.removed'));
    for (const roles of [['root'], ['admin', 'admin'], 'admin', null])
      expectProblem(await api('PUT', `/${account.id}/roles`, { roles }), 400, 'roles');
  });

  it('ends sessions and grants, each alone', async () => {
    const application = await register(server, admin);
    const tokens = await obtainTokens(server, account, application);
    expect((await api('DELETE', `/${account.id}/sessions`)).status).toBe(204);
    expect((await call('GET', `${server.url}/api/session`, { headers: account.session })).status).toBe(401);
    const next = await refresh(server, tokens.refresh_token);
    expect(next.status).toBe(200);
    expect((await api('DELETE', `/${account.id}/grants`)).status).toBe(204);
    expect((await refresh(server, next.body.refresh_token)).body.error).toBe('invalid_grant');
    expect(await eventsBy(admin, account)).toEqual(done('sign_in.all_ended', 'grant.all_ended'));
    const ended = await storedRows<{ address: string | null }>(
      server,
      "SELECT address FROM events WHERE account_id = ? AND kind = 'grant.ended'",
      account.id,
    );
    expect(ended).toEqual([{ address: null }]);
  });

  it('tells the account what an administrator did, and not from where', async () => {
    await api('DELETE', `/${account.id}/sessions`);
    const { sessionToken, session } = await signIn(server, account);
    const headers = { ...cookieOf(server, { sessionToken }), accept: 'text/html' };
    const { text } = await call('GET', `${server.url}/account/history`, { headers });
    expect(text).toContain('An administrator signed you out everywhere');
    const exported = await call<{ events: { kind: string; address: string | null }[] }>(
      'GET',
      `${server.url}/api/account/export`,
      { headers: session },
    );
    expect(exported.body.events.find(({ kind }) => kind === 'sign_in.all_ended')?.address).toBeNull();
    expect(exported.text).not.toContain(admin.id);
  });

  it('sends a mail for a new password', async () => {
    await mailbox.next(account.email); // Of the sign-up.
    expect((await api('POST', `/${account.id}/password-reset`)).status).toBe(202);
    const body = { token: tokenIn(await mailbox.next(account.email)), password: 'a better password' };
    expect((await call('POST', `${server.url}/api/accounts/password`, { body })).status).toBe(204);
    await signIn(server, { ...account, password: 'a better password' });
    expect(await eventsBy(admin, account)).toEqual(done('password.reset_sent'));
  });

  it('closes an account', async () => {
    const application = await register(server, admin);
    const tokens = await obtainTokens(server, account, application);
    expect((await api('DELETE', `/${account.id}`)).status).toBe(204);
    expectProblem(await api('GET', `/${account.id}`), 404);
    expect((await refresh(server, tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect(await eventsBy(admin, account)).toEqual(done('account.closed'));
  });

  it('leaves the own account to its own page, and the last administrator the role', async () => {
    for (const answer of [
      await api('PATCH', `/${admin.id}`, { disabled: true }),
      await api('DELETE', `/${admin.id}`),
    ]) {
      expectProblem(answer, 409);
      expect(answer.body).toMatchObject({ error: 'own_account' });
    }
    const answer = await api('PUT', `/${admin.id}/roles`, { roles: [] });
    expectProblem(answer, 409);
    expect(answer.body).toMatchObject({ error: 'last_administrator' });
    expect((await api<Shown>('GET', `/${admin.id}`)).body.roles).toEqual(['admin']);
  });

  it('wants a recent sign-in for a change, and says so for a page to act on', async () => {
    await server.advance({ minutes: 10 });
    expect((await api('GET', `/${account.id}`)).status).toBe(200);
    const answer = await api('PATCH', `/${account.id}`, { disabled: true });
    expectProblem(answer, 401);
    expect(answer.body).toMatchObject({ error: 'insufficient_user_authentication' });
    expect(answer.headers.get('www-authenticate')).toMatch(/error="insufficient_user_authentication".*max_age="600"/);
    await signInAgain(server, admin);
    expect((await api('PATCH', `/${account.id}`, { disabled: true })).status).toBe(200);
  });
});
