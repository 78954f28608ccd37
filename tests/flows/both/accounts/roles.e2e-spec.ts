import { runHosted, CONSENTRY } from '@consentry/test-support/server/command';
import { databaseNameOf, databaseSettingsOf } from '@consentry/test-support/server/engine';
import { administer, makeAdministrator } from '@consentry/test-support/world/administrators';
import { textLike } from '@consentry/test-support/world/anything';
import { ForeignIssuer } from '@consentry/test-support/world/foreign-issuer';
import { Mailbox, tokenIn } from '@consentry/test-support/world/mailbox';
import { expectProblem } from '@consentry/test-support/world/problem';
import { TestServer } from '@consentry/test-support/server/server';
import { storedRows } from '@consentry/test-support/server/stored';
import { type Account, CALLBACK, call, register, signUp, unique } from '@consentry/test-support/world/world';

describe('roles of an account', () => {
  let team: ForeignIssuer;
  let server: TestServer;
  let account: Account;

  beforeAll(async () => {
    team = await ForeignIssuer.start();
    const trusted = [{ issuer: team.issuer, jwks_uri: team.jwksUri }];
    server = await TestServer.start({ env: { DEVELOPERS: 'invited', TRUSTED_ISSUERS: JSON.stringify(trusted) } });
  });
  beforeEach(async () => {
    account = await signUp(server);
  });
  afterAll(() => Promise.all([server.stop(), team.stop()]));

  const command = async (...given: string[]) => {
    const settings = { DATA_DIR: server.dataDir, ...(await databaseSettingsOf(server.dataDir)) };
    return runHosted(CONSENTRY, ['account', ...given], settings);
  };
  const rolesOf = async ({ session: headers }: Pick<Account, 'session'>) =>
    (await call<{ roles: string[] }>('GET', `${server.url}/api/account/roles`, { headers })).body;
  const done = (stdout: string) => ({ exitCode: 0, stdout: `${stdout}\n`, stderr: '' });
  const unverified = ({ id }: { id: string }) =>
    textLike(new RegExp(` \\(id ${id}, created \\d{4}-\\d\\d-\\d\\dT[^ ]+Z, email not verified\\)\n$`));
  const refused = (stderr: string) => ({ exitCode: 1, stdout: '', stderr: `consentry account: ${stderr}\n` });
  const LAST = 'this is the last administrator: give another account the role first';

  it('are given and taken away by the operator, at once, and recorded', async () => {
    const other = await signUp(server);
    expect(await rolesOf(account)).toEqual({ roles: [] });
    expect(await command('admin', other.email)).toMatchObject({ exitCode: 0, stdout: unverified(other) });
    const given = await command('admin', account.email);
    expect(given).toMatchObject({ exitCode: 0, stdout: unverified(account) });
    expect(given.stdout).toContain(`${account.email} is now an administrator`);
    expect((await command('admin', account.id)).stdout).toContain(`${account.id} is already an administrator`);
    expect(await rolesOf(account)).toEqual({ roles: ['developer', 'admin'] });
    const removed = await command('admin', account.email, '--remove');
    expect(removed).toEqual(done(`${account.email} is no longer an administrator`));
    expect(await rolesOf(account)).toEqual({ roles: [] });
    expect(await command('admin', account.email, '--remove')).toEqual(done(`${account.email} does not have the role`));
    const kinds = await storedRows(
      server,
      "SELECT kind, actor_id FROM events WHERE account_id = ? AND kind LIKE 'admin.%' ORDER BY id",
      account.id,
    );
    expect(kinds).toEqual([
      { kind: 'admin.added', actor_id: null },
      { kind: 'admin.removed', actor_id: null },
    ]);
    await command('developer', account.email);
    expect(await rolesOf(account)).toEqual({ roles: ['developer'] });
  });

  it('let an administrator register applications where developers are invited', async () => {
    const body = { name: 'App', redirect_uris: [CALLBACK] };
    const headers = account.session;
    expectProblem(await call('POST', `${server.url}/api/applications`, { headers, body }), 403);
    await command('admin', account.email);
    await register(server, account);
  });

  it("never are an administrator's for an account of a trusted issuer", async () => {
    const token = await team.mint({ aud: server.url, sub: unique() });
    const session = { authorization: `Bearer ${token}` };
    const shown = await call<{ account: Account }>('GET', `${server.url}/api/session`, { headers: session });
    const { id } = shown.body.account;
    expect(await command('admin', id)).toEqual(
      refused('this account signs in at another issuer, whose tokens never carry the administrator role'),
    );
    expect(await rolesOf({ session })).toEqual({ roles: [] });
    expect(await command('developer', id)).toMatchObject({ exitCode: 0 });
    expect(await rolesOf({ session })).toEqual({ roles: ['developer'] });
  });

  it('need a sign-in to be read', async () => {
    expectProblem(await call('GET', `${server.url}/api/account/roles`), 401);
  });

  it('say what is wrong with a command', async () => {
    expect(await command('admin', 'nobody@example.com')).toEqual(
      refused(`there is no account "nobody@example.com" in ${await databaseNameOf(server.dataDir)}`),
    );
  });

  it('are not given to an email that nobody proved where mail is set up, unless the operator insists', async () => {
    const mailbox = new Mailbox();
    await mailbox.start();
    const settings = { ...mailbox.env, DATA_DIR: server.dataDir, ...(await databaseSettingsOf(server.dataDir)) };
    const withMail = (...given: string[]) => runHosted(CONSENTRY, ['account', ...given], settings);
    for (const role of ['admin', 'developer']) {
      const answer = await withMail(role, account.email);
      expect(answer).toMatchObject({ exitCode: 1, stderr: textLike(/the email of this account is not confirmed/) });
    }
    expect(await rolesOf(account)).toEqual({ roles: [] });
    const insisted = await withMail('admin', account.email, '--unverified');
    expect(insisted).toMatchObject({ exitCode: 0, stdout: unverified(account) });

    const mailing = await TestServer.start({ env: mailbox.env });
    try {
      const [admin, other] = [await makeAdministrator(mailing), await signUp(mailing)];
      const give = () => administer(mailing, admin, 'PUT', `/accounts/${other.id}/roles`, { roles: ['admin'] });
      const refused = await give();
      expectProblem(refused, 409);
      expect(refused.body).toMatchObject({ error: 'unverified_email' });
      const token = tokenIn(await mailbox.next(other.email));
      const proof = { headers: other.session, body: { token } };
      expect((await call('POST', `${mailing.url}/api/accounts/verification`, proof)).status).toBe(200);
      expect((await give()).status).toBe(200);
    } finally {
      await mailing.stop();
      await mailbox.stop();
    }
  });

  describe('of the last administrator', () => {
    let alone: TestServer;
    let last: Account;
    const here = async (...given: string[]) => {
      const settings = { DATA_DIR: alone.dataDir, ...(await databaseSettingsOf(alone.dataDir)) };
      return runHosted(CONSENTRY, ['account', ...given], settings);
    };

    beforeAll(async () => {
      alone = await TestServer.start();
      last = await signUp(alone);
      await here('admin', last.email);
    });
    afterAll(() => alone.stop());

    it('stay: neither the command nor the account itself removes them', async () => {
      expect(await here('admin', last.email, '--remove')).toEqual(refused(LAST));
      expect(await here('remove', last.email)).toEqual(refused(LAST));
      const body = { current_password: last.password };
      const answer = await call('DELETE', `${alone.url}/api/account`, { headers: last.session, body });
      expectProblem(answer, 409);
      expect(answer.body).toMatchObject({ error: 'last_administrator', detail: LAST });
      expect((await call('GET', `${alone.url}/api/session`, { headers: last.session })).status).toBe(200);
    });

    it('stay with one of two that remove each other at the same moment', async () => {
      const other = await signUp(alone);
      await here('admin', other.email);
      const runs = await Promise.all([last, other].map(({ email }) => here('admin', email, '--remove')));
      expect(runs.map(({ exitCode }) => exitCode).sort()).toEqual([0, 1]);
      const [left] = await storedRows<{ count: number | string }>(
        alone,
        'SELECT COUNT(*) AS count FROM accounts WHERE admin_since IS NOT NULL',
      );
      expect(Number(left!.count)).toBe(1);
    });
  });
});
