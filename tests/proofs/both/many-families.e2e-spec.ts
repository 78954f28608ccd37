import { setImmediate as turn } from 'node:timers/promises';
import { givenAccount, givenApplication, givenProcesses } from '@consentry/test-support/server/given';
import { PURGE_DAY_OF_REVOKED, familyOfEach, manyGrants } from '@consentry/test-support/server/many-families';
import { type ServiceProcess, restart } from '@consentry/test-support/server/processes';
import { changeStored, storedRows } from '@consentry/test-support/server/stored';
import {
  type Application,
  call,
  exchange,
  obtainCode,
  obtainTokens,
  query,
  refresh,
  register,
} from '@consentry/test-support/world/world';

const MANY = 30_000;

const COUNT = (of: string) => `SELECT COUNT(*) AS count FROM ${of}`;
const LIVING = COUNT("refresh_families WHERE revoked_at IS NULL AND id LIKE 'many-%'");

describe('an application with very many families', () => {
  const servers = givenProcesses(2);
  let application: Application;

  const developer = givenAccount(servers[0]!);
  const account = givenAccount(servers[0]!);
  const other = givenApplication(servers[0]!, account);

  beforeEach(async () => {
    const [first] = servers as [ServiceProcess];
    application = await register(first, developer);
  });

  const count = async (of: string) => {
    const [row] = await storedRows<{ count: number }>(servers[1]!.process, of);
    return Number(row!.count);
  };

  async function insertMany(): Promise<void> {
    const { process } = servers[1]!;
    const [client] = await storedRows<{ id: number }>(
      process,
      'SELECT id FROM clients WHERE client_id = ?',
      application.client_id,
    );
    for (const [text, ...values] of [...manyGrants(MANY, client!.id), familyOfEach(MANY)])
      await changeStored(process, text, ...values);
  }

  const introspect = async ({ url }: ServiceProcess, by: Application, token: string) => {
    const body = new URLSearchParams(query({ token, client_id: by.client_id, client_secret: by.client_secret }));
    return (await call('POST', `${url}/oauth2/introspect`, { body })).body;
  };

  it('is deleted though its process dies in the midst: nothing of it works, and the jobs end the rest', async () => {
    const [first, second] = servers as [ServiceProcess, ServiceProcess];
    // With a frozen clock no background job is due.
    await second.process.freeze();
    const asked = { scope: 'openid', max_age: '1000' };
    const tokens = await obtainTokens(second, account, application, asked);
    const code = await obtainCode(second, account, application);
    const { session: headers } = account;
    const userinfo = (server: ServiceProcess) =>
      call('GET', `${server.url}/oauth2/userinfo`, {
        headers: { authorization: `Bearer ${tokens.access_token}` },
      });
    const grants = (server: ServiceProcess) =>
      call<{ items: unknown[] }>('GET', `${server.url}/api/grants`, { headers });
    expect((await userinfo(second)).status).toBe(200);
    expect(await introspect(second, application, tokens.access_token)).toMatchObject({ active: true });
    const [grant] = (await grants(second)).body.items as [{ id: string }];
    const kept = await obtainTokens(second, account, other);
    await insertMany();

    const deleting = call('DELETE', `${first.url}/api/applications/${application.client_id}`, {
      headers: developer.session,
    }).catch(() => null);
    while ((await count(COUNT('clients WHERE revoked_at IS NOT NULL'))) === 0) await turn();
    await first.process.end('SIGKILL');
    expect(await deleting).toBeNull();
    expect(await count(LIVING)).toBeGreaterThan(0);

    await restart(first);
    await first.process.freeze();
    for (const server of [second, first]) {
      const credentials = { client_id: application.client_id, client_secret: application.client_secret };
      expect((await refresh(server, tokens.refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
      expect((await refresh(server, tokens.refresh_token, credentials)).body).toMatchObject({
        error: 'invalid_client',
      });
      expect((await exchange(server, application, code)).body).toMatchObject({ error: 'invalid_client' });
      expect((await userinfo(server)).status).toBe(401);
      expect(await introspect(server, other, tokens.access_token)).toEqual({ active: false });
      expect((await grants(server)).body.items).toHaveLength(1);
      const end = await call('DELETE', `${server.url}/api/grants/${grant.id}`, { headers });
      expect(end.status).toBe(404);
    }
    expect(await count(LIVING)).toBeGreaterThan(0);

    // The dead leader's lease expires; the other process takes over.
    await second.process.advance({ seconds: 200 });
    while ((await count(COUNT('pending_revocations'))) > 0) await turn();
    expect(await count(LIVING)).toBe(0);
    expect(await count(COUNT(`refresh_families WHERE purge_day = ${PURGE_DAY_OF_REVOKED} AND id LIKE 'many-%'`))).toBe(
      MANY,
    );
    expect(await count(COUNT("events WHERE kind = 'grant.ended'"))).toBe(MANY + 1);
    expect((await refresh(second, kept.refresh_token)).status).toBe(200);
  }, 600_000);
});
