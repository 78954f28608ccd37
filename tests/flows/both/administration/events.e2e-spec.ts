import {
  type Administrator,
  administer,
  makeAdministrator,
  signInAgain,
} from '@consentry/test-support/world/administrators';
import { givenServer } from '@consentry/test-support/server/given';
import { expectProblem } from '@consentry/test-support/world/problem';
import { changeStored } from '@consentry/test-support/server/stored';
import {
  type Account,
  type Application,
  obtainTokens,
  register,
  signUp,
  unique,
} from '@consentry/test-support/world/world';

interface Named {
  id: string;
  email: string | null;
  name: string | null;
  gone: boolean;
}

interface RecordedEvent {
  id: number;
  at: string;
  kind: string;
  account: Named | null;
  application: { client_id: string; name: string | null; gone: boolean } | null;
  actor: Named | null;
}

interface Page extends Record<string, unknown> {
  items: RecordedEvent[];
  next_cursor: string | null;
}

/** Long ago, and yet within `EVENTS_KEPT`. */
const [DAY, NEXT] = [200, 199].map((ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)) as [
  string,
  string,
];

describe('administration of events', () => {
  const server = givenServer();
  let admin: Administrator;
  let person: Account;
  let application: Application;

  beforeAll(async () => {
    admin = await makeAdministrator(server);
  });
  beforeEach(async () => {
    await signInAgain(server, admin);
    person = await signUp(server);
    application = await register(server, person, { name: 'Photo Printer' });
  });

  const ask = (query: Record<string, string>) =>
    administer<Page>(server, admin, 'GET', `/events?${new URLSearchParams(query).toString()}`);
  const list = async (query: Record<string, string>) => (await ask(query)).body.items;
  const kinds = async (query: Record<string, string>) => (await list(query)).map(({ kind }) => kind);
  const change = (method: string, path: string, body?: unknown) => administer(server, admin, method, path, body);

  it('names accounts by email and name, applications by name, and the administrator who did it', async () => {
    await change('PATCH', `/applications/${application.client_id}`, { enabled: false });
    const [event] = await list({ client_id: application.client_id });
    const { id, email } = person;
    expect(event).toMatchObject({
      id: expect.any(Number) as number,
      kind: 'application.disabled',
      ...{ account_id: id, client_id: application.client_id, actor_id: admin.id },
      account: { id, email, name: 'Ada', gone: false },
      application: { client_id: application.client_id, name: 'Photo Printer', gone: false },
      actor: { id: admin.id, email: admin.email, gone: false },
    });
  });

  it('says of an account and an application that they are gone', async () => {
    await change('DELETE', `/applications/${application.client_id}`);
    await change('DELETE', `/accounts/${person.id}`);
    const account = { id: person.id, email: null, name: null, gone: true };
    const [closed] = await list({ account_id: person.id });
    expect(closed).toMatchObject({ kind: 'account.closed', account });
    const { client_id } = application;
    expect((await list({ client_id }))[0]).toMatchObject({ account, application: { client_id, gone: true } });

    const [strange, client] = [unique(), unique()];
    const values = [Date.now(), 'consent.refused', strange, client];
    await changeStored(server, 'INSERT INTO events (at, kind, account_id, client_id) VALUES (?, ?, ?, ?)', ...values);
    expect((await list({ account_id: strange }))[0]).toMatchObject({
      account: { id: strange, email: null, gone: true },
      application: { client_id: client, name: null, gone: true },
    });
  });

  it('are those of a kind, an account by email or id, an application, an administrator, all together', async () => {
    await obtainTokens(server, person, application);
    await change('DELETE', `/accounts/${person.id}/sessions`);
    const { client_id } = application;
    expect(await kinds({ client_id })).toEqual(['consent.given', 'application.created']);
    expect(await kinds({ client_id, kind: 'consent.given' })).toEqual(['consent.given']);
    expect(await kinds({ account_id: person.email.toUpperCase(), actor_id: admin.email })).toEqual([
      'sign_in.all_ended',
    ]);
    expect(await kinds({ account_id: person.id, actor_id: admin.id, kind: 'consent.given' })).toEqual([]);
    const signIns = await list({ kind: 'sign_in.succeeded' });
    expect(new Set(signIns.map(({ kind }) => kind))).toEqual(new Set(['sign_in.succeeded']));
    expect(signIns.length).toBeGreaterThan(1);
    expect(await kinds({ account_id: unique() })).toEqual([]);
  });

  it('are those from a time on, up to another, page by page', async () => {
    const before = new Date(Date.parse((await list({ account_id: person.id }))[0]!.at) - 1).toISOString();
    for (let at = 0; at < 60; at += 1)
      await changeStored(
        server,
        'INSERT INTO events (at, kind, account_id) VALUES (?, ?, ?)',
        ...[Date.parse(DAY) + at * 60_000, 'sign_in.failed', person.id],
      );
    const day = { account_id: person.id, from: DAY, to: NEXT };
    const page = (await ask(day)).body;
    expect([page.items.length, page.items[0]!.at]).toEqual([50, `${DAY}T00:59:00.000Z`]);
    const rest = (await ask({ ...day, cursor: page.next_cursor! })).body;
    expect([rest.items.length, rest.items.at(-1)!.at, rest.next_cursor]).toEqual([10, `${DAY}T00:00:00.000Z`, null]);
    const times = async (from: string, to: string) =>
      (await list({ account_id: person.id, from, to })).map(({ at }) => at.slice(11, 16));
    // The first time counts, the last does not.
    expect(await times(`${DAY}T00:10:00Z`, `${DAY}T00:12:00Z`)).toEqual(['00:11', '00:10']);
    expect(await times(`${DAY}T01:10:00+01:00`, `${DAY}T01:11:00+01:00`)).toEqual(['00:10']);
    expect(await kinds({ account_id: person.id, to: DAY })).toEqual([]);
    expect((await list({ account_id: person.id, from: before })).length).toBeGreaterThan(0);
  });

  it.each([
    [{ kind: 'sign_in.lost' }, 'kind', /must be one of account\.created, .*sign_in\.failed, .*database\.moved/],
    [{ account_id: 'nobody@example.com' }, 'account_id', /no account has this email/],
    [{ actor_id: 'nobody@example.com' }, 'actor_id', /no account has this email/],
    [{ from: 'yesterday' }, 'from', /a time like 2026-11-29T14:00:00Z, or a day like 2026-11-29/],
    [{ to: '2026-02-30' }, 'to', /must be a time like/],
    [{ from: '2026-11-29T14:00:00' }, 'from', /must be a time like/],
    [{ from: '2026-11-29', to: '2026-11-29' }, 'to', /must be later than from/],
    [{ cursor: Buffer.from('17 x').toString('base64url') }, 'cursor', /is not valid/],
    [{ account: 'x' }, 'account', /is not a known parameter/],
    [{ client_id: 'a\0' }, 'client_id', /U\+0000/],
  ])('refuses %j and says what is wrong', async (query, field, detail) => {
    const answer = await ask(query);
    expectProblem(answer, 400, field);
    expect(answer.text).toMatch(detail);
  });
});
