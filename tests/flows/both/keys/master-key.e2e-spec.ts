import { copyFileSync, existsSync, readFileSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { type CommandRun, see } from '@consentry/test-support/server/command';
import { databaseNameOf, engine, withEmptyDatabase } from '@consentry/test-support/server/engine';
import { failAlone, failToStart } from '@consentry/test-support/server/failed-start';
import { runKeys } from '@consentry/test-support/server/keys-command';
import { TestServer, freshDir } from '@consentry/test-support/server/server';
import { changeStored, everythingStored, storedRows } from '@consentry/test-support/server/stored';
import {
  type Account,
  type Application,
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

const WRONG_KEY =
  'the master key is not the one this database was created with; provide the right MASTER_KEY or master.key';

const refused = (...lines: string[]): CommandRun => ({
  exitCode: 1,
  stdout: '',
  stderr: lines.map((line) => `consentry keys: ${line}\n`).join(''),
});

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64url');

/** A server with an account and its tokens. */
async function begun(env: Record<string, string> = {}) {
  const server = await TestServer.start({ env });
  const account = await signUp(server);
  const application = await register(server, account);
  return { server, dataDir: server.dataDir, account, application };
}

const replace = (dataDir: string, env: Record<string, string> = {}) =>
  runKeys({ dataDir }, ['replace-master-key'], { env });

async function replaceWell(dataDir: string, env: Record<string, string> = {}): Promise<string> {
  const { exitCode, stdout, stderr } = await replace(dataDir, env);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return stdout;
}

const again = ({ dataDir, port }: TestServer, env: Record<string, string> = {}) =>
  TestServer.start({ dataDir, port, env });

/** A kept copy of a replaced key. */
const keptIn = (dataDir: string) => readdirSync(dataDir).filter((name) => name.startsWith('master.key.replaced-'));

async function wholeFlow(server: TestServer, account: Account, application: Application): Promise<void> {
  const signedIn = { ...account, ...(await signIn(server, account)) };
  const tokens = await obtainTokens(server, signedIn, application, { scope: 'openid notes:read' });
  expect((await refresh(server, tokens.refresh_token)).status).toBe(200);
}

describe('npm run keys -- replace-master-key', () => {
  it('ends what the old key stands for; the keys that sign stay, and all can be had anew', async () => {
    const { server, dataDir, account, application } = await begun();
    const tokens = await obtainTokens(server, account, application, { scope: 'openid notes:read' });
    const code = await obtainCode(server, account, application);
    const { sessionID } = await requestConsent(server, account, application);
    const old = readFileSync(join(dataDir, 'master.key'), 'utf8');
    const sealed = () => storedRows<{ kid: string }>(server, 'SELECT kid, sealed_private_key FROM signing_keys');
    const before = await sealed();
    await server.stop();

    const stdout = await replaceWell(dataDir);
    expect(stdout).toMatch(`private keys sealed under the new one: ${before.length}\n`);
    expect(stdout).toMatch(
      'ended (possibly forged): token families: 1, codes: 1, consent sessions: 1, sign-in sessions: 1\n',
    );
    expect(stdout).toMatch('npm run keys -- rotate --compromised');
    const file = join(dataDir, 'master.key');
    expect(readFileSync(file, 'utf8')).not.toBe(old);
    const [kept = 'none'] = keptIn(dataDir);
    expect(stdout).toMatch(`the old key is kept as ${join(dataDir, kept)}: earlier backups need it\n`);
    expect(readFileSync(join(dataDir, kept), 'utf8')).toBe(old);
    expect(existsSync(`${file}.new`)).toBe(false);
    for (const name of ['master.key', kept]) expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600);

    const next = await again(server);
    const after = await sealed();
    expect(after.map(({ kid }) => kid)).toEqual(before.map(({ kid }) => kid));
    for (const row of after) expect(before).not.toContainEqual(row);
    expect((await call('GET', `${next.url}/api/session`, { headers: account.session })).status).toBe(401);
    expect((await refresh(next, tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect((await exchange(next, application, code)).body.error).toBe('invalid_grant');
    const signedIn = { ...account, ...(await signIn(next, account)) };
    const late = await decide(next, signedIn, sessionID);
    expect(late.headers.get('location')).toMatch('error=invalid_request');

    const { body: jwks } = await call<{ keys: [] }>('GET', `${next.url}/.well-known/jwks.json`);
    const { payload } = await jwtVerify(tokens.access_token, createLocalJWKSet(jwks));
    expect(payload.sub).toBe(account.id);
    const { client_id, client_secret } = application;
    const ask = new URLSearchParams({ token: tokens.access_token, client_id, client_secret });
    expect((await call('POST', `${next.url}/oauth2/introspect`, { body: ask })).body).toEqual({ active: false });
    await wholeFlow(next, account, application);
    const told = await storedRows(next, "SELECT kind FROM events WHERE kind = 'master_key.replaced'");
    expect(told).toHaveLength(1);
    await next.stop();
  });

  it('takes tokens by the old key for none, also where their rows live again', async () => {
    const { server, dataDir, account, application } = await begun();
    const { refresh_token: token } = await obtainTokens(server, account, application);
    await server.stop();
    await replaceWell(dataDir);
    const next = await again(server);
    for (const table of ['refresh_families', 'sign_in_sessions'])
      await changeStored(next, `UPDATE ${table} SET revoked_at = NULL`);
    expect((await refresh(next, token)).body.error).toBe('invalid_grant');
    expect((await call('GET', `${next.url}/api/session`, { headers: account.session })).status).toBe(401);
    await next.stop();
  });

  it('replaces MASTER_KEY by NEW_MASTER_KEY, which the operator has before anything is done', async () => {
    const [MASTER_KEY, NEW_MASTER_KEY] = [keyOf(1), keyOf(2)];
    const { server, dataDir, account, application } = await begun({ MASTER_KEY });
    await server.stop();
    const before = await everythingStored(server);
    expect(await replace(dataDir, { MASTER_KEY })).toEqual(
      refused('MASTER_KEY is set: give the key that replaces it as NEW_MASTER_KEY'),
    );
    expect(await replace(dataDir, { NEW_MASTER_KEY })).toEqual(
      refused('NEW_MASTER_KEY replaces MASTER_KEY, which is not set: without both, the file is replaced'),
    );
    expect(await replace(dataDir, { MASTER_KEY, NEW_MASTER_KEY: MASTER_KEY })).toEqual(
      refused('NEW_MASTER_KEY is the same as MASTER_KEY: use another one'),
    );
    expect(await replace(dataDir, { MASTER_KEY: keyOf(3), NEW_MASTER_KEY })).toEqual(
      refused(WRONG_KEY, see('master-key-wrong')),
    );
    expect(await everythingStored(server)).toBe(before);

    const stdout = await replaceWell(dataDir, { MASTER_KEY, NEW_MASTER_KEY });
    expect(stdout).toMatch('start every server with the value of NEW_MASTER_KEY as MASTER_KEY');
    expect(stdout).not.toContain(NEW_MASTER_KEY);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('master.key'))).toEqual([]);
    expect(await failToStart({ MASTER_KEY }, { dataDir })).toEqual([WRONG_KEY]);
    const next = await again(server, { MASTER_KEY: NEW_MASTER_KEY });
    await wholeFlow(next, account, application);
    await next.stop();
  });

  it('refuses while a server runs, and before there is a database to do it for', async () => {
    const { server, dataDir, account, application } = await begun();
    const file = join(dataDir, 'master.key');
    const old = readFileSync(file, 'utf8');
    const { exitCode, stdout, stderr } = await replace(dataDir);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      engine === 'sqlite'
        ? `consentry keys: ${join(dataDir, 'auth.sqlite')} is in use by another process: stop the server first\n`
        : /^consentry keys: a server is connected to the database \(connections: \d+\): stop it first\n$/,
    );
    expect(readFileSync(file, 'utf8')).toBe(old);
    await obtainTokens(server, account, application);
    await server.stop();

    const fresh = withEmptyDatabase(freshDir());
    const none =
      engine === 'sqlite' ? /there is no database / : `there is no key in ${await databaseNameOf(fresh)} yet: `;
    expect((await replace(fresh)).stderr).toMatch(none);
    expect(readdirSync(fresh)).toEqual([]);
  });

  /** The database after a replacement that was interrupted before its key file was renamed. */
  async function cutOff() {
    const made = await begun();
    await made.server.stop();
    const file = join(made.dataDir, 'master.key');
    copyFileSync(file, join(made.dataDir, 'old'));
    await replaceWell(made.dataDir);
    renameSync(file, `${file}.new`);
    renameSync(join(made.dataDir, 'old'), file);
    return { ...made, file, next: readFileSync(`${file}.new`, 'utf8') };
  }

  it('cut off after the commit, is finished by whoever opens the database next', async () => {
    const { server, dataDir, account, application, file, next } = await cutOff();
    const servers = await Promise.all([again(server), TestServer.start({ dataDir })]);
    await wholeFlow(servers[0], account, application);
    for (const each of servers) expect(await each.stop()).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(next);
    expect([existsSync(`${file}.new`), keptIn(dataDir).length]).toEqual([false, 1]);

    const other = await cutOff();
    await replaceWell(other.dataDir);
    expect(keptIn(other.dataDir)).toHaveLength(2);
    expect((await runKeys(other, ['list'])).exitCode).toBe(0);
  });

  it('cut off before the commit, has changed nothing, and what it left opens nothing', async () => {
    const { server, dataDir, account, application } = await begun();
    await server.stop();
    const file = join(dataDir, 'master.key');
    const old = readFileSync(file, 'utf8');
    writeFileSync(`${file}.new`, keyOf(5));
    const next = await again(server);
    await wholeFlow(next, account, application);
    await next.stop();
    expect(readFileSync(file, 'utf8')).toBe(old);
    writeFileSync(file, keyOf(6));
    expect(await failAlone({}, { dataDir })).toEqual([WRONG_KEY]);
    writeFileSync(file, old);

    await changeStored(server, "UPDATE signing_keys SET sealed_private_key = 'v1.none'");
    const stored = await everythingStored(server);
    expect((await replace(dataDir)).stderr).toMatch(/^consentry keys: the signing key .* cannot be unsealed: nothing/);
    expect(await everythingStored(server)).toBe(stored);
    expect(readFileSync(file, 'utf8')).toBe(old);
  });

  it('is noticed by a process that could not be asked to stop: it ends', async () => {
    const { server } = await begun();
    await changeStored(server, "UPDATE master_key_checks SET value = 'another'");
    await server.logged('the master key was replaced: this process still has the old one and stops');
    expect(await server.exit()).toBe(1);
  });
});
