import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { registerAllowed } from '@consentry/test-support/world/allowed';
import { runWell } from '@consentry/test-support/server/command';
import { IntrospectedServer, NOTES } from '@consentry/test-support/world/introspected';
import { isAcceptedByEntries, readEntries } from '@consentry/test-support/world/judge-by-entries';
import { freshDir } from '@consentry/test-support/server/server';
import { changeStored, storedRows } from '@consentry/test-support/server/stored';
import {
  type Account,
  type Application,
  call,
  exchange,
  obtainCode,
  obtainTokens,
  refresh,
  register,
  signIn,
  signUp,
} from '@consentry/test-support/world/world';

const OWN = { grantTypes: ['client_credentials'], ownScopes: ['notes:read'] };

describe('what a restore tells services', () => {
  let world: IntrospectedServer;
  let person: Account;
  const backup = join(freshDir(), 'backup.sqlite');

  beforeEach(async () => {
    world = await IntrospectedServer.start();
    person = await signUp(world.server);
  });
  afterEach(async () => {
    await world.server.stop();
    rmSync(backup, { force: true });
  });

  const takeBackup = () => runWell('backup', [backup], { DATA_DIR: world.server.dataDir });
  const restore = async () => {
    await world.server.stop();
    const stdout = await runWell('restore', [backup], { DATA_DIR: world.server.dataDir });
    await world.restart();
    return stdout;
  };
  const tokenOf = async (application: Application, account = person) =>
    (await obtainTokens(world.server, account, application)).access_token;
  const ownToken = async ({ client_id, client_secret }: Application) => {
    const body = new URLSearchParams({ grant_type: 'client_credentials', resource: NOTES, client_id, client_secret });
    const answer = await call<{ access_token: string }>('POST', `${world.server.url}/oauth2/token`, { body });
    return answer.body.access_token;
  };
  const isActive = async (token: string) => (await world.ask(token, world.notesService)).body['active'];
  const change = (application: Application, body: object) =>
    call('PATCH', `${world.server.url}/api/applications/${application.client_id}`, {
      headers: world.account.session,
      body,
    });
  const grantOf = async (application: Application) => {
    const { body } = await call<{ items: { id: string; client: Application }[] }>(
      'GET',
      `${world.server.url}/api/grants`,
      {
        headers: person.session,
      },
    );
    return body.items.find(({ client }) => client.client_id === application.client_id)!.id;
  };
  const logOf = () =>
    storedRows<{ log: string; created_at: number }>(world.server, 'SELECT log, created_at FROM revocation_logs');

  /** Each token with whether introspection says that it is active, and whether no entry refuses it. */
  async function judge(tokens: Record<string, string>): Promise<Record<string, [unknown, boolean]>> {
    const judged: Record<string, [unknown, boolean]> = {};
    for (const [name, token] of Object.entries(tokens))
      judged[name] = [await isActive(token), isAcceptedByEntries(token, await readEntries(world.server))];
    return judged;
  }
  const both = (names: readonly string[], verdict: boolean) =>
    Object.fromEntries(names.map((name) => [name, [verdict, verdict]]));

  it('is what it ended and what only the replaced database had: services and introspection agree', async () => {
    const { server, account } = world;
    const owner = await registerAllowed(server, account, OWN);
    const [used, ended, disabledNow] = [
      await register(server, account),
      await register(server, account),
      await register(server, account),
    ];
    await change(disabledNow, { enabled: false });
    const idle = await tokenOf(world.client);
    const own = await ownToken(owner);
    const rotated = await obtainTokens(server, person, used);
    const taken = await tokenOf(ended);
    await takeBackup();

    const next = (await refresh(server, rotated.refresh_token)).body.access_token;
    await call('DELETE', `${server.url}/api/grants/${await grantOf(ended)}`, { headers: person.session });
    const regiven = await tokenOf(ended);
    await change(disabledNow, { enabled: true });
    const enabled = await tokenOf(disabledNow);
    const late = await register(server, account);
    const lateOwner = await registerAllowed(server, account, OWN);
    const newcomer = await signUp(server);
    const after = {
      rotated: rotated.access_token,
      next,
      taken,
      regiven,
      enabled,
      late: await tokenOf(late),
      lateOwn: await ownToken(lateOwner),
      newcomer: await tokenOf(world.client, newcomer),
      lateFamily: await tokenOf(world.client),
    };
    const before = await logOf();
    const stdout = await restore();

    expect(await judge({ idle, own })).toEqual(both(['idle', 'own'], true));
    expect(await judge(after)).toEqual(both(Object.keys(after), false));
    expect(stdout).toMatch(/services refuse .* start: token families: \d, grants: 1, accounts: 1, applications: 3\n$/);
    // The history is another one, as old as the replaced database's.
    const [log] = await logOf();
    expect(log!.log).toMatch(/^[\w-]{22}$/);
    expect([log!.log === before[0]!.log, log!.created_at]).toEqual([false, before[0]!.created_at]);

    const again = { again: await tokenOf(ended), other: await tokenOf(world.client), own: await ownToken(owner) };
    expect(await judge(again)).toEqual(both(Object.keys(again), true));
  });

  it('keeps the entries of the replaced database, and numbers new ones after them', async () => {
    await takeBackup();
    await changeStored(
      world.server,
      "INSERT INTO revocations (version, kind, subject, at, expires_at) VALUES (41, 'family', 'f', 1, 99999999999999)",
    );
    await changeStored(
      world.server,
      "INSERT INTO revocations (version, kind, subject, at, expires_at) VALUES (50, 'family', 'g', 1, 2)",
    );
    await changeStored(world.server, 'DELETE FROM revocations WHERE version = 50');
    await tokenOf(world.client);
    await restore();
    expect(await storedRows(world.server, 'SELECT version, subject FROM revocations WHERE version <= 50')).toEqual([
      { version: 41, subject: 'f' },
    ]);
    expect(
      await storedRows(world.server, "SELECT MIN(version) AS first FROM revocations WHERE subject <> 'f'"),
    ).toEqual([{ first: 51 }]);
  });

  it("never lets a grant's counters go back: what was narrowed stays so", async () => {
    const { server } = world;
    const { refresh_token: refreshToken } = await obtainTokens(server, person, world.client);
    const unspent = await obtainCode(server, person, world.client);
    const onlyWrite = await obtainTokens(server, person, await register(server, world.account), {
      scope: 'notes:write',
    });
    expect(onlyWrite.scope).toBe('notes:write');
    await takeBackup();
    // As a narrowing writes them.
    await changeStored(
      server,
      "UPDATE grants SET reissues = 3, epoch = epoch, scopes = 'notes:read' WHERE scopes <> 'notes:write'",
    );
    await changeStored(
      server,
      `UPDATE refresh_families SET scope_granted = 'notes:read' WHERE scope_granted <> 'notes:write'`,
    );
    await changeStored(server, "UPDATE grants SET scopes = 'notes:read' WHERE scopes = 'notes:write'");
    expect(await restore()).toMatch("taken away again: grants: 1, grants' scopes: 1, token families' scopes: 1\n");
    expect(await storedRows(server, 'SELECT reissues, scopes FROM grants WHERE revoked_at IS NULL')).toEqual([
      { reissues: 3, scopes: 'notes:read' },
    ]);
    // Codes are judged by their grant's scopes.
    expect((await exchange(server, world.client, unspent)).body.scope).toBe('notes:read');
    expect((await refresh(server, refreshToken)).body.scope).toBe('notes:read');
    expect(isAcceptedByEntries(onlyWrite.access_token, await readEntries(server))).toBe(false);
  });

  it('is every earlier token where nothing can be compared', async () => {
    const { server } = world;
    const owner = await registerAllowed(server, world.account, OWN);
    const earlier = { given: await tokenOf(world.client), own: await ownToken(owner) };
    await takeBackup();
    await server.stop();
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(server.dataDir, `auth.sqlite${suffix}`), { force: true });
    const stdout = await runWell('restore', [backup], { DATA_DIR: server.dataDir, PORT: '1' });
    await world.restart();
    expect(stdout).toMatch('every service refuses every access token issued before');
    expect(await judge(earlier)).toEqual(both(Object.keys(earlier), false));
    await server.advance({ seconds: 1 });
    person = { ...person, ...(await signIn(server, person)) };
    const later = { own: await ownToken(owner), given: await tokenOf(world.client) };
    expect(await judge(later)).toEqual(both(Object.keys(later), true));
  });
});
