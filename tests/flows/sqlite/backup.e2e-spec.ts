import { openFile } from '@consentry/typeorm-node-sqlite';
import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONSENTRY, runCommand, runProgram, runWell, see } from '@consentry/test-support/server/command';
import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { TestServer, freshDir } from '@consentry/test-support/server/server';
import {
  type Account,
  type Application,
  obtainTokens,
  refresh,
  register,
  signIn,
} from '@consentry/test-support/world/world';

const refused = (line: string) => ({ exitCode: 1, stdout: '', stderr: `consentry backup: ${line}\n` });

/** Refreshes in a loop until stopped. @returns the number of refreshes. */
function keepRefreshing(server: TestServer, account: Account, application: Application) {
  let stopped = false;
  const refreshes = (async () => {
    let { refresh_token: token } = await obtainTokens(server, account, application);
    let count = 0;
    for (; !stopped; count += 1) token = (await refresh(server, token)).body.refresh_token;
    return count;
  })();
  return { stop: () => ((stopped = true), refreshes) };
}

describe('npm run backup', () => {
  const server = givenServer();
  const account = givenAccount(server);
  const application = givenApplication(server, account);
  /** In its own process: the server works while the copy starts. */
  const run = (...given: string[]) => runProgram(CONSENTRY, ['backup', ...given], { DATA_DIR: server.dataDir });

  it('copies a database that a server writes all the while, as it stood at one moment', async () => {
    const file = join(freshDir(), 'night.sqlite');
    const lanes = Array.from({ length: 4 }, () => keepRefreshing(server, account, application));
    const late = await register(server, account, { name: 'The last before the backup' });
    const { exitCode, stdout, stderr } = await run(file);
    const counts = await Promise.all(lanes.map((lane) => lane.stop()));
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect(stdout).toMatch(`wrote ${file}, `);
    expect(stdout).toMatch(`${server.dataDir}/master.key is not included`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(file, '..'))).toEqual(['night.sqlite']);

    const db = openFile(file, { readonly: true });
    expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'delete' });
    expect(db.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
    const select = db.prepare('SELECT name FROM clients WHERE client_id = ?');
    expect(select.get(late.client_id)).toEqual({ name: 'The last before the backup' });
    db.close();
  });

  it('says that the key of what it copied is another one, or gone', async () => {
    const env = { DATA_DIR: server.dataDir, MASTER_KEY: randomBytes(32).toString('base64url') };
    const wrong = await runProgram(CONSENTRY, ['backup', join(freshDir(), 'wrong.sqlite')], env);
    expect(wrong.stdout).toMatch('it cannot be restored as is: the master key is not the one');
    renameSync(join(server.dataDir, 'master.key'), join(server.dataDir, 'lost'));
    const gone = await run(join(freshDir(), 'gone.sqlite'));
    renameSync(join(server.dataDir, 'lost'), join(server.dataDir, 'master.key'));
    expect(gone.stdout).toMatch('it cannot be restored as is: the master key is missing');
    expect([wrong.exitCode, gone.exitCode]).toEqual([0, 0]);
  });

  it('holds the lock of nobody: the server writes while the copy is made', async () => {
    const { refresh_token: token } = await obtainTokens(server, account, application);
    const backup = run(join(freshDir(), 'beside.sqlite'));
    expect((await refresh(server, token)).status).toBe(200);
    expect((await backup).exitCode).toBe(0);
  });

  it('is enough for a new machine, with the master key that was kept elsewhere', async () => {
    const file = join(freshDir(), 'moved.sqlite');
    await runWell('backup', [file], { DATA_DIR: server.dataDir });
    const dataDir = freshDir();
    const missing = await runCommand('restore', [file], { DATA_DIR: dataDir });
    expect(missing.stderr).toMatch('the master key is missing');
    expect(readdirSync(dataDir)).toEqual([]);
    copyFileSync(join(server.dataDir, 'master.key'), join(dataDir, 'master.key'));
    expect(await runWell('restore', [file], { DATA_DIR: dataDir, PORT: '1' })).toMatch('there is none');
    const moved = await TestServer.start({ dataDir });
    expect((await signIn(moved, account)).sessionToken).toBeTruthy();
    expect(await moved.stop()).toBe(0);
  });

  it('never writes over a file, and leaves nothing of what it could not finish', async () => {
    const folder = freshDir();
    const file = join(folder, 'precious');
    writeFileSync(file, 'precious');
    expect(await run(file)).toEqual(refused(`${file} already exists and is not overwritten; use another name`));
    expect(readFileSync(file, 'utf8')).toBe('precious');
    const nowhere = join(folder, 'no/such/folder');
    const { exitCode, stderr } = await run(nowhere);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 1 });
    expect(stderr).toMatch(`the backup ${nowhere} cannot be written: no such file or directory (ENOENT)`);
    expect(readdirSync(folder)).toEqual(['precious']);
  });

  it('says that it needs a database', async () => {
    const dataDir = join(freshDir(), 'none');
    const none = await runCommand('backup', ['x'], { DATA_DIR: dataDir });
    expect(none).toEqual(
      refused(
        `there is no database ${dataDir}/auth.sqlite; set DATA_DIR or DATABASE_URL as for the server\nconsentry backup: ${see('no-database')}`,
      ),
    );
    expect(existsSync(dataDir)).toBe(false);
  });

  it('leaves PostgreSQL to its own command, which it spells without the password', async () => {
    const env = { DATABASE_URL: 'postgres://auth:secret@db.example.com/auth?sslmode=require' };
    expect(await runCommand('backup', ["tonight's"], env)).toEqual(
      refused(
        `PostgreSQL has its own backup command: pg_dump --format=custom --file='tonight'\\''s' ` +
          `--dbname='postgres://auth@db.example.com/auth?sslmode=require'`,
      ),
    );
  });
});
