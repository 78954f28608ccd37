import { CONSENTRY, runHosted } from '@consentry/test-support/server/command';
import { databaseSettingsOf } from '@consentry/test-support/server/engine';
import { ForeignIssuer } from '@consentry/test-support/world/foreign-issuer';
import { expectProblem } from '@consentry/test-support/world/problem';
import { TestServer } from '@consentry/test-support/server/server';
import { storedRows } from '@consentry/test-support/server/stored';
import {
  type Account,
  CALLBACK,
  call,
  obtainTokens,
  register,
  signUp,
  unique,
} from '@consentry/test-support/world/world';

const PUBLIC_URL = 'https://auth.example.com';

const addressOf = ({ port }: TestServer) => `http://127.0.0.1:${port}`;

describe('DEVELOPERS=invited', () => {
  let foreign: ForeignIssuer;
  let server: TestServer;
  let account: Account;

  beforeAll(async () => {
    foreign = await ForeignIssuer.start();
    const issuers = [{ issuer: foreign.issuer, jwks_uri: foreign.jwksUri }];
    const env = { DEVELOPERS: 'invited', DYNAMIC_REGISTRATION: 'token', TRUSTED_ISSUERS: JSON.stringify(issuers) };
    server = await TestServer.start({ env });
  });
  beforeEach(async () => {
    account = await signUp(server);
  });
  afterAll(() => Promise.all([server.stop(), foreign.stop()]));

  const developer = async (...given: string[]) => {
    const settings = { DATA_DIR: server.dataDir, ...(await databaseSettingsOf(server.dataDir)) };
    return runHosted(CONSENTRY, ['account', 'developer', ...given], settings);
  };
  const tryRegister = (headers: Record<string, string>, body: unknown = { name: 'App', redirect_uris: [CALLBACK] }) =>
    call('POST', `${server.url}/api/applications`, { headers, body });
  const makeRegistrationToken = (headers: Record<string, string>) =>
    call<{ initial_access_token: string }>('POST', `${server.url}/api/registration-tokens`, { headers, body: {} });
  const done = (stdout: string) => ({ exitCode: 0, stdout: `${stdout}\n`, stderr: '' });

  it('refuses an application of an account without the role, whatever the body says, and tells what the operator can do', async () => {
    const answer = await tryRegister(account.session);
    expectProblem(answer, 403);
    expect(answer.body['detail']).toBe(
      `this account may not register or change applications; ask the operator to run npm run account -- developer ${account.id}`,
    );
    expectProblem(await tryRegister(account.session, { name: '' }), 403);
    expect((await tryRegister({})).status).toBe(401);
  });

  it('lets an account register from the moment the operator gives it the role, and records that', async () => {
    expect((await developer(account.email.toUpperCase())).stdout).toContain(
      `${account.email.toUpperCase()} can now register applications (id ${account.id}, `,
    );
    expect((await tryRegister(account.session)).status).toBe(201);
    expect((await developer(account.email)).stdout).toContain(`${account.email} can already register applications`);
    const events = await storedRows(
      server,
      "SELECT kind FROM events WHERE account_id = ? AND kind LIKE 'developer.%' ORDER BY id",
      account.id,
    );
    expect(events).toEqual([{ kind: 'developer.added' }]);
  });

  it('leaves an account its applications when the role is taken back, to read and delete, and gives it no more', async () => {
    await developer(account.email);
    const application = await register(server, account);
    expect(await developer(account.email, '--remove')).toEqual(
      done(`${account.email} can no longer register applications; its applications are kept`),
    );
    expectProblem(await tryRegister(account.session), 403);
    const url = `${server.url}/api/applications/${application.client_id}`;
    const { session: headers } = account;
    expectProblem(await call('PATCH', url, { headers, body: { redirect_uris: ['https://evil.example/'] } }), 403);
    expectProblem(await call('POST', `${url}/test-token`, { headers, body: { scope: 'notes:read' } }), 403);
    expectProblem(await call('POST', `${url}/secrets`, { headers }), 403);
    const shown = await call<{ secrets: { id: string }[] }>('GET', url, { headers });
    expect(shown.status).toBe(200);
    expectProblem(await call('DELETE', `${url}/secrets/${shown.body.secrets[0]!.id}`, { headers }), 403);
    await obtainTokens(server, await signUp(server), application);
    expect((await call('DELETE', url, { headers })).status).toBe(204);
    const events = await storedRows(
      server,
      "SELECT kind FROM events WHERE account_id = ? AND kind LIKE 'developer.%' ORDER BY id",
      account.id,
    );
    expect(events).toEqual([{ kind: 'developer.added' }, { kind: 'developer.removed' }]);
  });

  it('lets only developers make initial access tokens, which end with the role', async () => {
    expectProblem(await makeRegistrationToken(account.session), 403);
    await developer(account.email);
    const { status, body } = await makeRegistrationToken(account.session);
    expect(status).toBe(201);
    const registerItself = () =>
      call('POST', `${server.url}/oauth2/register`, {
        headers: { authorization: `Bearer ${body.initial_access_token}` },
        body: { redirect_uris: [CALLBACK] },
      });
    expect((await registerItself()).status).toBe(201);
    await developer(account.email, '--remove');
    expect((await registerItself()).status).toBe(401);
  });

  it("names a trusted issuer's account, which has no email of its own here, by its id", async () => {
    const token = await foreign.mint({ aud: server.url, sub: unique() });
    const headers = { authorization: `Bearer ${token}` };
    const shown = await call<{ account: Account }>('GET', `${server.url}/api/session`, { headers });
    const { id } = shown.body.account;
    expect((await tryRegister(headers)).status).toBe(403);
    expect((await developer(id)).stdout).toMatch(`, of ${foreign.issuer})`);
    expect((await tryRegister(headers)).status).toBe(201);
  });

  it('says when there is no such account, and what a closed one is', async () => {
    await developer(account.email);
    const body = { current_password: account.password };
    await call('DELETE', `${server.url}/api/account`, { headers: account.session, body });
    for (const given of ['nobody@example.com', 'no-id', account.id]) {
      const { exitCode, stderr } = await developer(given);
      expect([exitCode, stderr]).toEqual([
        1,
        expect.stringContaining(`consentry account: there is no account ${JSON.stringify(given)} in `),
      ]);
    }
  });
});

describe('DEVELOPERS, where nothing is said of it', () => {
  it('is invited behind a public AUTH_URL, though sign-up is open', async () => {
    const env = { AUTH_URL: PUBLIC_URL, SIGN_UP: 'open' };
    const server = await TestServer.start({ env });
    const account = await signUp({ url: addressOf(server) });
    const body = { name: 'App', redirect_uris: [CALLBACK] };
    const answer = await call('POST', `${addressOf(server)}/api/applications`, { headers: account.session, body });
    expectProblem(answer, 403);
    await server.stop();

    const open = await TestServer.start({ env: { ...env, DEVELOPERS: 'all' } });
    const another = await signUp({ url: addressOf(open) });
    await register({ url: addressOf(open) }, another);
    await open.stop();
  });

  it('is all on loopback', async () => {
    const server = await TestServer.start();
    await register(server, await signUp(server));
    await server.stop();
  });
});
