import { ENGINES } from '../../test/engines';
import type { Database } from '../database/open-database';
import { systemClock } from '../config/clock';
import { type Unit, all, run } from '../database/sql';
import { completeRevocations } from '../grants/pending-revocations';
import { revokeClients } from './client-revocation';

const INSERT_CLIENT = `INSERT INTO clients (id, client_id, account_id, name, type, enabled, require_client_authentication,
  loopback_any_port, created_at) VALUES (?, ?, ?, '', 'public', TRUE, FALSE, FALSE, 1)`;
const INSERT_SECRET = 'INSERT INTO client_secrets (id, client_id, hash, created_at) VALUES (?, ?, ?, 1)';
const INSERT_GRANT = `INSERT INTO grants (id, account_id, client_id, scopes, epoch, created_at)
  VALUES (?, 'user', ?, '', 0, 1)`;
const INSERT_FAMILY = `INSERT INTO refresh_families (id, grant_id, scope_asked, scope_granted, resource, generation,
  created_at, expires_at, access_expires_at, reap_day) VALUES (?, ?, '', '', '', 0, 1, 1, 1, 1)`;

function* begin(id: number, developer: string): Unit<void> {
  yield* run(INSERT_CLIENT, id, `client-${id}`, developer);
  yield* run(INSERT_SECRET, `secret-${id}`, id, `hash-${id}`);
  yield* run(INSERT_GRANT, `grant-${id}`, id);
  yield* run(INSERT_FAMILY, `family-${id}`, `grant-${id}`);
}

/** Living rows of each table that belongs to applications. */
const LIVING = ['clients', 'client_secrets', 'grants', 'refresh_families'].map(
  (table) => `SELECT CAST(id AS text) AS id FROM ${table} WHERE revoked_at IS NULL ORDER BY id`,
);

describe.each(ENGINES)('applications that end on $engine', ({ open }) => {
  let database: Database;
  const END = { at: 7, address: 'an address' };

  beforeEach(async () => {
    database = await open();
    await database.units.write(function* () {
      for (const id of ['ada', 'eve', 'user']) yield* run('INSERT INTO accounts (id, created_at) VALUES (?, 1)', id);
    });
  });
  afterEach(() => database.destroy());

  const beginMany = (first: number, count: number, developer: string) =>
    database.units.write(function* () {
      for (let id = first; id < first + count; id += 1) yield* begin(id, developer);
    });
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
