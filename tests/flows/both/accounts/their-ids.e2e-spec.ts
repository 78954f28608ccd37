import { decodeJwt } from 'jose';
import { hostedAccount } from '@consentry/test-support/server/account-command';
import { TestServer, freshDir } from '@consentry/test-support/server/server';
import { failToStart } from '@consentry/test-support/server/failed-start';
import { changeStored, storedRows } from '@consentry/test-support/server/stored';
import { administer, makeAdministrator } from '@consentry/test-support/world/administrators';
import { becomesSo } from '@consentry/test-support/world/becomes-so';
import { FeedReader } from '@consentry/test-support/world/feed-reader';
import { ForeignIssuer } from '@consentry/test-support/world/foreign-issuer';
import { expectProblem } from '@consentry/test-support/world/problem';
import {
  type Account,
  call,
  obtainTokens,
  refresh,
  register,
  signUp,
  unique,
} from '@consentry/test-support/world/world';

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

interface AccountsPage {
  items: { id: string }[];
  next_cursor: string | null;
}

describe('SUBJECT=theirs', () => {
  let team: ForeignIssuer;
  let server: TestServer;
  let env: Record<string, string>;

  beforeAll(async () => {
    team = await ForeignIssuer.start();
    env = { TRUSTED_ISSUERS: JSON.stringify([{ issuer: team.issuer, jwks_uri: team.jwksUri }]) };
    server = await TestServer.start({ env: { ...env, SUBJECT: 'theirs' } });
  });
  afterAll(() => Promise.all([server.stop(), team.stop()]));

  const tokenOf = (sub: string, claims = {}) => team.mint({ aud: server.url, sub, name: 'Grace', ...claims });
  const show = async (sub: string, claims = {}) =>
    call<{ account: Account }>('GET', `${server.url}/api/session`, { headers: bearer(await tokenOf(sub, claims)) });
  const signedIn = async (sub: string): Promise<Account> => {
    const { body } = await show(sub);
    return { ...body.account, session: bearer(await tokenOf(sub)) };
  };

  const tokensOf = async (account: Account) =>
    obtainTokens(server, account, await register(server, account), { scope: 'openid notes:read' });

  it('has tokens, userinfo and the API name a person by the id that the team knows', async () => {
    const id = `auth0|${unique()}`;
    const account = await signedIn(id);
    expect(account.id).toBe(id);
    const tokens = await tokensOf(account);
    expect(decodeJwt(tokens.access_token).sub).toBe(id);
    const renewed = (await refresh(server, tokens.refresh_token)).body;
    expect(decodeJwt(renewed.access_token).sub).toBe(id);
    const userinfo = await call('GET', `${server.url}/oauth2/userinfo`, { headers: bearer(renewed.access_token) });
    expect(userinfo.body).toMatchObject({ sub: id });
    const exported = await call<{ account: object }>('GET', `${server.url}/api/account/export`, {
      headers: account.session,
    });
    expect(exported.body).toMatchObject({ account: { id, issuer: team.issuer, subject: id } });
  });

  it('makes one account, also of many first calls at once', async () => {
    const id = unique();
    const answers = await Promise.all(Array.from({ length: 10 }, () => show(id)));
    expect(answers.map(({ status, body }) => [status, body.account.id])).toEqual(Array(10).fill([200, id]));
  });

  it('refuses an id that is an account of another kind, and one that no account can have', async () => {
    const own = await signUp(server);
    for (const sub of [own.id, 'x'.repeat(37), 'two words', '..', 'ä']) {
      expectProblem(await show(sub), 401);
      expect(await storedRows(server, 'SELECT id FROM accounts WHERE subject = ?', sub)).toEqual([]);
    }
    expect(server.output).toContain('its sub is the id of another account here');
    expect(server.output).toContain('SUBJECT=theirs needs 1 to 36 visible ASCII characters');
    expect((await call('GET', `${server.url}/api/session`, { headers: own.session })).status).toBe(200);
  });

  it('opens an account again for who comes back after it was closed, with nothing of before', async () => {
    const id = unique();
    const before = await tokensOf(await signedIn(id));
    const feed = await FeedReader.open(server);
    await changeStored(server, 'UPDATE accounts SET developer_since = 1, claims = ? WHERE id = ?', '{}', id);
    const closed = await call('DELETE', `${server.url}/api/account`, { headers: bearer(await tokenOf(id)) });
    expect(closed.status).toBe(204);
    // Services refuse what was issued, and nothing that will be.
    const { n: below } = await feed.refused('reissue', `${id}\0`);
    // Its grants may be ending yet.
    await becomesSo(async () => (await show(id, { name: 'Grace Hopper' })).status === 200, 20_000);
    const [row] = await storedRows(
      server,
      'SELECT name, claims, developer_since, closed_at FROM accounts WHERE id = ?',
      id,
    );
    expect(row).toEqual({ name: 'Grace Hopper', claims: null, developer_since: null, closed_at: null });
    expect((await refresh(server, before.refresh_token)).body.error).toBe('invalid_grant');
    const old = await call('GET', `${server.url}/oauth2/userinfo`, { headers: bearer(before.access_token) });
    expect(old.status).toBe(401);
    const kinds = await storedRows<{ kind: string }>(
      server,
      "SELECT kind FROM events WHERE account_id = ? AND kind LIKE 'account.%' ORDER BY id",
      id,
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(['account.created', 'account.closed', 'account.created']);
    const anew = decodeJwt((await tokensOf(await signedIn(id))).access_token);
    expect(anew.sub).toBe(id);
    expect([Number(decodeJwt(before.access_token)['rv'] ?? 0) < below!, Number(anew['rv']) >= below!]).toEqual([
      true,
      true,
    ]);
    expect(feed.entries.filter(({ k }) => k === 'account')).toEqual([]);
    feed.close();
  });

  it('has the operator name an account by an id that looks like an email', async () => {
    const id = `${unique()}@team.example`;
    await show(id);
    const { stdout } = await hostedAccount(server.dataDir, ['developer', id]);
    expect(stdout).toContain(`${id} can now register applications`);
  });

  it('keeps out who was switched off', async () => {
    const id = unique();
    await show(id);
    const administrator = await makeAdministrator(server);
    const path = `accounts/${encodeURIComponent(id)}`;
    expect((await administer(server, administrator, 'PATCH', `/${path}`, { disabled: true })).status).toBe(200);
    expectProblem(await show(id), 401);
  });

  it('lists accounts by their age, whatever their ids are', async () => {
    const administrator = await makeAdministrator(server);
    for (const id of ['zz', '00', 'mm']) await show(`${id}-${unique()}`);
    const { body } = await administer<{ items: { id: string }[] }>(server, administrator, 'GET', '/accounts');
    expect(body.items.slice(0, 3).map(({ id }) => id.slice(0, 2))).toEqual(['mm', '00', 'zz']);
  });

  it('lists them page by page, each once, also those of one moment', async () => {
    const administrator = await makeAdministrator(server);
    const [mark, at] = [unique(), Date.now() + 60_000];
    const made = Array.from({ length: 60 }, (_, n) => ({
      id: `${unique()}/${mark}`,
      createdAt: at + Math.floor(n / 4),
    }));
    for (const { id, createdAt } of made)
      await changeStored(
        server,
        'INSERT INTO accounts (id, issuer, subject, name, created_at) VALUES (?, ?, ?, ?, ?)',
        ...[id, team.issuer, id, 'Grace', createdAt],
      );
    const ids: string[] = [];
    for (let next: string | null = ''; next !== null;) {
      const query: string = next === '' ? '' : `?cursor=${encodeURIComponent(next)}`;
      const { body }: { body: AccountsPage } = await administer<AccountsPage>(
        server,
        administrator,
        'GET',
        `/accounts${query}`,
      );
      ids.push(...body.items.map(({ id }) => id));
      next = body.next_cursor;
    }
    expect(new Set(ids).size).toBe(ids.length);
    const ageOf = new Map(made.map(({ id, createdAt }) => [id, createdAt]));
    const ages = ids.slice(0, made.length).map((id) => ageOf.get(id));
    expect(ages).toEqual(made.map(({ createdAt }) => createdAt).reverse());
  });

  it('needs one issuer, whose accounts began with it', async () => {
    const of = (...issuers: string[]) =>
      JSON.stringify(issuers.map((issuer) => ({ issuer, jwks_uri: 'https://a.example/jwks' })));
    const needs = (count: number) => [
      `SUBJECT is "theirs": it needs one issuer of accounts, SIGN_IN_URL, a provider or one in TRUSTED_ISSUERS, and there are ${count}`,
    ];
    expect(await failToStart({ SUBJECT: 'theirs' })).toEqual(needs(0));
    const two = of('https://a.example', 'https://b.example');
    expect(await failToStart({ SUBJECT: 'theirs', TRUSTED_ISSUERS: two })).toEqual(needs(2));

    const dataDir = freshDir();
    const own = await TestServer.start({ dataDir, env });
    const answer = await call<{ account: Account }>('GET', `${own.url}/api/session`, {
      headers: bearer(await team.mint({ aud: own.url, sub: 'grace' })),
    });
    await own.stop();
    const [line] = await failToStart({ ...env, SUBJECT: 'theirs' }, { dataDir });
    expect(line).toBe(
      `SUBJECT is "theirs", but this database has accounts of ${team.issuer} whose id is not their sub, such as ${answer.body.account.id}: set SUBJECT=own, or start with a new database`,
    );
  });
});
