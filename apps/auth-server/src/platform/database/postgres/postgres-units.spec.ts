import { Client } from 'pg';
import { INSERT_ACCOUNT } from '../../../../test/database';
import { holdTables } from '@consentry/test-support/server/held-writes';
import { migratedDatabase } from '@consentry/test-support/server/migrated';
import { dropFreshDatabases } from '@consentry/test-support/postgres/databases';
import { queryPostgres } from '@consentry/test-support/postgres/query';
import { DatabaseUnavailableError, databaseCode, isDatabaseUnavailable, isUniqueViolation } from '../database-error';
import { type Unit, all, announce, get, run } from '../sql';
import { type PostgresDataSource, openPostgres } from './postgres-data-source';
import type { PostgresUnits } from './postgres-units';

const insert = (name: string) => () => run(INSERT_ACCOUNT, `id-${name}`, name);

const names = async (units: PostgresUnits) =>
  (await units.read(() => all<{ name: string }>('SELECT email_key AS name FROM accounts ORDER BY 1'))).map(
    ({ name }) => name,
  );

const VERSION = "SELECT version FROM changes WHERE topic = 'clients'";

const FIVE = 'UPDATE changes SET version = 5';

/** Read-modify-write: concurrent units lose an update unless the database prevents it. */
function* countUp(): Unit<number> {
  const { version } = (yield* get<{ version: number }>(VERSION))!;
  yield* run("UPDATE changes SET version = ? WHERE topic = 'clients'", version + 1);
  return version + 1;
}

describe('units on PostgreSQL', () => {
  let url: string;
  let dataSource: PostgresDataSource;
  let units: PostgresUnits;

  beforeEach(async () => {
    url = await migratedDatabase();
    dataSource = await openPostgres(url, 10);
    units = dataSource.units;
  });
  afterEach(() => dataSource.destroy());
  afterAll(dropFreshDatabases);

  it('answers what the unit answers, after its commit', async () => {
    const answer = await units.write(function* (): Unit<{ changed: number }> {
      return { changed: yield* insert('a')() };
    });
    expect(answer).toEqual({ changed: 1 });
    expect(await queryPostgres(url, 'SELECT email_key FROM accounts')).toEqual([{ email_key: 'a' }]);
  });

  it('gives numbers, and undefined where there is no row', async () => {
    const { number, missing } = await units.read(function* (): Unit<{ number: unknown; missing: unknown }> {
      return {
        number: (yield* get<{ n: unknown }>('SELECT 1763600000000::bigint AS n'))?.n,
        missing: yield* get('SELECT 1 WHERE FALSE'),
      };
    });
    expect({ number, missing }).toEqual({ number: 1_763_600_000_000, missing: undefined });
    expect(await units.run(`${FIVE} WHERE topic = 'clients'`)).toBe(1);
    expect(await units.returning(`${FIVE} WHERE topic = 'clients' RETURNING topic`)).toEqual([{ topic: 'clients' }]);
    expect(await units.returning(`${FIVE} WHERE FALSE RETURNING topic`)).toEqual([]);
  });

  it('loses none of 20 that read, think and write at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => units.write(countUp)));
    expect(answers.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  });

  it('shows two that find a row missing and write it to each other', async () => {
    const findOrMake = () =>
      units.write(function* (): Unit<string> {
        if ((yield* get('SELECT 1 FROM accounts WHERE email_key = ?', 'a')) !== undefined) return 'found';
        yield* insert('a')();
        return 'made';
      });
    const answers = await Promise.all(Array.from({ length: 10 }, findOrMake));
    expect(answers.sort()).toEqual([...Array<string>(9).fill('found'), 'made']);
  });

  it('says in the end that a row is there, to one who does not look', async () => {
    await units.write(insert('a'));
    let attempts = 0;
    const again = units.write(function* (): Unit<void> {
      attempts += 1;
      yield* insert('a')();
    });
    expect(isUniqueViolation(await again.catch((error: unknown) => error))).toBe(true);
    expect(attempts).toBe(4);
  });

  it('undoes a unit that throws, and nothing else', async () => {
    const failing = units.write(function* (): Unit<void> {
      yield* insert('undone')();
      throw new Error('changed its mind');
    });
    await Promise.all([expect(failing).rejects.toThrow('changed its mind'), units.write(insert('kept'))]);
    expect(await names(units)).toEqual(['kept']);
  });

  it('does not starve a large unit by a stream of small ones', async () => {
    let running = true;
    const stream = Array.from({ length: 6 }, async () => {
      while (running) await units.write(countUp);
    });
    let attempts = 0;
    await units.write(function* (): Unit<void> {
      attempts += 1;
      for (let step = 0; step < 20; step += 1) yield* get(VERSION);
      yield* countUp();
    });
    running = false;
    await Promise.all(stream);
    // Twice in a batch, then alone; a small one may have run alone just before.
    expect(attempts).toBeLessThan(8);
  });

  it('tells what a committed unit announced, to itself and to others, and what failed to nobody', async () => {
    const other = await openPostgres(url, 2);
    const versions = async () => [
      await dataSource.changes.versionOf('clients'),
      await other.changes.versionOf('clients'),
    ];
    const before = await versions();
    const failing = units.write(function* (): Unit<void> {
      yield* announce('clients');
      throw new Error('changed its mind');
    });
    await expect(failing).rejects.toThrow('changed its mind');
    await other.units.write(insert('a'));
    expect(await versions()).toEqual(before);

    await units.write(() => announce('clients'));
    expect(await dataSource.changes.versionOf('clients')).not.toBe(before[0]);
    while ((await other.changes.versionOf('clients')) === before[1]) await other.units.read(() => get('SELECT 1'));
    await other.destroy();
  });

  it('is unavailable after 5 seconds where somebody holds the rows, and has done nothing', async () => {
    const letGo = await holdTables(url, 'accounts');
    const began = performance.now();
    const outcomes = await Promise.allSettled([units.write(insert('a')), units.run(INSERT_ACCOUNT, 'id-b', 'b')]);
    const passed = performance.now() - began;
    await letGo();
    for (const outcome of outcomes) expect(isDatabaseUnavailable((outcome as PromiseRejectedResult).reason)).toBe(true);
    expect(passed).toBeGreaterThan(4_500);
    expect(await names(units)).toEqual([]);
    await units.write(insert('a'));
  }, 20_000);

  it('is unavailable where the connection goes while it commits: nobody knows what became of it', async () => {
    // A deferred constraint is checked by COMMIT, slowly here. The product has none.
    await queryPostgres(
      url,
      `CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(30); RETURN NULL; END'`,
    );
    await queryPostgres(
      url,
      `CREATE CONSTRAINT TRIGGER dawdling AFTER INSERT ON accounts DEFERRABLE INITIALLY DEFERRED
       FOR EACH ROW EXECUTE FUNCTION dawdle()`,
    );
    let attempts = 0;
    const writing = units
      .write(function* (): Unit<void> {
        attempts += 1;
        yield* insert('a')();
      })
      .catch((error: unknown) => error);
    const SLEEPERS = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query = 'COMMIT' AND wait_event = 'PgSleep'`;
    while ((await queryPostgres(url, SLEEPERS)).length === 0);
    expect(isDatabaseUnavailable(await writing)).toBe(true);
    expect(attempts).toBe(1);
    await queryPostgres(url, 'DROP TRIGGER dawdling ON accounts');
    await units.write(insert('after'));
    expect(await names(units)).toEqual(['after']);
  });

  it('drains: what was taken is carried out, and nothing more is taken', async () => {
    const letGo = await holdTables(url, 'accounts');
    const taken = [units.write(insert('a')), units.run(INSERT_ACCOUNT, 'id-b', 'b')];
    const drained = units.drain();
    await expect(units.write(insert('late'))).rejects.toThrow(DatabaseUnavailableError);
    await expect(units.read(() => get('SELECT 1'))).rejects.toThrow(DatabaseUnavailableError);
    await letGo();
    await drained;
    await Promise.all(taken);
    expect(await queryPostgres(url, 'SELECT id FROM accounts ORDER BY 1')).toEqual([{ id: 'id-a' }, { id: 'id-b' }]);
  });

  it('refuses U+0000, which PostgreSQL cannot keep, and goes on', async () => {
    const outcomes = await Promise.allSettled([units.write(insert('a\0b')), units.run(INSERT_ACCOUNT, 'x', '\0')]);
    for (const outcome of outcomes) expect(databaseCode((outcome as PromiseRejectedResult).reason)).toBe('22021');
    await units.write(insert('after'));
    expect(await names(units)).toEqual(['after']);
  });

  it('waits for a connection where all are lent, and takes it back whatever became of the unit', async () => {
    const narrow = await openPostgres(url, 1);
    const writes = Array.from({ length: 30 }, (_, at) =>
      narrow.units.write(function* (): Unit<void> {
        yield* insert(`a${String(at).padStart(2, '0')}`)();
        if (at % 3 === 0) throw new Error('changed its mind');
      }),
    );
    const outcomes = await Promise.allSettled(writes);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    expect(await names(narrow.units)).toHaveLength(20);
    await narrow.destroy();
  });

  it('leaves no connection behind', async () => {
    const client = new Client(url);
    await client.connect();
    await dataSource.destroy();
    const COUNT = `SELECT count(*)::int AS left FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'consentry'`;
    let left = 1;
    while (left > 0) left = (await client.query<{ left: number }>(COUNT)).rows[0]!.left;
    await client.end();
    dataSource = await openPostgres(url, 1);
  });
});
