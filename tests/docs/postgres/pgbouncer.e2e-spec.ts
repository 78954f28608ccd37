import { becomesSo } from '@consentry/test-support/world/becomes-so';
import { Acknowledged } from '@consentry/test-support/server/acknowledged';
import { runCommand, runWell } from '@consentry/test-support/server/command';
import { withDatabase } from '@consentry/test-support/server/engine';
import { describeInstalled } from '@consentry/test-support/run/installed';
import { PgBouncer, hasPgBouncer } from '../support/pgbouncer';
import { postgresUrl, runAsSuperuser } from '@consentry/test-support/postgres/databases';
import { queryPostgres } from '@consentry/test-support/postgres/query';
import { type ServiceProcess, startProcesses } from '@consentry/test-support/server/processes';
import { blockOf, settingsOf } from '@consentry/test-support/docs/production-page';
import { freshDir } from '@consentry/test-support/server/server';
import { assertSentAway, attemptWrites, expectUnavailable } from '@consentry/test-support/server/unavailable';
import {
  type Account,
  type Answer,
  type Application,
  call,
  exchange,
  obtainCode,
  obtainTokens,
  refresh,
  register,
  signUp,
  unique,
} from '@consentry/test-support/world/world';

/** Most milliseconds until another process learns of a change. */
const MOMENTS = 3_000;
/** Most milliseconds from PgBouncer's return to a ready service. */
const BACK = 5_000;
/** After this a process reads again without a notification. */
const MEMORY = { ms: 5_001 };
const CALLERS = 8;
/** Acknowledged refreshes before the kill. */
const MORE = 20;

type Refusal = { error?: string };

/** All settings of a session. */
const SETTINGS = 'SELECT name, setting FROM pg_settings ORDER BY name';

describeInstalled('two processes behind PgBouncer, as docs/databases.md has it', hasPgBouncer, 'pgbouncer', () => {
  /** Roles belong to the whole PostgreSQL server; other runs have their own. */
  const name = `consentry_${unique()}`;
  const own = { consentry: name, '127.0.0.1:5432': new URL(postgresUrl()).host };
  const { DATABASE_URL: direct = '' } = settingsOf(blockOf('postgres-environment', own));
  let bouncer: PgBouncer;
  let processes: ServiceProcess[] = [];
  let here: ServiceProcess;
  let there: ServiceProcess;
  let account: Account;
  let application: Application;

  beforeAll(async () => {
    await runAsSuperuser(blockOf('role', own));
    await runAsSuperuser(blockOf('pgbouncer-role', own));
    bouncer = await PgBouncer.start(blockOf('pgbouncer', own), direct);
    processes = await startProcesses(2, { dataDir: withDatabase(freshDir(), bouncer.url) });
    [here, there] = processes as [ServiceProcess, ServiceProcess];
    account = await signUp(here);
    application = await register(here, account);
  });
  afterAll(async () => {
    for (const { process } of processes) await process.stop();
    await bouncer?.stop();
    await queryPostgres(postgresUrl(), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await queryPostgres(postgresUrl(), `DROP ROLE IF EXISTS ${name}`);
  });

  const becomesReady = ({ url }: ServiceProcess) =>
    becomesSo(async () => (await call('GET', `${url}/health/ready`)).status === 200, BACK);

  it('give each session the settings that it has without', async () => {
    const { PostgresDataSource } =
      await import('../../../apps/auth-server/src/platform/database/postgres/postgres-data-source.js');
    const settingsThrough = async (url: string) => {
      const dataSource = await new PostgresDataSource(url, 1).initialize();
      try {
        return await dataSource.query<object[]>(SETTINGS);
      } finally {
        await dataSource.destroy();
      }
    };
    expect(await settingsThrough(bouncer.url)).toEqual(await settingsThrough(direct));
  });

  it('take what the other gave: a code, and a refresh token', async () => {
    const code = await obtainCode(here, account, application);
    const { body: first } = await exchange(there, application, code);
    const { status, body: second } = await refresh(here, first.refresh_token);
    expect(status).toBe(200);
    expect((await refresh(there, second.refresh_token)).status).toBe(200);
    for (const process of [here, there])
      expect((await refresh(process, first.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('hear of each other at once: a deleted secret', async () => {
    await assertHeard(await register(here, account));
  });

  it('have one winner of 50 exchanges of a code, and of 50 uses of a refresh token, three times', async () => {
    for (let round = 0; round < 3; round += 1) {
      const code = await obtainCode(here, account, application);
      await assertOneWinner((process) => exchange(process, application, code));
      const { refresh_token: token } = await obtainTokens(there, account, application);
      await assertOneWinner((process) => refresh(process, token));
    }
  });

  it('send callers away while it is gone, lose nothing, and are back by themselves', async () => {
    const { refresh_token: token } = await obtainTokens(there, account, application);
    const client = new Acknowledged(account, application);
    const end = () => bouncer.kill();
    (await client.useUntil(here, { callers: CALLERS, more: MORE, end })).forEach(assertSentAway);
    for (const { url, process } of processes) {
      expectUnavailable(await attemptWrites(process, account, token));
      assertSentAway(await call('GET', `${url}/health/ready`));
      expect((await call('GET', `${url}/health/live`)).status).toBe(200);
    }
    await bouncer.launch();
    await Promise.all(processes.map(becomesReady));
    await client.assertNothingLost(there);
    await client.assertSpentAndKept(here);
    expect((await refresh(there, token)).status).toBe(200);
    await assertHeard(await register(here, account));
    for (const { process } of processes) expect(process.output).not.toMatch(/"status":500/);
  });

  it('are seen by a command, and let it work once they are stopped', async () => {
    const env = { DATA_DIR: here.process.dataDir, DATABASE_URL: bouncer.url };
    expect((await runCommand('restore', ['--yes'], env)).stderr).toMatch('a server is connected to the database');
    for (const { process } of processes) expect(await process.stop()).toBe(0);
    expect(await runWell('restore', ['--yes'], env)).toMatch(/\nended \(/);
  });

  async function assertOneWinner(use: (process: ServiceProcess) => Promise<Answer<Refusal>>): Promise<void> {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => use(processes[n % 2]!)));
    const outcomes = answers.map(({ status, body }) => body.error ?? status);
    expect(outcomes.filter((outcome) => outcome !== 'invalid_grant')).toEqual([200]);
  }

  /** The other process refuses a secret as soon as it is deleted here. */
  async function assertHeard(known: Application): Promise<void> {
    const { session: headers } = account;
    const path = `${here.url}/api/applications/${known.client_id}`;
    const heardOf = async () => (await exchange(there, known, 'no-code')).body.error;
    const { body } = await call<{ secrets: { id: string }[] }>('GET', path, { headers });
    await call('POST', `${path}/secrets`, { headers });
    // A cache filled now would serve for five seconds without a notification.
    for (const { process } of processes) await process.advance(MEMORY);
    expect(await heardOf()).toBe('invalid_grant');
    expect((await call('DELETE', `${path}/secrets/${body.secrets[0]!.id}`, { headers })).status).toBe(204);
    await becomesSo(async () => (await heardOf()) === 'invalid_client', MOMENTS);
  }
});
