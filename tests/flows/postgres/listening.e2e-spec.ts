import { setTimeout as pause } from 'node:timers/promises';
import { becomesSo } from '@consentry/test-support/world/becomes-so';
import { databaseUrlOf } from '@consentry/test-support/server/engine';
import { queryPostgres } from '@consentry/test-support/postgres/query';
import { type ServiceProcess, startProcesses } from '@consentry/test-support/server/processes';
import { type Account, type Application, call, exchange, register, signUp } from '@consentry/test-support/world/world';

const LISTENERS = "FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'";
const MOMENTS = 1_000;

describe('processes whose listening connection is cut', () => {
  let here: ServiceProcess;
  let there: ServiceProcess;
  let url: string;
  let account: Account;

  beforeAll(async () => {
    [here, there] = (await startProcesses(2)) as [ServiceProcess, ServiceProcess];
    url = await databaseUrlOf(here.process.dataDir);
    account = await signUp(here);
  });
  afterAll(() => Promise.all([here, there].map(({ process }) => process.stop())));

  const heardOf = async (application: Application) => (await exchange(there, application, 'no-code')).body.error;

  /** @returns for how many milliseconds the other process accepted the deleted secret. */
  async function deleteSecret(application: Application, before: () => Promise<unknown>): Promise<number> {
    const headers = account.session;
    const path = `${here.url}/api/applications/${application.client_id}`;
    const { body } = await call<{ secrets: { id: string }[] }>('GET', path, { headers });
    await call('POST', `${path}/secrets`, { headers });
    expect(await heardOf(application)).toBe('invalid_grant');
    await before();
    expect((await call('DELETE', `${path}/secrets/${body.secrets[0]!.id}`, { headers })).status).toBe(204);
    const since = performance.now();
    await becomesSo(async () => (await heardOf(application)) === 'invalid_client', MOMENTS);
    return performance.now() - since;
  }

  const listeners = async () =>
    (await queryPostgres<{ count: number }>(url, `SELECT count(*) AS count ${LISTENERS}`))[0]!.count;

  it('take no deleted secret, neither meanwhile nor once they listen again', async () => {
    const applications = [await register(here, account), await register(here, account), await register(here, account)];
    const cut = () => queryPostgres(url, `SELECT pg_terminate_backend(pid) ${LISTENERS}`);
    await deleteSecret(applications[0]!, async () => expect(await listeners()).toBe(2));
    await deleteSecret(applications[1]!, cut);
    await deleteSecret(applications[2]!, async () => {
      while ((await listeners()) < 2) await pause(20);
    });
    expect(there.process.output).not.toMatch(/"status":5\d\d/);
  });
});
