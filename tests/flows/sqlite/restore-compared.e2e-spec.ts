import { join } from 'node:path';
import { runCommand, runWell } from '@consentry/test-support/server/command';
import { TestServer, freshDir } from '@consentry/test-support/server/server';
import { changeStored, storedRows } from '@consentry/test-support/server/stored';
import {
  type Account,
  type Application,
  CALLBACK,
  authorizeUrl,
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

/** A server whose database is reset to `backup`. */
class Restorable {
  private constructor(
    public server: TestServer,
    private readonly file: string,
  ) {}

  static async start(): Promise<Restorable> {
    return new Restorable(await TestServer.start(), join(freshDir(), 'backup.sqlite'));
  }

  backup = () => runWell('backup', [this.file], { DATA_DIR: this.server.dataDir });

  /** @returns the command's output. */
  async restore(): Promise<string> {
    await this.server.stop();
    const stdout = await runWell('restore', [this.file], { DATA_DIR: this.server.dataDir });
    await this.server.restart();
    return stdout;
  }

  /** Restarts the server with other settings in between. */
  restart = (env: Record<string, string>) => this.server.restart(env);
}

const trySignIn = async ({ url }: { url: string }, { email, password }: { email: string; password: string }) =>
  (await call('POST', `${url}/api/session`, { body: { email, password } })).status;

const errorOf = async (answer: Promise<{ body: { error?: string } }>) => (await answer).body.error ?? 'none';

describe('a backup restored over the database that went on', () => {
  let world: Restorable;
  let account: Account;
  let application: Application;

  beforeEach(async () => {
    world = await Restorable.start();
    account = await signUp(world.server);
    application = await register(world.server, account);
  });
  afterEach(() => world.server.stop());

  const tokens = async () => (await obtainTokens(world.server, account, application)).refresh_token;

  it('ends what was used since, and leaves what was not', async () => {
    const [idle, rotated, replayed] = [await tokens(), await tokens(), await tokens()];
    const [kept, redeemed] = [
      await obtainCode(world.server, account, application),
      await obtainCode(world.server, account, application),
    ];
    const [open, decided] = [
      await requestConsent(world.server, account, application),
      await requestConsent(world.server, account, application),
    ];
    const other = await signIn(world.server, account);
    await world.backup();

    const newest = (await refresh(world.server, rotated)).body.refresh_token;
    await refresh(world.server, replayed);
    await refresh(world.server, replayed);
    const begun = (await exchange(world.server, application, redeemed)).body.refresh_token;
    await decide(world.server, account, decided.sessionID);
    await call('DELETE', `${world.server.url}/api/session`, { headers: other.session });
    const late = await tokens();
    const stdout = await world.restore();

    expect(stdout).toMatch(
      'since the backup): token families: 2, codes: 1, consent sessions: 1, sign-in sessions: 1\n',
    );
    expect(stdout).toMatch('taken away again: nothing\n');
    const { server } = world;
    for (const token of [rotated, newest, replayed, begun, late])
      expect(await errorOf(refresh(server, token))).toBe('invalid_grant');
    expect(await errorOf(exchange(server, application, redeemed))).toBe('invalid_grant');
    expect((await decide(server, account, decided.sessionID)).headers.get('location')).toMatch('error=invalid_request');
    expect((await call('GET', `${server.url}/api/session`, { headers: other.session })).status).toBe(401);

    expect((await refresh(server, idle)).status).toBe(200);
    expect((await exchange(server, application, kept)).status).toBe(200);
    expect((await decide(server, account, open.sessionID)).headers.get('location')).toMatch('code=');
    expect((await call('GET', `${server.url}/api/session`, { headers: account.session })).status).toBe(200);
  });

  it('keeps taken away what was: grants, applications and what they may, secrets, accounts', async () => {
    const person = await signUp(world.server);
    const leaving = await signUp(world.server);
    const lefts = await register(world.server, leaving);
    const [deleted, disabled, narrowed] = [
      await register(world.server, account),
      await register(world.server, account),
      await register(world.server, account, { redirect_uris: [CALLBACK, `${CALLBACK}/old`] }),
    ];
    const given = await obtainTokens(world.server, person, application);
    const ofDisabled = await obtainTokens(world.server, person, disabled);
    const unspent = await obtainCode(world.server, person, application);
    await world.backup();

    const { url } = world.server;
    const own = (path: string) => `${url}/api/applications/${path}`;
    const grants = await call<{ items: { id: string; client: Application }[] }>('GET', `${url}/api/grants`, {
      headers: person.session,
    });
    const grant = grants.body.items.find(({ client }) => client.client_id === application.client_id)!;
    await call('DELETE', `${url}/api/grants/${grant.id}`, { headers: person.session });
    const regiven = await obtainTokens(world.server, person, application);
    const headers = account.session;
    await call('DELETE', own(deleted.client_id), { headers });
    await call('PATCH', own(disabled.client_id), { headers, body: { enabled: false } });
    const less = { redirect_uris: [CALLBACK], scopes: ['notes:read'], require_client_authentication: true };
    await call('PATCH', own(narrowed.client_id), { headers, body: less });
    await call('PATCH', own(application.client_id), { headers, body: { name: 'Only a name' } });
    await call('DELETE', `${url}/api/account`, {
      headers: leaving.session,
      body: { current_password: leaving.password },
    });
    const stdout = await world.restore();

    expect(stdout).toMatch(
      "taken away again: accounts: 1, applications: 2, applications' rights: 2, redirect URIs: 1, client secrets: 2, grants: 1\n",
    );
    const { server } = world;
    for (const { refresh_token } of [given, regiven, ofDisabled])
      expect(await errorOf(refresh(server, refresh_token))).toBe('invalid_grant');
    expect(await errorOf(exchange(server, application, unspent))).toBe('invalid_grant');
    for (const gone of [deleted, disabled, lefts])
      expect(await errorOf(call('GET', authorizeUrl(server, gone), { headers }))).toBe('invalid_client');
    const shown = await call('GET', own(narrowed.client_id), { headers });
    expect(shown.body).toMatchObject(less);
    expect((await call('GET', own(application.client_id), { headers })).body).toMatchObject({
      name: 'Test app',
      enabled: true,
      scopes: null,
    });
    expect(await trySignIn(server, leaving)).toBe(401);
    // The e-mail is free again.
    await signUp(server, leaving);
  });

  it("keeps taken away a developer's role, and gives back none that was given since", async () => {
    const late = await signUp(world.server);
    await changeStored(world.server, 'UPDATE accounts SET developer_since = 1 WHERE id = ?', account.id);
    await world.backup();
    await changeStored(world.server, 'UPDATE accounts SET developer_since = NULL WHERE id = ?', account.id);
    await changeStored(world.server, 'UPDATE accounts SET developer_since = 1 WHERE id = ?', late.id);
    expect(await world.restore()).toMatch("taken away again: developers' roles: 1\n");
    expect(await storedRows(world.server, 'SELECT id FROM accounts WHERE developer_since IS NOT NULL')).toEqual([]);
  });

  it('keeps passwords, claims, secrets, keys, the sign-in limits and the events as they are now', async () => {
    const older = '{"iat":1,"claims":{"roles":["admin"]}}';
    await changeStored(world.server, 'UPDATE accounts SET claims = ? WHERE id = ?', older, account.id);
    await world.backup();

    const { url } = world.server;
    const headers = account.session;
    const password = 'a better password';
    await call('PATCH', `${url}/api/account`, { headers, body: { password, current_password: account.password } });
    const secrets = `${url}/api/applications/${application.client_id}/secrets`;
    const made = await call<{ id: string; client_secret: string }>('POST', secrets, { headers });
    const before = await call<{ secrets: { id: string }[] }>('GET', secrets.replace('/secrets', ''), { headers });
    const old = before.body.secrets.find(({ id }) => id !== made.body.id)!;
    await call('DELETE', `${secrets}/${old.id}`, { headers });
    for (let n = 0; n < 10; n += 1)
      expect(await trySignIn(world.server, { ...account, password: 'wrong password' })).toBe(401);
    await world.restart({ ACCESS_TOKEN_ALG: 'EdDSA' });
    const jwks = await call('GET', `${url}/.well-known/jwks.json`);
    // As a trusted issuer's JWT has them since: an older role must not come back.
    const claims = '{"iat":2,"claims":{"roles":null}}';
    await changeStored(world.server, 'UPDATE accounts SET claims = ? WHERE id = ?', claims, account.id);
    const events = await storedRows(world.server, 'SELECT * FROM events ORDER BY id');
    const stdout = await world.restore();

    expect(stdout).toMatch(
      /taken away again: client secrets: 1\nas they are now: passwords: 1, claims of trusted issuers' accounts: 1, client secrets: 1, events: \d+\n/,
    );
    const { server } = world;
    expect(await storedRows(server, 'SELECT claims FROM accounts WHERE id = ?', account.id)).toEqual([{ claims }]);
    const restored = { at: expect.any(Number) as number, kind: 'database.restored', account_id: null, client_id: null };
    expect(await storedRows(server, 'SELECT * FROM events ORDER BY id')).toEqual([
      ...events,
      expect.objectContaining(restored),
    ]);
    const kids = ({ body }: { body: { keys?: { kid: string }[] } }) => body.keys?.map(({ kid }) => kid).sort();
    const after = await call<{ keys: { kid: string }[] }>('GET', `${url}/.well-known/jwks.json`);
    expect(kids(after)).toEqual(expect.arrayContaining(kids(jwks)!));
    expect(await trySignIn(server, { ...account, password })).toBe(429);
    await server.advance({ minutes: 16 });
    expect(await trySignIn(server, account)).toBe(401);
    const again = { ...account, password, ...(await signIn(server, { ...account, password })) };
    expect(await storedRows(server, 'SELECT hint FROM client_secrets WHERE id = ?', made.body.id)).toEqual([
      { hint: made.body.client_secret.slice(-4) },
    ]);
    const renewed = { ...application, client_secret: made.body.client_secret };
    expect((await exchange(server, application, await obtainCode(server, again, application))).body.error).toBe(
      'invalid_client',
    );
    expect((await exchange(server, renewed, await obtainCode(server, again, renewed))).status).toBe(200);
  });

  it('brings nothing along that was made since, and gives no number twice', async () => {
    await world.backup();
    const late = await signUp(world.server);
    const lates = await register(world.server, late);
    const { refresh_token: token } = await obtainTokens(world.server, late, lates);
    await world.restore();

    const { server } = world;
    expect(await trySignIn(server, late)).toBe(401);
    expect(await errorOf(call('GET', authorizeUrl(server, lates), { headers: account.session }))).toBe(
      'invalid_client',
    );
    expect(await errorOf(refresh(server, token))).toBe('invalid_grant');
    await register(server, account);
    expect(await storedRows(server, 'SELECT id FROM clients ORDER BY id')).toEqual([{ id: 1 }, { id: 3 }]);
  });

  it('is refused nothing the second time: a restore is itself a past to go on from', async () => {
    const idle = await tokens();
    await world.backup();
    await world.restore();
    const used = (await refresh(world.server, idle)).body.refresh_token;
    const stdout = await world.restore();
    expect(stdout).toMatch('since the backup): token families: 1\n');
    for (const token of [idle, used]) expect(await errorOf(refresh(world.server, token))).toBe('invalid_grant');
    expect((await runCommand('restore', ['x'], { DATA_DIR: world.server.dataDir })).exitCode).toBe(1);
  });
});
