import { type Administrator, administer, makeAdministrator } from '@consentry/test-support/world/administrators';
import { givenServer } from '@consentry/test-support/server/given';
import { isAcceptedByEntries, readEntries } from '@consentry/test-support/world/judge-by-entries';
import { runKeys } from '@consentry/test-support/server/keys-command';
import { storedRows } from '@consentry/test-support/server/stored';
import { settingsOf } from '@consentry/test-support/world/two-resources';
import { TestServer } from '@consentry/test-support/server/server';
import { call, obtainTokens, refresh, register, signUp } from '@consentry/test-support/world/world';

interface Key {
  kid: string;
  phase: string;
  signs_from: string;
  next_announced_at: string | null;
}
interface Keys {
  items: Key[];
  master_key: { since: string };
}

describe('administration of the server', () => {
  const server = givenServer();
  let admin: Administrator;

  beforeEach(async () => {
    admin = await makeAdministrator(server);
  });

  const phases = ({ items }: Keys) => items.map(({ phase }) => phase);
  const eventsOf = () =>
    storedRows<{ kind: string }>(server, 'SELECT kind FROM events WHERE actor_id = ? ORDER BY id', admin.id);

  it('shows the signing keys with their lives, announces the next, and replaces leaked ones', async () => {
    const before = (await administer<Keys>(server, admin, 'GET', '/keys')).body;
    expect(phases(before)).toEqual(['signing']);
    expect(Date.parse(before.items[0]!.next_announced_at!)).toBeGreaterThan(Date.now());
    expect(Math.abs(Date.parse(before.master_key.since) - Date.now())).toBeLessThan(3_600_000);

    for (let again = 0; again < 2; again += 1) {
      const rotated = await administer<Keys>(server, admin, 'POST', '/keys/rotation');
      expect([rotated.status, phases(rotated.body)]).toEqual([200, ['announced', 'signing']]);
    }
    const account = await signUp(server);
    const tokens = await obtainTokens(server, account, await register(server, account));
    const { status, body, text } = await administer<Keys>(server, admin, 'POST', '/keys/leak');
    expect([status, phases(body).sort()]).toEqual([200, ['compromised', 'compromised', 'signing']]);
    expect(text).not.toMatch(/sealed|"d"/);
    expect(isAcceptedByEntries(tokens.access_token, await readEntries(server))).toBe(false);
    const jwks = await call<{ keys: { kid: string }[] }>('GET', `${server.url}/.well-known/jwks.json`);
    expect(jwks.body.keys.map(({ kid }) => kid)).toEqual([body.items.find(({ phase }) => phase === 'signing')!.kid]);
    expect((await refresh(server, tokens.refresh_token)).status).toBe(200);
    expect((await runKeys(server, ['list'])).stdout.match(/^compromised/gm)).toHaveLength(2);
    expect((await eventsOf()).map(({ kind }) => kind)).toEqual(['key.announced', 'key.compromised', 'key.announced']);
  });

  it('shows the record of events: of all, of an account, of an administrator', async () => {
    const account = await signUp(server);
    await administer(server, admin, 'PATCH', `/accounts/${account.id}`, { disabled: true });
    interface Event {
      id: number;
      at: string;
      kind: string;
      account_id: string;
      actor_id: string | null;
      address: string;
    }
    const list = async (query: string) =>
      (await administer<{ items: Event[]; next_cursor: string | null }>(server, admin, 'GET', `/events${query}`)).body;
    expect((await list('')).items[0]).toMatchObject({ kind: 'account.disabled', account_id: account.id });
    const kinds = async (query: string) => (await list(query)).items.map(({ kind }) => kind);
    expect(await kinds(`?account_id=${account.id}`)).toEqual([
      'account.disabled',
      'sign_in.succeeded',
      'account.created',
    ]);
    expect((await list(`?actor_id=${admin.id}`)).items).toMatchObject([
      { kind: 'account.disabled', actor_id: admin.id, address: '127.0.0.1' },
    ]);
    expect(await kinds('?client_id=nobody')).toEqual([]);
    const [newest, next] = (await list('')).items;
    const cursor = Buffer.from(`${Date.parse(next!.at)} ${next!.id}`).toString('base64url');
    expect((await list(`?cursor=${cursor}`)).items[0]!.id).toBe(newest!.id - 1);
  });

  it('shows the resources, and the file that they are from', async () => {
    const { body } = await administer(server, admin, 'GET', '/resources');
    expect(body).toMatchObject({ file: null, items: [{ name: 'Notes', scopes: [{ name: 'notes:read' }, {}] }] });
    const env = settingsOf([
      { url: 'https://a.example', name: 'A', scopes: [{ name: 'a', description: 'An a' }], first_party_clients: '*' },
    ]);
    const other = await TestServer.start({ env });
    const there = await administer(other, await makeAdministrator(other), 'GET', '/resources');
    expect(there.body).toMatchObject({
      file: env.RESOURCES_FILE,
      items: [{ url: 'https://a.example', first_party_clients: '*' }],
    });
    await other.stop();
  });
});
