import { ENGINES } from '../../test/engines';
import { account, client, family, grant, secret } from '../../test/row-factory';
import { insertRows } from '../../test/stored-rows';
import type { Database } from '../platform/database/open-database';
import { systemClock } from '../platform/config/clock';
import { type Unit, all } from '../platform/database/sql';
import { completeRevocations } from './pending-revocations';
import { revokeClients } from './client-revocation';

/** Living rows of each table that belongs to applications. */
const LIVING = ['clients', 'client_secrets', 'grants', 'refresh_families'].map(
  (table) => `SELECT CAST(id AS text) AS id FROM ${table} WHERE revoked_at IS NULL ORDER BY id`,
);

describe.each(ENGINES)('applications that end on $engine', ({ open }) => {
  let database: Database;
  const END = { at: 7, address: 'an address' };

  beforeEach(async () => {
    database = await open();
    await insertRows(database, { accounts: ['ada', 'eve', 'user'].map((id) => account(id)) });
  });
  afterEach(() => database.destroy());

  const beginMany = (first: number, count: number, developer: string) => {
    const ids = Array.from({ length: count }, (_, n) => first + n);
    return insertRows(database, {
      clients: ids.map((id) => client(id, { client_id: `client-${id}`, account_id: developer })),
      client_secrets: ids.map((id) => secret(`secret-${id}`, id)),
      grants: ids.map((id) => grant(`grant-${id}`, { account_id: 'user', client_id: id })),
      refresh_families: ids.map((id) => family(`family-${id}`, { grant_id: `grant-${id}` })),
    });
  };
  const living = () =>
    Promise.all(
      LIVING.map(async (text) => (await database.units.read(() => all<{ id: string }>(text))).map(({ id }) => id)),
    );

  /** The number of statements in a unit of work. */
  async function countSteps<T>(unit: () => Unit<T>): Promise<number> {
    let steps = 0;
    await database.units.write(function* (): Unit<void> {
      steps = 0;
      const running = unit();
      let answer: unknown;
      for (let step = running.next(); !step.done; step = running.next(answer)) {
        steps += 1;
        answer = yield step.value;
      }
    });
    return steps;
  }

  /** Revokes applications, and then their pending revocations. */
  const end = async (...of: Parameters<typeof revokeClients>) =>
    completeRevocations(database.units, systemClock, await database.units.write(() => revokeClients(...of)));

  it('end with all that hangs on them, those of the account and no others', async () => {
    await beginMany(1, 2, 'ada');
    await beginMany(3, 1, 'eve');
    await end('client', 1, END);
    const others = [
      ['2', '3'],
      ['secret-2', 'secret-3'],
      ['grant-2', 'grant-3'],
      ['family-2', 'family-3'],
    ];
    expect(await living()).toEqual(others);
    await end('developer', 'ada', END);
    expect(await living()).toEqual([['3'], ['secret-3'], ['grant-3'], ['family-3']]);

    const events = await database.units.read(() =>
      all('SELECT at, kind, account_id AS account, client_id AS client, address FROM events ORDER BY id'),
    );
    const told = (client: string) => [
      { ...END, kind: 'application.deleted', account: 'ada', client },
      { ...END, kind: 'grant.ended', account: 'user', client },
    ];
    // Once each: what was revoked before gets no second event.
    expect(events).toEqual([...told('client-1'), ...told('client-2')]);
  });

  it('end in as many statements, however many they are', async () => {
    await beginMany(1, 1, 'ada');
    await beginMany(2, 50, 'eve');
    const ofOne = await countSteps(() => revokeClients('developer', 'ada', END));
    expect(await countSteps(() => revokeClients('developer', 'eve', END))).toBe(ofOne);
    expect((await living()).slice(0, 2)).toEqual([[], []]);
  });
});
