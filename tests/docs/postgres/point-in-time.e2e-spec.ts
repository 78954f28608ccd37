import { execFile } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { engine } from '@consentry/test-support/server/engine';
import { Installation, block, shell } from '../support/installation';
import { describeInstalled } from '@consentry/test-support/run/installed';
import { findPostgresBinaries } from '@consentry/test-support/postgres/binaries';
import { type PostgresFolder, makePostgresFolder } from '@consentry/test-support/postgres/folder';
import { freePort } from '@consentry/test-support/server/ports';
import { queryPostgres } from '@consentry/test-support/postgres/query';
import { settingsOf } from '@consentry/test-support/docs/production-page';
import type { TestServer } from '@consentry/test-support/server/server';
import { type Account, call, obtainTokens, refresh, register, signUp } from '@consentry/test-support/world/world';

const hasBaseBackup = engine === 'postgres' && existsSync(join(findPostgresBinaries(), 'pg_basebackup'));

describeInstalled('docs/how-to/back-up-and-restore.md: to a point in time', hasBaseBackup, 'postgresql', () => {
  const installation = new Installation();
  let folder: PostgresFolder;
  let port: string;
  let backups: string;
  let env: Record<string, string>;
  let server: TestServer | undefined;

  const own = () => ({ '/var/backups/postgresql': backups });
  const asPostgres = (program: string, ...given: string[]) =>
    promisify(execFile)(join(folder.bin, program), given, folder.as);
  const startPostgres = () =>
    asPostgres('pg_ctl', `--pgdata=${folder.data}`, `--log=${join(folder.path, 'log')}`, '--wait', 'start');
  const stopPostgres = () => asPostgres('pg_ctl', `--pgdata=${folder.data}`, '--mode=fast', '--wait', 'stop');
  const superuser = () => `postgres://${folder.login}@127.0.0.1:${port}/postgres`;
  const at = () => ({ url: `http://127.0.0.1:${server!.port}` });
  const give = (path: string) => folder.as.uid && chownSync(path, folder.as.uid, folder.as.gid ?? folder.as.uid);

  beforeAll(async () => {
    folder = await makePostgresFolder({});
    port = String(await freePort());
    backups = join(folder.path, 'backups');
    for (const path of [backups, join(backups, 'wal')]) {
      mkdirSync(path, { mode: 0o700 });
      give(path);
    }
    const place = `listen_addresses = '127.0.0.1'\nunix_socket_directories = ''\nport = ${port}\n`;
    appendFileSync(join(folder.data, 'postgresql.conf'), place + block('archive', own()));
    await startPostgres();
    for (const statement of block('role', {}).trim().split(';\n')) await queryPostgres(superuser(), statement);
    env = {
      ...settingsOf(block('environment', installation.paths)),
      ...settingsOf(block('postgres-environment', { '127.0.0.1:5432': `127.0.0.1:${port}` })),
      AUTH_URL: 'http://localhost:3000',
    };
    server = await installation.start(env);
  });
  afterAll(async () => {
    await server?.stop();
    await stopPostgres();
    await folder.guard.dismiss();
  });

  async function baseBackup(): Promise<void> {
    const [user = '', password = ''] = folder.login.split(':');
    const where = { PGHOST: '127.0.0.1', PGPORT: port, PGUSER: user, PGPASSWORD: password };
    const [program = '', ...given] = block('base-backup', own()).trim().split(' ');
    await promisify(execFile)(join(folder.bin, program), given, {
      ...folder.as,
      env: { ...folder.as.env, ...where },
    });
  }

  async function goBackTo(time: string): Promise<void> {
    await stopPostgres();
    renameSync(folder.data, `${folder.data}-replaced`);
    cpSync(join(backups, 'base'), folder.data, { recursive: true, preserveTimestamps: true });
    await promisify(execFile)('chown', ['--recursive', `--reference=${backups}`, folder.data]);
    const recovery = block('recovery', { ...own(), '2026-11-24 03:00:00+00': time });
    appendFileSync(join(folder.data, 'postgresql.conf'), recovery);
    writeFileSync(join(folder.data, 'recovery.signal'), '');
    give(join(folder.data, 'recovery.signal'));
    await startPostgres();
    while (!readFileSync(join(folder.path, 'log'), 'utf8').includes('archive recovery complete'))
      await queryPostgres(superuser(), 'SELECT pg_sleep(0.05)').catch(() => undefined);
  }

  const signInStatus = async ({ email, password }: Account) =>
    (await call('POST', `${at().url}/api/session`, { body: { email, password } })).status;

  it('has what was there then, nothing later, and takes no token that was used since', async () => {
    await baseBackup();
    const kept = await signUp(at());
    const application = await register(at(), kept);
    const { refresh_token: token } = await obtainTokens(at(), kept, application);
    const [{ time } = { time: '' }] = await queryPostgres<{ time: string }>(
      superuser(),
      'SELECT clock_timestamp()::text AS time',
    );
    const lost = await signUp(at());
    expect((await refresh(at(), token)).status).toBe(200);
    await server!.stop();

    await goBackTo(time);
    const printed = await shell(block('after-recovery', {}), env);
    expect(printed).toMatch('token families: 1');
    server = await installation.start(env);
    expect([await signInStatus(kept), await signInStatus(lost)]).toEqual([201, 401]);
    expect((await refresh(at(), token)).body.error).toBe('invalid_grant');
  });
});
