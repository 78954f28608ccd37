import { ForeignIssuer } from '@consentry/test-support/world/foreign-issuer';
import { runCommand, runWell } from '@consentry/test-support/server/command';
import { databaseSettingsOf } from '@consentry/test-support/server/engine';
import { isAcceptedByEntries, readEntries } from '@consentry/test-support/world/judge-by-entries';
import { expectProblem } from '@consentry/test-support/world/problem';
import { TestServer } from '@consentry/test-support/server/server';
import { storedRows } from '@consentry/test-support/server/stored';
import {
  type Account,
  type Application,
  call,
  obtainTokens,
  refresh,
  register,
  signUp,
} from '@consentry/test-support/world/world';

describe('changed claims of an account', () => {
  let foreign: ForeignIssuer;
  let server: TestServer;
  let developer: Account;
  let application: Application;

  beforeAll(async () => {
    foreign = await ForeignIssuer.start();
    const trusted = [{ issuer: foreign.issuer, jwks_uri: foreign.jwksUri }];
    server = await TestServer.start({ env: { TRUSTED_ISSUERS: JSON.stringify(trusted) } });
    developer = await signUp(server);
    application = await register(server, developer);
  });
  afterAll(() => Promise.all([server.stop(), foreign.stop()]));

  const foreignAccount = async (sub: string): Promise<Account> => {
    const session = { authorization: `Bearer ${await foreign.mint({ aud: server.url, sub })}` };
    const { body } = await call<{ account: Account }>('GET', `${server.url}/api/session`, { headers: session });
    return { ...body.account, session };
  };
  const tell = (id: string, { session }: Account) =>
    call('POST', `${server.url}/api/accounts/${encodeURIComponent(id)}/claims-changed`, { headers: session });
  /** By introspection and by the entries, which agree. */
  const isGood = async (token: string) => {
    const { client_id, client_secret } = application;
    const body = new URLSearchParams({ token, client_id, client_secret });
    const { active } = (await call<{ active: boolean }>('POST', `${server.url}/oauth2/introspect`, { body })).body;
    expect(isAcceptedByEntries(token, await readEntries(server))).toBe(active);
    return active;
  };
  const reissues = ({ id }: Account) =>
    storedRows(server, "SELECT client_id, below FROM revocations WHERE kind = 'reissue' AND subject = ?", id);

  it('are told by the JWT of its trusted issuer: older access tokens are refused, refresh tokens stay', async () => {
    const [account, other] = [await foreignAccount('one of theirs'), await foreignAccount('another')];
    const tokens = await obtainTokens(server, account, application);
    const bystander = await obtainTokens(server, other, application);
    expect(await isGood(tokens.access_token)).toBe(true);

    const { status, text } = await tell(account.id, account);
    expect([status, text]).toEqual([204, '']);
    expect([await isGood(tokens.access_token), await isGood(bystander.access_token)]).toEqual([false, true]);
    const next = (await refresh(server, tokens.refresh_token)).body;
    expect(await isGood(next.access_token)).toBe(true);

    // By the subject that the issuer knows; one entry stands for both.
    expect((await tell('one of theirs', account)).status).toBe(204);
    expect(await isGood(next.access_token)).toBe(false);
    expect(await reissues(account)).toEqual([{ client_id: '', below: 2 }]);
    const told = "SELECT account_id FROM events WHERE kind = 'account.claims_changed' AND address IS NOT NULL";
    expect(await storedRows(server, told)).toEqual([{ account_id: account.id }, { account_id: account.id }]);
  });

  it('are told by nobody else, and of no other account', async () => {
    const account = await foreignAccount('somebody');
    const tokens = await obtainTokens(server, account, application);
    const refused = await tell(account.id, developer);
    expectProblem(refused, 403);
    expect(refused.text).toContain('trusted issuer');
    expectProblem(await tell(developer.id, developer), 403);
    for (const id of [developer.id, 'unknown', 'another']) expectProblem(await tell(id, account), 404);
    expect((await call('POST', `${server.url}/api/accounts/${account.id}/claims-changed`)).status).toBe(401);
    expect(await isGood(tokens.access_token)).toBe(true);
  });

  it('are told by the operator, by email or id', async () => {
    const settings = { DATA_DIR: server.dataDir, ...(await databaseSettingsOf(server.dataDir)) };
    const account = await foreignAccount('of the operator');
    for (const [named, by] of [
      [developer.email, developer],
      [account.id, account],
    ] as const) {
      const { access_token: token } = await obtainTokens(server, by, application);
      expect(await isGood(token)).toBe(true);
      expect(await runWell('account', ['claims-changed', named], settings)).toMatch(named);
      expect(await isGood(token)).toBe(false);
    }
    const unknown = await runCommand('account', ['claims-changed', 'nobody@example.com'], settings);
    expect([unknown.exitCode, unknown.stderr]).toEqual([1, expect.stringContaining('there is no account')]);
  });
});
