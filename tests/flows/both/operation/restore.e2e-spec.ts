import { TOKEN_EXCHANGE, registerAllowed } from '@consentry/test-support/world/allowed';
import { isAcceptedByEntries, readEntries } from '@consentry/test-support/world/judge-by-entries';
import { bearer, newInitialToken, postRegistration } from '@consentry/test-support/world/registration';
import { Restorable } from '@consentry/test-support/world/restorable';
import { changeStored, storedRows } from '@consentry/test-support/server/stored';
import { twoResources } from '@consentry/test-support/world/two-resources';
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

const ALLOWED = { grantTypes: ['client_credentials', TOKEN_EXCHANGE], ownScopes: ['notes:read'] };

const errorOf = async (answer: Promise<{ body: { error?: string } }>) => (await answer).body.error ?? 'none';

/** Both engines, and both where the replaced database is there and where it is lost. */
describe('a restored backup', () => {
  let world: Restorable;
  let account: Account;
  let application: Application;

  beforeEach(async () => {
    world = await Restorable.start({ ...twoResources(), DYNAMIC_REGISTRATION: 'token' });
    account = await signUp(world.server);
    application = await register(world.server, account);
  });
  afterEach(() => world.server.stop());

  const ownToken = async ({ client_id, client_secret }: Application) => {
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
    return (await call<{ access_token: string }>('POST', `${world.server.url}/oauth2/token`, { body })).body
      .access_token;
  };
  const isActive = async (token: string, { client_id, client_secret }: Application) => {
    const body = new URLSearchParams({ token, client_id, client_secret });
    return (await call<{ active: boolean }>('POST', `${world.server.url}/oauth2/introspect`, { body })).body.active;
  };
  const trySignIn = async ({ email, password }: { email: string; password: string }) =>
    (await call('POST', `${world.server.url}/api/session`, { body: { email, password } })).status;
  const signedInAgain = async () => ({ ...account, ...(await signIn(world.server, account)) });
  const own = (path: string) => `${world.server.url}/api/applications/${path}`;

  it.each([false, true])(
    'lets nothing be used that the backup has (the replaced database is lost: %s)',
    async (lost) => {
      const { server } = world;
      const owner = await registerAllowed(server, account, ALLOWED);
      const { access_token: given, refresh_token: idle } = await obtainTokens(server, account, application);
      const code = await obtainCode(server, account, application);
      const { sessionID } = await requestConsent(server, account, application);
      const { initial_access_token: initial } = await newInitialToken(server, account);
      const without = await ownToken(owner);
      expect(await Promise.all([isActive(given, application), isActive(without, owner)])).toEqual([true, true]);
      const jwks = () => call<{ keys: { kid: string }[] }>('GET', `${server.url}/.well-known/jwks.json`);
      const kids = (await jwks()).body.keys.map(({ kid }) => kid);
      const logOf = () => storedRows<{ log: string }>(server, 'SELECT log FROM revocation_logs');
      const [log] = await logOf();
      const mail = `INSERT INTO mailed_tokens (hash, purpose, account_id, email, created_at, expires_at)
        SELECT 'mailed', 'reset', id, email, 1, 99999999999999 FROM accounts`;
      await changeStored(server, mail);
      const [last] = await storedRows<{ at: number }>(server, 'SELECT at FROM events ORDER BY id DESC LIMIT 1');
      await world.backup();

      const { access_token: late } = await obtainTokens(server, account, application);
      const stdout = await world.restore({ lost });
      expect(stdout).toMatch(
        `the backup was made at ${new Date(last!.at).toISOString()} or later: its last event is from then\n`,
      );
      expect(stdout).toMatch(
        'ended (possibly used since the backup): token families: 1, codes: 1, consent sessions: 1, initial access tokens: 1, mailed links: 1, sign-in sessions: 1\n',
      );
      expect(stdout).toMatch('restored: accounts: 1, applications: 2, client secrets: 2, grants: 1\n');
      const ended =
        'codes, consent sessions, device codes, initial access tokens, mailed links, pushed requests, sign-in sessions';
      expect(stdout).toMatch(
        `new signing keys: 1\nnothing issued before works any longer, whether or not it was revoked since the backup: refresh tokens, ${ended}\nevery service refuses every access token issued before`,
      );
      expect(stdout).toMatch(
        `not counted: ${lost ? 'accounts, applications, ' : ''}consents, client secrets, redirect URIs, changes of names and settings, events, usage figures created since\n`,
      );
      expect(await storedRows(server, 'SELECT hash FROM mailed_tokens')).toEqual([]);

      expect(await errorOf(refresh(server, idle))).toBe('invalid_grant');
      expect(await errorOf(exchange(server, application, code))).toBe('invalid_grant');
      expect((await call('GET', `${server.url}/api/session`, { headers: account.session })).status).toBe(401);
      expect((await postRegistration(server, undefined, bearer(initial))).status).toBe(401);
      const again = await signedInAgain();
      expect((await decide(server, again, sessionID)).headers.get('location')).toMatch('error=invalid_request');
      // Introspection and the services that read entries draw the same line, under another log.
      for (const [token, holder] of [
        [given, application],
        [late, application],
        [without, owner],
      ] as const) {
        expect(await isActive(token, holder)).toBe(false);
        expect(isAcceptedByEntries(token, await readEntries(server))).toBe(false);
      }
      expect((await logOf())[0]!.log).not.toBe(log!.log);
      expect((await jwks()).body.keys.filter(({ kid }) => kids.includes(kid))).toEqual([]);
      const told = "SELECT kind FROM events WHERE kind = 'database.restored'";
      expect(await storedRows(server, told)).toHaveLength(1);

      // `iat` is in whole seconds: move on from the second of the restore.
      await server.advance({ seconds: 1 });
      const next = await obtainTokens(server, again, application);
      expect(await isActive(next.access_token, application)).toBe(true);
      expect(isAcceptedByEntries(next.access_token, await readEntries(server))).toBe(true);
      expect((await refresh(server, next.refresh_token)).status).toBe(200);
    },
  );

  it('keeps ended what the replaced database shows as closed, switched off or deleted', async () => {
    const { server } = world;
    const headers = account.session;
    const [leaving, barred, person] = [await signUp(server), await signUp(server), await signUp(server)];
    const [deleted, disabled, stopped, cut] = [
      await register(server, account),
      await register(server, account),
      await register(server, account),
      await register(server, account, { redirect_uris: [CALLBACK, `${CALLBACK}/old`] }),
    ];
    await obtainTokens(server, person, application);
    await obtainTokens(server, person, cut);
    await world.backup();

    const grants = await call<{ items: { id: string; client: Application }[] }>('GET', `${server.url}/api/grants`, {
      headers: person.session,
    });
    const grant = grants.body.items.find(({ client }) => client.client_id === application.client_id)!;
    await call('DELETE', `${server.url}/api/grants/${grant.id}`, { headers: person.session });
    await call('DELETE', own(deleted.client_id), { headers });
    await call('PATCH', own(disabled.client_id), { headers, body: { enabled: false } });
    await call('PATCH', own(cut.client_id), { headers, body: { redirect_uris: [CALLBACK] } });
    const secrets = own(`${application.client_id}/secrets`);
    await call('POST', secrets, { headers });
    const secretsOf = async ({ client_id }: Application, as = account) => {
      type Listed = { items: { id: string; expires_at: string | null }[] };
      return (await call<Listed>('GET', own(`${client_id}/secret-hints`), { headers: as.session })).body.items;
    };
    const shown = await secretsOf(application);
    const [old] = await storedRows<{ id: string }>(
      server,
      'SELECT id FROM client_secrets ORDER BY created_at, id LIMIT 1',
    );
    expect(shown.map(({ id }) => id)).toContain(old!.id);
    await call('DELETE', `${secrets}/${old!.id}`, { headers });
    const [replaced] = await secretsOf(cut);
    await call('POST', own(`${cut.client_id}/secrets`), { headers, body: { replaces: replaced!.id } });
    const ends = (await secretsOf(cut))[0]!.expires_at;
    expect(ends).toMatch(/Z$/);
    await call('DELETE', `${server.url}/api/account`, {
      headers: leaving.session,
      body: { current_password: leaving.password },
    });
    await changeStored(server, 'UPDATE accounts SET disabled_at = 1 WHERE id = ?', barred.id);
    const stop = 'UPDATE clients SET disabled_by_admin_at = 1, enabled = FALSE WHERE client_id = ?';
    await changeStored(server, stop, stopped.client_id);
    // As a narrowing writes it.
    const narrow = 'UPDATE grants SET reissues = reissues + 1 WHERE revoked_at IS NULL AND account_id = ?';
    await changeStored(server, narrow, person.id);
    const replaceKeys = "UPDATE clients SET jwks_uri = 'https://app.example.com/new-keys' WHERE client_id = ?";
    await changeStored(server, replaceKeys, cut.client_id);
    await changeStored(server, "INSERT INTO used_jtis (hash, expires_at) VALUES ('used since', 99999999999999)");
    const password = 'a better password';
    const changed = await call('PATCH', `${server.url}/api/account`, {
      headers: person.session,
      body: { password, current_password: person.password },
    });
    expect(changed.status).toBe(200);
    const late = await signUp(server);
    await register(server, late);
    const stdout = await world.restore();

    expect(stdout).toMatch(
      'kept as in the replaced database: accounts closed: 1, accounts switched off: 1, applications deleted: 1, applications switched off: 2, applications switched off by an administrator: 1, client secrets deleted: 2, redirect URIs deleted: 1, grants ended or narrowed: 2\n',
    );
    expect(stdout).toMatch('lost (created after the backup): accounts: 1, applications: 1\n');
    expect(stdout).toMatch('reset to the backup (changed since): passwords: 1\n');
    expect(await Promise.all([leaving, barred, late].map(trySignIn))).toEqual([401, 401, 401]);
    expect(await trySignIn({ ...person, password })).toBe(401);
    expect(await trySignIn(person)).toBe(201);
    const again = await signedInAgain();
    for (const gone of [deleted, disabled, stopped])
      expect(await errorOf(call('GET', authorizeUrl(server, gone), { headers: again.session }))).toBe('invalid_client');
    const code = await obtainCode(server, again, application);
    expect(await errorOf(exchange(server, application, code))).toBe('invalid_client');
    expect((await call('GET', own(cut.client_id), { headers: again.session })).body).toMatchObject({
      redirect_uris: [CALLBACK],
      jwks_uri: 'https://app.example.com/new-keys',
    });
    expect(await secretsOf(cut, again)).toMatchObject([{ id: replaced!.id, expires_at: ends }]);
    expect(await storedRows(server, "SELECT hash FROM used_jtis WHERE hash = 'used since'")).toHaveLength(1);
    // The email is free again.
    await signUp(server, leaving);
  });

  it('gives the closed, deleted and switched off back where the replaced database is lost, and says so', async () => {
    const { server } = world;
    await world.backup();
    await call('DELETE', own(application.client_id), { headers: account.session });
    expect(await world.restore({ lost: true })).toMatch(
      /the replaced database is not read \(.+\): what was closed, switched off or deleted since the backup is restored\n/,
    );
    const again = await signedInAgain();
    expect((await obtainTokens(server, again, application)).access_token).toMatch(/^ey/);
  });

  it('gives roles back only if told so', async () => {
    const { server } = world;
    const roles = () => storedRows(server, 'SELECT admin_since AS admin, developer_since AS developer FROM accounts');
    await changeStored(server, 'UPDATE accounts SET developer_since = 1, admin_since = 2');
    await world.backup();
    expect(await world.restore()).toMatch(
      'roles removed (--keep-roles keeps them): administrators: 1, developers: 1\n',
    );
    expect(await roles()).toEqual([{ admin: null, developer: null }]);
    expect(await world.restore({ keepRoles: true })).toMatch('roles restored: administrators: 1, developers: 1\n');
    expect(await roles()).toEqual([{ admin: 2, developer: 1 }]);
  });
});
