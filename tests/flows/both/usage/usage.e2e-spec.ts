import { becomesSo } from '@consentry/test-support/world/becomes-so';
import { CODE_AND_REFRESH, registerAllowed } from '@consentry/test-support/world/allowed';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { startProcesses } from '@consentry/test-support/server/processes';
import { TestServer } from '@consentry/test-support/server/server';
import { twoResources } from '@consentry/test-support/world/two-resources';
import { storedRows } from '@consentry/test-support/server/stored';
import {
  type Account,
  type Application,
  call,
  exchange,
  obtainCode,
  obtainTokens,
  refresh,
  register,
  signUp,
} from '@consentry/test-support/world/world';

interface Usage {
  from: string;
  to: string;
  since: string | null;
  hours: { hour: string; codes: number; tokens: Record<string, number>; refusals: Record<string, number> }[];
}

const HOUR = 3_600_000;
/** Until the next write. */
const WRITTEN = { seconds: 31 };

type Served = { url: string };

const usageOf = (server: Served, account: Account, { client_id: id }: Pick<Application, 'client_id'>, query = '') =>
  call<Usage & { errors: unknown }>('GET', `${server.url}/api/applications/${id}/usage${query}`, {
    headers: account.session,
  });

const hoursOf = async (...of: Parameters<typeof usageOf>) => (await usageOf(...of)).body.hours;

/** Of all hours, as a test may run across the end of one. */
async function totalOf(...of: Parameters<typeof usageOf>) {
  const total = { codes: 0, tokens: {} as Record<string, number>, refusals: {} as Record<string, number> };
  const add = (sum: Record<string, number>, more: Record<string, number>) => {
    for (const [name, count] of Object.entries(more)) sum[name] = (sum[name] ?? 0) + count;
  };
  for (const { codes, tokens, refusals } of await hoursOf(...of)) {
    total.codes += codes;
    add(total.tokens, tokens);
    add(total.refusals, refusals);
  }
  return total;
}

const token = ({ url }: Served, parameters: Record<string, string>) =>
  call('POST', `${url}/oauth2/token`, { body: new URLSearchParams(parameters) });

const credentialsOf = ({ client_id, client_secret }: Application) => ({ client_id, client_secret });

const refusedBy = async (answer: Promise<{ body: Record<string, unknown> }>) => (await answer).body['error'];

describe('the usage of an application', () => {
  const server = givenServer({ env: twoResources() });
  const account = givenAccount(server);
  let application: Application;
  beforeEach(async () => {
    application = await register(server, account);
  });

  it('is told in the list: who has access, and the hour of the last code or token; the newest come first', async () => {
    const [developer, ada, bob] = [await signUp(server), await signUp(server), await signUp(server)];
    const used = await register(server, developer, { grant_types: CODE_AND_REFRESH });
    const unused = await register(server, developer);
    const list = async () => {
      type Listed = { client_id: string; accounts_with_access: number; last_used_at: string | null };
      const path = `${server.url}/api/applications`;
      const { body } = await call<{ items: Listed[] }>('GET', path, { headers: developer.session });
      return body.items.map((item) => [item.client_id, item.accounts_with_access, item.last_used_at]);
    };
    expect(await list()).toEqual([
      [unused.client_id, 0, null],
      [used.client_id, 0, null],
    ]);
    await exchange(server, unused, 'no code');
    for (const person of [ada, bob, bob]) await obtainTokens(server, person, used);
    await server.advance(WRITTEN);
    await becomesSo(async () => (await list())[1]?.[2] !== null, 5_000);
    const hour = (await hoursOf(server, developer, used)).at(-1)!.hour;
    expect(await list()).toEqual([
      [unused.client_id, 0, null],
      [used.client_id, 2, hour],
    ]);
    const grants = await call<{ items: { id: string }[] }>('GET', `${server.url}/api/grants`, { headers: bob.session });
    await call('DELETE', `${server.url}/api/grants/${grants.body.items[0]!.id}`, { headers: bob.session });
    expect((await list())[1]).toEqual([used.client_id, 1, hour]);
  });

  it('counts codes, tokens by grant type and refusals by error', async () => {
    const { refresh_token: first } = await obtainTokens(server, account, application);
    const { refresh_token: second } = (await refresh(server, first)).body;
    const { refresh_token: third } = (await refresh(server, second)).body;
    await obtainCode(server, account, application);
    const mine = credentialsOf(application);
    const refusals = [
      token(server, { ...mine, grant_type: 'refresh_token', refresh_token: third, scope: 'notes:unheard-of' }),
      token(server, { ...mine, grant_type: 'refresh_token', refresh_token: 'none' }),
      token(server, { ...mine, grant_type: 'authorization_code', code: 'none', redirect_uri: 'https://a.example' }),
      token(server, { ...mine, grant_type: 'authorization_code' }),
      token(server, { ...mine, client_secret: 'wrong', grant_type: 'authorization_code', code: 'none' }),
      token(server, { ...mine, grant_type: 'client_credentials' }),
      call('GET', `${server.url}/oauth2/access_token?grant_type=refresh_token&client_id=${mine.client_id}&code=none`),
    ];
    const errors: unknown[] = [];
    for (const refusal of refusals) errors.push(await refusedBy(refusal));
    expect(errors).toEqual([
      'invalid_scope',
      ...['invalid_grant', 'invalid_grant'],
      'invalid_request',
      'invalid_client',
      'unauthorized_client',
      'invalid_grant',
    ]);

    await server.advance(WRITTEN);
    await becomesSo(async () => (await totalOf(server, account, application)).codes === 2, 10_000);
    expect(await totalOf(server, account, application)).toEqual({
      codes: 2,
      tokens: { authorization_code: 1, refresh_token: 2 },
      refusals: { invalid_client: 1, invalid_grant: 3, invalid_request: 1, invalid_scope: 1, unauthorized_client: 1 },
    });
  });

  it('counts the grant types of machines', async () => {
    const machine = await registerAllowed(server, account, {
      grantTypes: [...CODE_AND_REFRESH, 'client_credentials'],
      ownScopes: ['notes:read'],
    });
    const { status } = await token(server, { ...credentialsOf(machine), grant_type: 'client_credentials' });
    expect(status).toBe(200);
    await server.advance(WRITTEN);
    await becomesSo(async () => (await hoursOf(server, account, machine)).length > 0, 10_000);
    expect(await totalOf(server, account, machine)).toEqual({
      codes: 0,
      tokens: { client_credentials: 1 },
      refusals: {},
    });
  });

  it('counts nothing of clients that there are not', async () => {
    const stranger = { client_id: 'made-up', client_secret: 'made-up' };
    expect(await refusedBy(token(server, { ...stranger, grant_type: 'refresh_token', refresh_token: 'a' }))).toBe(
      'invalid_client',
    );
    await refresh(server, 'none');
    await obtainCode(server, account, application);
    await server.advance(WRITTEN);
    await becomesSo(async () => (await hoursOf(server, account, application)).length > 0, 10_000);
    const counted = await storedRows<{ client_id: string | null }>(
      server,
      'SELECT DISTINCT c.client_id FROM usage_counts u LEFT JOIN clients c ON c.id = u.client_id',
    );
    expect(counted.filter(({ client_id: id }) => id === null || id === 'made-up')).toEqual([]);
  });

  it('is shown to its developer alone', async () => {
    expect((await usageOf(server, account, application)).status).toBe(200);
    expect((await usageOf(server, await signUp(server), application)).status).toBe(404);
    expect((await usageOf(server, account, { client_id: 'made-up' })).status).toBe(404);
    expect((await call('GET', `${server.url}/api/applications/${application.client_id}/usage`)).status).toBe(401);
  });

  it('is of the hours that were asked for, 90 days at most', async () => {
    const { body } = await usageOf(server, account, application, '?hours=2160');
    expect(body.from).toMatch(/:00:00\.000Z$/);
    expect(Math.floor((Date.parse(body.to) - Date.parse(body.from)) / HOUR)).toBe(2159);
    expect(body.hours).toEqual([]);
    for (const query of ['?hours=0', '?hours=2161', '?hours=1.5', '?hours=', '?hours=1&hours=2']) {
      const { status, body: problem } = await usageOf(server, account, application, query);
      expect([status, problem.errors]).toEqual([
        400,
        [{ field: 'hours', detail: 'must be a whole number from 1 to 2160' }],
      ]);
    }
  });
});

describe('the counts', () => {
  it('of two processes add up, and each writes its own as it stops', async () => {
    const [first, second] = await startProcesses(2);
    const account = await signUp(first!);
    const application = await register(first!, account);
    const { refresh_token: token } = await obtainTokens(first!, account, application);
    const { body } = await refresh(second!, token);
    await refresh(first!, body.refresh_token);
    await exchange(second!, application, 'none');
    expect(await hoursOf(first!, account, application)).toEqual([]);
    expect(await second!.process.stop()).toBe(0);
    expect(await totalOf(first!, account, application)).toEqual({
      codes: 0,
      tokens: { refresh_token: 1 },
      refusals: { invalid_grant: 1 },
    });
    await first!.process.restart();
    expect(await totalOf(first!, account, application)).toEqual({
      codes: 1,
      tokens: { authorization_code: 1, refresh_token: 2 },
      refusals: { invalid_grant: 1 },
    });
    expect(await first!.process.stop()).toBe(0);
    expect(first!.process.output).not.toContain('usage counts');
  });

  it('are by the hour, and kept for 90 days', async () => {
    const server = await TestServer.start();
    const now = await server.freeze();
    await server.advance({ ms: HOUR - (now % HOUR) });
    const account = await signUp(server);
    const application = await register(server, account);
    await obtainCode(server, account, application);
    await server.advance({ minutes: 60 });
    await becomesSo(async () => (await hoursOf(server, account, application)).length === 1, 10_000);
    await obtainCode(server, account, application);
    await server.advance({ minutes: 60 });
    await becomesSo(async () => (await hoursOf(server, account, application)).length === 2, 10_000);
    const { hours, since } = (await usageOf(server, account, application)).body;
    const [first, second] = hours.map(({ hour }) => Date.parse(hour));
    expect([first! % HOUR, second! - first!]).toEqual([0, HOUR]);
    expect(Date.parse(since!)).toBeGreaterThanOrEqual(first!);
    expect(await hoursOf(server, account, application, '?hours=2')).toHaveLength(1);

    // Rows, not answers: the session ends meanwhile.
    const kept = async () => (await storedRows(server, 'SELECT id FROM usage_counts')).length;
    await server.advance({ days: 90, minutes: -90 });
    await becomesSo(async () => (await kept()) === 1, 20_000);
    await server.advance({ minutes: 60 });
    await becomesSo(async () => (await kept()) === 0, 20_000);
    expect(await server.stop()).toBe(0);
  });

  it('go with their application, also those that were not written yet', async () => {
    const server = await TestServer.start();
    const account = await signUp(server);
    const [application, other] = [await register(server, account), await register(server, account)];
    for (const one of [application, other]) await obtainCode(server, account, one);
    await server.advance(WRITTEN);
    await becomesSo(async () => (await hoursOf(server, account, application)).length > 0, 10_000);
    await obtainCode(server, account, application);
    const { session: headers } = account;
    await call('DELETE', `${server.url}/api/applications/${application.client_id}`, { headers });
    expect((await usageOf(server, account, application)).status).toBe(404);
    const counted = () =>
      storedRows(server, 'SELECT c.client_id FROM usage_counts u JOIN clients c ON c.id = u.client_id');
    expect(await counted()).toEqual([{ client_id: other.client_id }]);
    await server.restart();
    expect(await counted()).toEqual([{ client_id: other.client_id }]);
    await server.stop();
  });
});
