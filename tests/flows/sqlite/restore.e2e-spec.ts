import { openFile } from '@consentry/typeorm-node-sqlite';
import { chownSync, copyFileSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, runWell, see } from '@consentry/test-support/server/command';
import { runKeys } from '@consentry/test-support/server/keys-command';
import { TestServer, freshDir } from '@consentry/test-support/server/server';
import { storedRows } from '@consentry/test-support/server/stored';
import { obtainTokens, refresh, register, signIn, signUp } from '@consentry/test-support/world/world';

/** A port without a server. */
const QUIET = { PORT: '1' };

const restore = (backup: string, dataDir: string, env: Record<string, string> = QUIET) =>
  runCommand('restore', [backup], { DATA_DIR: dataDir, ...env });

const refused = (...lines: string[]) => ({
  exitCode: 1,
  stdout: '',
  stderr: lines.map((line) => `consentry restore: ${line}\n`).join(''),
});

/** A data folder, its backup, and an unused token family. */
async function backedUp() {
  const server = await TestServer.start();
  const account = await signUp(server);
  const application = await register(server, account);
  const { refresh_token: token } = await obtainTokens(server, account, application);
  const file = join(freshDir(), 'backup.sqlite');
  await runWell('backup', [file], { DATA_DIR: server.dataDir });
  return { server, dataDir: server.dataDir, account, application, token, file };
}

function codeOf(attempt: () => unknown): number | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    return (error as { errcode?: number }).errcode;
  }
}

const contentOf = (dataDir: string) => readFileSync(join(dataDir, 'auth.sqlite'));

describe('npm run restore', () => {
  it('refuses while a server runs, and changes nothing', async () => {
    const { server, dataDir, file, token } = await backedUp();
    const database = join(dataDir, 'auth.sqlite');
    expect(await restore(file, dataDir)).toEqual(
      refused(`${database} is in use by another process: stop the server first`),
    );
    expect((await refresh(server, token)).status).toBe(200);
    rmSync(database);
    const address = `http://127.0.0.1:${server.port}`;
    expect(await restore(file, dataDir, { PORT: String(server.port) })).toEqual(
      refused(`a server answers at ${address}: stop it first`),
    );
    expect(readdirSync(dataDir).filter((name) => /replaced|restoring/.test(name))).toEqual([]);
    await server.stop();
  });

  it('refuses what is no sound backup of this database, and changes nothing', async () => {
    const { server, dataDir, file } = await backedUp();
    await server.stop();
    const before = contentOf(dataDir);
    const bad = (name: string, content: Buffer | string) => {
      const made = join(freshDir(), name);
      writeFileSync(made, content);
      return made;
    };
    const altered = (change: string) => {
      const made = bad('altered', readFileSync(file));
      const db = openFile(made);
      db.exec(change);
      db.close();
      return made;
    };
    const torn = readFileSync(file);
    torn.fill(0xff, torn.length / 2, torn.length / 2 + 8_192);

    expect((await restore('/no/such/file', dataDir)).stderr).toMatch('there is no backup /no/such/file');
    expect((await restore(join(dataDir, 'auth.sqlite'), dataDir)).stderr).toMatch('is the database itself');
    expect((await restore(bad('text', 'no database '.repeat(999)), dataDir)).stderr).toMatch('file is not a database');
    expect((await restore(bad('torn', torn), dataDir)).stderr).toMatch('cannot be used: ');
    const alien = altered('DROP TABLE migrations');
    expect(await restore(alien, dataDir)).toEqual(refused('the backup is not from this server'));
    const unused = altered('DELETE FROM master_key_checks');
    expect(await restore(unused, dataDir)).toEqual(
      refused('the backup comes from a database that no server has run on: it has no tokens and no keys'),
    );
    const later = altered("INSERT INTO migrations (timestamp, name) VALUES (9, 'Later9')");
    expect(await restore(later, dataDir)).toEqual(refused('the backup is of a later version, which made Later9'));
    const otherKey = await restore(file, dataDir, { ...QUIET, MASTER_KEY: 'A'.repeat(43) });
    expect(otherKey.stderr).toMatch('the master key is not the one this database was created with');

    expect(contentOf(dataDir).equals(before)).toBe(true);
    expect(readdirSync(dataDir).sort()).toEqual(['auth.sqlite', 'master.key']);
  });

  it('keeps what it replaces, whole and beside', async () => {
    const { server, dataDir, file, account } = await backedUp();
    const late = await signUp(server);
    await register(server, late);
    await server.stop();
    const stdout = await runWell('restore', [file], { DATA_DIR: dataDir, ...QUIET });
    expect(stdout).toMatch(/\nlost \(created after the backup\): accounts: 1, applications: 1\n/);
    const kept = /kept as (.*)\n/.exec(stdout)![1]!;
    expect(kept).toMatch(/auth\.sqlite\.replaced-\d{4}-\d\d-\d\dT\d{6}\.\d{3}Z$/);
    const emails = (name: string) => {
      const db = openFile(name, { readonly: true });
      const found = db.prepare('SELECT email FROM accounts').all() as { email: string }[];
      db.close();
      return found.map(({ email }) => email);
    };
    expect(emails(kept).sort()).toEqual([account.email, late.email].sort());
    expect(emails(join(dataDir, 'auth.sqlite'))).toEqual([account.email]);
  });

  it('says why it reads nothing of a database that is gone, damaged or another one', async () => {
    const { server, dataDir, file, account, token } = await backedUp();
    await server.stop();
    const database = join(dataDir, 'auth.sqlite');
    const why = (stdout: string) => /the replaced database is not read \((.*)\): /.exec(stdout)?.[1];
    rmSync(database);
    writeFileSync(`${database}-wal`, 'left behind');
    const gone = await runWell('restore', [file], { DATA_DIR: dataDir, ...QUIET });
    expect(why(gone)).toBe('there is none');
    const [wal] = readdirSync(dataDir).filter((name) => name.endsWith('-wal'));
    expect(wal).toMatch(/^auth\.sqlite\.replaced-.*-wal$/);
    writeFileSync(database, 'no database '.repeat(999));
    const damaged = await runWell('restore', [file], { DATA_DIR: dataDir, ...QUIET });
    expect(why(damaged)).toBe('it is damaged: file is not a database');
    const other = freshDir();
    copyFileSync(join(dataDir, 'master.key'), join(other, 'master.key'));
    const begun = await TestServer.start({ dataDir: other });
    await signUp(begun);
    await begun.stop();
    const anew = await runWell('restore', [file], { DATA_DIR: other, ...QUIET });
    expect(why(anew)).toBe('it does not continue what the backup holds');
    const alien = openFile(join(other, 'auth.sqlite'));
    alien.exec('DROP TABLE client_redirect_uris');
    alien.close();
    const older = await runWell('restore', [file], { DATA_DIR: other, ...QUIET });
    expect(why(older)).toMatch("it is of another version, or another program's: no such table: present.");

    const restored = await TestServer.start({ dataDir: other });
    const [newest] = await storedRows(restored, 'SELECT kind, at FROM events ORDER BY id DESC LIMIT 1');
    expect(newest).toEqual({ kind: 'database.restored', at: expect.any(Number) as number });
    expect((await refresh(restored, token)).body.error).toBe('invalid_grant');
    const again = { ...account, ...(await signIn(restored, account)) };
    await obtainTokens(restored, again, await register(restored, again));
    expect(await restored.stop()).toBe(0);
  });

  it('needs the master key that the backup was made under, also where that was replaced since', async () => {
    const { server, dataDir, file, account } = await backedUp();
    await server.stop();
    expect((await runKeys({ dataDir }, ['replace-master-key'])).exitCode).toBe(0);
    expect(await restore(file, dataDir)).toEqual(
      refused(
        'the master key is not the one this database was created with; provide the right MASTER_KEY or master.key',
        see('master-key-wrong'),
      ),
    );
    const [kept = ''] = readdirSync(dataDir).filter((name) => name.startsWith('master.key.replaced-'));
    const MASTER_KEY = readFileSync(join(dataDir, kept), 'utf8').trim();
    const stdout = await runWell('restore', [file], { DATA_DIR: dataDir, ...QUIET, MASTER_KEY });
    expect(stdout).toMatch('kept as in the replaced database: nothing\n');
    const restored = await TestServer.start({ dataDir, env: { MASTER_KEY } });
    await signIn(restored, account);
    expect(await restored.stop()).toBe(0);
  });

  it('leaves a process that waits for the replaced file nothing to write', async () => {
    const { server, dataDir, file } = await backedUp();
    await server.stop();
    const waiting = openFile(join(dataDir, 'auth.sqlite'));
    await runWell('restore', [file], { DATA_DIR: dataDir, ...QUIET });
    // SQLITE_READONLY_DBMOVED
    expect(codeOf(() => waiting.exec('PRAGMA journal_mode = WAL'))).toBe(1_032);
    waiting.close();
  });

  const asRoot = process.getuid?.() === 0 ? it : it.skip;

  asRoot('gives the database to whom its folder belongs', async () => {
    const { server, dataDir, file } = await backedUp();
    await server.stop();
    chownSync(dataDir, 12_345, 12_346);
    await runWell('restore', [file], { DATA_DIR: dataDir, ...QUIET });
    const { uid, gid, mode } = statSync(join(dataDir, 'auth.sqlite'));
    expect({ uid, gid, mode: mode & 0o777 }).toEqual({ uid: 12_345, gid: 12_346, mode: 0o600 });
  });

  it('says what it needs: a file', async () => {
    expect(await runCommand('restore', [], { DATA_DIR: freshDir() })).toEqual(
      refused('the file to restore is missing; see consentry restore --help'),
    );
    expect((await runCommand('restore', ['-h'], {})).stdout).toMatch(/^Usage: consentry restore \[options\] \[file\]/);
  });
});
