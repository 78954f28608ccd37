import { openFile } from '@consentry/typeorm-node-sqlite';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { runCommand, runWell } from '@consentry/test-support/server/command';
import { withDatabase } from '@consentry/test-support/server/engine';
import { failToStart } from '@consentry/test-support/server/failed-start';
import { migratedFile } from '@consentry/test-support/server/migrated';
import { freshDatabase } from '@consentry/test-support/postgres/databases';
import { queryPostgres } from '@consentry/test-support/postgres/query';
import { TestServer, freshDir } from '@consentry/test-support/server/server';
import {
  call,
  exchange,
  obtainCode,
  obtainTokens,
  refresh,
  register,
  signUp,
} from '@consentry/test-support/world/world';

const refused = (line: string) => ({ exitCode: 1, stdout: '', stderr: `consentry move: ${line}\n` });

async function startOnSqlite() {
  const dataDir = freshDir();
  const file = await migratedFile(join(dataDir, 'auth.sqlite'));
  const server = await TestServer.start({ dataDir, env: { DATABASE_URL: `sqlite:${file}` } });
  return { server, dataDir, file };
}

const tablesIn = (url: string) => queryPostgres(url, "SELECT FROM pg_tables WHERE schemaname = 'public'");

const isOpenElsewhere = (file: string) =>
  readdirSync('/proc').some((pid) => Number(pid) !== process.pid && openFilesOf(pid).includes(realpathSync(file)));

function openFilesOf(pid: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
  } catch {
    return []; // The process has ended, or is closing files.
  }
}

describe('npm run move', () => {
  it('takes everything along: whoever used SQLite goes on with PostgreSQL', async () => {
    const { server: before, dataDir, file } = await startOnSqlite();
    const account = await signUp(before);
    const application = await register(before, account);
    const { refresh_token: spent } = await obtainTokens(before, account, application);
    const { refresh_token: token, access_token: accessToken } = (await refresh(before, spent)).body;
    const other = await obtainTokens(before, account, application);
    const code = await obtainCode(before, account, application);
    expect(await before.stop()).toBe(0);

    const url = await freshDatabase();
    const printed = await runWell('move', [], { DATA_DIR: dataDir, DATABASE_URL: url });
    const { host, pathname } = new URL(url);
    expect(printed).toMatch(`moved ${file} into postgres://${host}${pathname}: accounts: 1, `);
    expect(printed).toMatch(/refresh_families: 2, .*\nthe file is kept as (.*auth\.sqlite\.moved-\S+)\n$/);
    const [, kept = ''] = /kept as (.*)\n$/.exec(printed)!;
    expect(readdirSync(dataDir).filter((name) => name.startsWith('auth.sqlite'))).toEqual([basename(kept)]);

    const after = await TestServer.start({ dataDir: withDatabase(dataDir, url), port: before.port });
    const { session: headers } = account;
    expect((await call('GET', `${after.url}/api/session`, { headers })).status).toBe(200);
    expect((await call('GET', `${after.url}/api/applications/${application.client_id}`, { headers })).status).toBe(200);
    expect((await refresh(after, token)).status).toBe(200);
    expect((await exchange(after, application, code)).status).toBe(200);
    expect((await exchange(after, application, code)).body.error).toBe('invalid_grant');
    expect((await refresh(after, other.refresh_token)).status).toBe(200);
    const { body: keys } = await call<{ keys: { kid: string }[] }>('GET', `${after.url}/.well-known/jwks.json`);
    const { kid } = JSON.parse(Buffer.from(accessToken.split('.')[0]!, 'base64url').toString()) as { kid: string };
    expect(keys.keys.map((key) => key.kid)).toContain(kid);
    expect((await refresh(after, spent)).body.error).toBe('invalid_grant');
    expect((await register(after, account)).client_id).not.toBe(application.client_id);
    const [event] = await queryPostgres<{ n: string }>(url, "SELECT FROM events WHERE kind = 'database.moved'");
    expect(event).toBeDefined();
    expect(await after.stop()).toBe(0);
  });

  it('leaves nothing beside which a server begins an empty database', async () => {
    const { server, dataDir, file } = await startOnSqlite();
    await server.stop();
    await runWell('move', [], { DATA_DIR: dataDir, DATABASE_URL: await freshDatabase() });
    const [kept = ''] = readdirSync(dataDir).filter((name) => name.startsWith('auth.sqlite'));
    expect(await failToStart({ DATABASE_URL: `sqlite:${file}` }, { dataDir })).toEqual([
      `the database ${file} cannot be opened: it was moved to PostgreSQL; set its DATABASE_URL, or remove ${join(dataDir, kept)} to start over`,
    ]);
    expect(existsSync(file)).toBe(false);
  });

  it('refuses while a server runs, and changes nothing', async () => {
    const { server, dataDir, file } = await startOnSqlite();
    const url = await freshDatabase();
    expect(await runCommand('move', [], { DATA_DIR: dataDir, DATABASE_URL: url })).toEqual(
      refused(`${file} is in use by another process: stop the server first`),
    );
    await signUp(server);
    expect(await tablesIn(url)).toEqual([]);
    await server.stop();
  });

  it('refuses what is no sound database of this server and this version, and changes nothing', async () => {
    const { server, dataDir, file } = await startOnSqlite();
    await server.stop();
    const url = await freshDatabase();
    const env = { DATA_DIR: dataDir, DATABASE_URL: url };
    const altered = (name: string, change: string) => {
      const made = join(freshDir(), name);
      copyFileSync(file, made);
      const db = openFile(made);
      db.exec(change);
      db.close();
      return made;
    };
    const text = join(freshDir(), 'text');
    writeFileSync(text, 'no database '.repeat(999));
    const folder = join(freshDir(), 'folder');
    mkdirSync(folder);
    const empty = altered('empty', 'DELETE FROM migrations');
    const later = altered('later', "INSERT INTO migrations (timestamp, name) VALUES (9, 'Later9')");
    const older = altered('older', "UPDATE migrations SET name = 'Foundation1763600000000'");
    const alien = altered('alien', 'DROP TABLE migrations');

    const said = async (given: string[], more: Record<string, string> = {}) => {
      const { exitCode, stdout, stderr } = await runCommand('move', given, { ...env, ...more });
      expect([exitCode, stdout]).toEqual([1, '']);
      return stderr.slice('consentry move: '.length, -1);
    };
    expect(await said(['/no/such/file'])).toBe('there is no database /no/such/file');
    expect(await said([folder])).toMatch(`${folder} cannot be used: `);
    expect(await said([text])).toBe(`${text} cannot be used: file is not a database`);
    expect(await said([alien])).toBe(`${alien} is not from this server`);
    expect(await said([later])).toBe(`${later} is of a later version, which made Later9`);
    expect(await said([older])).toBe(`${older} is of a build before 0.1.0, which made Foundation1763600000000`);
    expect(await said([empty])).toBe(`${empty} is not from this server`);
    expect(await said([], { MASTER_KEY: 'A'.repeat(43) })).toMatch(
      'the master key is not the one this database was created',
    );
    expect(await said([], { DATABASE_URL: `sqlite:${file}` })).toMatch(
      'DATABASE_URL must name the database to move to',
    );
    expect(await said([], { DATABASE_URL: 'postgres://127.0.0.1:1/none' })).toMatch('the database cannot be used: ');
    expect(await tablesIn(url)).toEqual([]);
    expect(readdirSync(dataDir).filter((name) => name.includes('moved'))).toEqual([]);

    // None of this prevents the move.
    expect(await runWell('move', [file], env)).toMatch('moved ');
  });

  it('refuses a database that somebody uses or used', async () => {
    const { server: before, dataDir, file } = await startOnSqlite();
    await before.stop();
    const url = await freshDatabase();
    const env = { DATA_DIR: dataDir, DATABASE_URL: url };
    const server = await TestServer.start({ dataDir: withDatabase(freshDir(), url) });
    const { stderr } = await runCommand('move', [], env);
    expect(stderr).toMatch(
      /^consentry move: a server is connected to the database \(connections: \d+\): stop it first\n$/,
    );
    await server.stop();
    const { host, pathname } = new URL(url);
    const rows = 'it has rows in events, master_key_checks, signing_keys: use a new database';
    expect(await runCommand('move', [], env)).toEqual(refused(`postgres://${host}${pathname} is not empty, ${rows}`));
    expect(existsSync(file)).toBe(true);
  });

  it('begins no empty file where another one moved it meanwhile: a server would go on with that', async () => {
    const { server: before, dataDir, file } = await startOnSqlite();
    await before.stop();
    const other = openFile(file);
    other.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE; COMMIT');
    const moving = runCommand('move', [], { DATA_DIR: dataDir, DATABASE_URL: await freshDatabase() });
    while (!isOpenElsewhere(file)) await setTimeout(20);
    renameSync(file, `${file}.moved-meanwhile`);
    other.close();
    expect(await moving).toMatchObject({ exitCode: 1 });
    expect(existsSync(file)).toBe(false);
  });
});
