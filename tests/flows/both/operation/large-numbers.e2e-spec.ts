import { engine } from '@consentry/test-support/server/engine';
import { administer, makeAdministrator } from '@consentry/test-support/world/administrators';
import { givenServer } from '@consentry/test-support/server/given';
import { changeStored, storedRows } from '@consentry/test-support/server/stored';
import { readFeed } from '@consentry/test-support/world/feed-reader';
import { addRevocation } from '@consentry/test-support/world/stored-revocation';
import { call, obtainTokens, refresh, register, signUp } from '@consentry/test-support/world/world';

const END_OF_32_BITS = 2_147_483_647;

describe('rows that are numbered beyond 32 bits', () => {
  const server = givenServer();

  /** The next row has that number. */
  const continueAt = (table: string, column: string, number: number) =>
    engine === 'postgres'
      ? changeStored(server, `SELECT setval(pg_get_serial_sequence('${table}', '${column}'), ${number - 1})`)
      : changeStored(server, `INSERT INTO sqlite_sequence (name, seq) VALUES ('${table}', ${number - 1})`);

  it('sign accounts in, keep applications apart and take tokens back', async () => {
    if (engine === 'sqlite') await changeStored(server, 'DELETE FROM sqlite_sequence');
    await continueAt('events', 'id', END_OF_32_BITS - 2);
    await continueAt('clients', 'id', END_OF_32_BITS);
    await continueAt('client_redirect_uris', 'id', END_OF_32_BITS);
    await continueAt('revocations', 'version', END_OF_32_BITS);
    await addRevocation(server, { kind: 'token', subject: 'of before' });
    await changeStored(server, `UPDATE changes SET version = ${END_OF_32_BITS - 1}`);
    // After a gap in the versions the feed waits half a minute: one that begins above the gap does not.
    await server.stop();
    await server.restart();

    const account = await signUp(server);
    const admin = await makeAdministrator(server);
    const applications = [await register(server, account), await register(server, account)];
    const [one, other] = [
      await obtainTokens(server, account, applications[0]!),
      await obtainTokens(server, account, applications[1]!),
    ];
    const next = await refresh(server, other.refresh_token);
    expect(next.status).toBe(200);
    for (const [token, client] of [
      [one.access_token, applications[0]!],
      [next.body.refresh_token, applications[1]!],
    ] as const) {
      const { client_id, client_secret } = client;
      const body = new URLSearchParams({ token, client_id, client_secret });
      expect((await call('POST', `${server.url}/oauth2/revoke`, { body })).status).toBe(200);
    }
    expect((await readFeed(server)).entries.map(({ k }) => k)).toEqual(['token', 'token', 'family']);
    const numbers =
      'SELECT (SELECT MAX(id) FROM clients) AS clients, (SELECT MAX(version) FROM revocations) AS revocations';
    expect(await storedRows(server, numbers)).toEqual([
      { clients: END_OF_32_BITS + 1, revocations: END_OF_32_BITS + 2 },
    ]);

    const read = async <Item>(list: string): Promise<Item[]> =>
      (await administer<{ items: Item[] }>(server, admin, 'GET', list)).body.items;
    const from = (place: string) => `cursor=${Buffer.from(place).toString('base64url')}`;
    const events = await read<{ id: number; at: string }>(`/events?account_id=${account.id}`);
    const { id, at } = events[0]!;
    expect(id).toBeGreaterThan(END_OF_32_BITS);
    const again = await read<{ id: number }>(`/events?account_id=${account.id}&${from(`${Date.parse(at)} ${id}`)}`);
    expect(again.map((event) => event.id)).toEqual(events.map((event) => event.id));
    const begin = from(String(END_OF_32_BITS + 1));
    const clients = (await read<{ client_id: string }>(`/applications?${begin}`)).map(({ client_id }) => client_id);
    expect(clients).toEqual([applications[1]!.client_id, applications[0]!.client_id]);
  });
});
