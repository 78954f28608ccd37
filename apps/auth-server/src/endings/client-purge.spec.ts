import { ENGINES } from '../../test/engines';
import { account, client, grant, secret } from '../../test/row-factory';
import { insertRows } from '../../test/stored-rows';
import type { Database } from '../platform/database/open-database';
import { all, run } from '../platform/database/sql';
import { purgeClients } from './client-purge';

const DAY = 86_400_000;
const NOW = 20_000 * DAY;

describe.each(ENGINES)('clients that nobody uses on $engine', ({ open }) => {
  let database: Database;

  beforeEach(async () => {
    database = await open();
    await insertRows(database, { accounts: [account('ada')] });
  });
  afterEach(() => database.destroy());

  /** A client with a secret and a redirect URI. */
  const make = (id: number, daysAgo: number, { origin = 'registration', endedAt = null as number | null } = {}) => {
    const times = { created_at: NOW - daysAgo * DAY, revoked_at: endedAt };
    return insertRows(database, {
      clients: [client(id, { client_id: `client-${id}`, account_id: null, origin, ...times })],
      client_redirect_uris: [{ client_id: id, uri: 'https://app.example.com' }],
      client_secrets: [secret(`s-${id}`, id)],
    });
  };
  const giveGrant = (clientId: number) =>
    insertRows(database, { grants: [grant(`grant-${clientId}`, { client_id: clientId })] });
  const idsOf = async (text: string) =>
    (await database.units.read(() => all<{ id: number }>(text))).map(({ id }) => id);
  const state = async () => ({
    living: await idsOf('SELECT id FROM clients WHERE revoked_at IS NULL ORDER BY id'),
    ended: await idsOf('SELECT id FROM clients WHERE revoked_at IS NOT NULL ORDER BY id'),
    uris: await idsOf('SELECT client_id AS id FROM client_redirect_uris ORDER BY client_id'),
    secrets: await idsOf('SELECT client_id AS id FROM client_secrets ORDER BY client_id'),
  });
  const versionOf = async () =>
    (
      await database.units.read(() => all<{ version: number }>("SELECT version FROM changes WHERE topic = 'clients'"))
    )[0];
  const published = () =>
    database.units.read(() => all('SELECT kind, subject, below FROM revocations ORDER BY subject'));
  const purge = (now: number, most = 100) => purgeClients().runBatch(database.units, now, most);

  it('are ended after 30 days, and every process is told', async () => {
    await make(1, 30);
    await make(2, 30, { origin: 'metadata_document' });
    await make(3, 29.99);
    const before = await versionOf();
    await purge(NOW);
    expect(await state()).toMatchObject({ living: [3], ended: [1, 2] });
    // Only what is known by its document may come back.
    expect(await published()).toEqual([
      { kind: 'client', subject: 'client-1', below: Number.MAX_SAFE_INTEGER },
      { kind: 'client', subject: 'client-2', below: NOW / 1000 + 61 },
    ]);
    const after = await versionOf();
    expect(after).not.toEqual(before);
    await purge(NOW);
    expect(await versionOf()).toEqual(after);
    expect(await published()).toHaveLength(2);
  });

  it('are deleted whole an hour after their end, once no grant and no logout notice names them', async () => {
    const HOUR = 3_600_000;
    for (const id of [1, 2, 3, 4]) await make(id, 40, { endedAt: NOW, origin: 'metadata_document' });
    await giveGrant(2);
    await database.units
      .run(`INSERT INTO logout_notices (id, client_id, account_id, attempts, next_attempt_at, expires_at)
      VALUES ('n', 3, 'ada', 0, 1, 1)`);
    await purge(NOW + HOUR - 1);
    expect(await state()).toMatchObject({ ended: [1, 2, 3, 4] });
    await purge(NOW + HOUR);
    expect(await state()).toEqual({ living: [], ended: [2, 3], uris: [2, 3], secrets: [2, 3] });
    await database.units.run("DELETE FROM grants WHERE id = 'grant-2'");
    await database.units.run('DELETE FROM logout_notices');
    await purge(NOW + HOUR);
    expect(await state()).toEqual({ living: [], ended: [], uris: [], secrets: [] });
  });

  it('are not those whose document was fetched since', async () => {
    await make(1, 1000, { origin: 'metadata_document' });
    const fetched = (at: number) =>
      database.units.write(() => run('UPDATE clients SET metadata_expires_at = ? WHERE id = 1', at));
    await fetched(NOW - 29 * DAY);
    await purge(NOW);
    expect(await state()).toMatchObject({ living: [1] });
    await fetched(NOW - 30 * DAY);
    await purge(NOW);
    expect(await state()).toMatchObject({ ended: [1] });
  });

  it('are not those of a developer, however old', async () => {
    await make(1, 1000, { origin: 'console' });
    await make(2, 1000, { origin: 'console', endedAt: 1 });
    await purge(NOW);
    expect(await state()).toEqual({ living: [1], ended: [2], uris: [1, 2], secrets: [1, 2] });
  });

  it('are not those that an account granted something, that act by a grant, or that wait for one', async () => {
    await make(1, 1000);
    await giveGrant(1);
    await make(3, 1000);
    await database.units.write(() =>
      run("INSERT INTO pushed_requests (hash, client_id, parameters, expires_at) VALUES ('hash', 'client-3', '{}', 1)"),
    );
    await make(4, 1000);
    await database.units
      .run(`INSERT INTO delegations (grant_id, client_id, resource, scopes, grant_epoch, created_at, last_used_at)
      VALUES ('grant-1', 4, 'r', 'a', 0, 1, 1)`);
    await purge(NOW);
    expect(await state()).toMatchObject({ living: [1, 3, 4], ended: [] });
  });

  it('go a batch at a time', async () => {
    for (const id of [1, 2, 3]) await make(id, 40);
    const job = purgeClients();
    expect(await job.runBatch(database.units, NOW, 2)).toBe(true);
    expect(await state()).toMatchObject({ living: [3], ended: [1, 2] });
    expect(await job.runBatch(database.units, NOW, 2)).toBe(false);
    expect(await state()).toMatchObject({ living: [] });
  });
});
